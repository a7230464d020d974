/** Lengths of time as an arbiter types and reads them: `5:00`, `1:02:03`. Pure. */

const TIME = /^(?:(\d{1,2}):(?=\d\d:))?(\d{1,3}):([0-5]\d)$/;

/** The milliseconds of a typed time; `null` if it is none. Minutes may go beyond an hour where no hours are said. */
export function parseTime(text: string): number | null {
  const found = TIME.exec(text.trim().replaceAll('：', ':'));
  if (!found) {
    return null;
  }
  const [h, m, s] = [Number(found[1] ?? 0), Number(found[2]), Number(found[3])];
  return found[1] !== undefined && m > 59 ? null : ((h * 60 + m) * 60 + s) * 1000;
}

/** A length of time in full seconds, as {@link parseTime} reads it. */
export function timeText(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const pad = (n: number) => String(n).padStart(2, '0');
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return h > 0 ? `${h}:${pad(m)}:${pad(s)}` : `${m}:${pad(s)}`;
}
