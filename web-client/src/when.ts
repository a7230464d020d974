/** When a game begins, and how long until then. Pure but for the zone and the calendar of the browser. */

import { LANG_TAGS, type Words } from './i18n';
import type { Opened, Rules } from './protocol';

/** How long before its start a player can say to be there. */
export const ARRIVE_BEFORE_MS = 15 * 60_000;

/** A time that the form sets: the moment in milliseconds since 1970, and how many minutes a player may be late. */
export interface PlannedStart {
  at: number | null;
  late_min: number | null;
}

/** How late a player may be, in minutes. */
export const LATE_BOUNDS = { min: 1, max: 240, usual: 15 } as const;

/** So long before it a game can be set, in days. */
export const AHEAD_MAX_DAYS = 30;

/** Whether a set time is still to come, but not too far ahead, and lateness within bounds. */
export function isGoodStart({ at, late_min }: PlannedStart, now: number): boolean {
  const { min, max } = LATE_BOUNDS;
  const isAhead = at !== null && at > now && at - now <= AHEAD_MAX_DAYS * 86_400_000;
  return isAhead && late_min !== null && Number.isInteger(late_min) && late_min >= min && late_min <= max;
}

/** When a scheduled game begins, in milliseconds since 1970; `null` for a game that begins when both sit. */
export function startOf({ rules: { start }, wall_ms }: { rules: Pick<Rules, 'start'> } & Pick<Opened, 'wall_ms'>): number | null {
  return start.type === 'scheduled' ? wall_ms + start.after_ms : null;
}

/** A date and a time as people here write them; of a time today no more than the time. */
export function whenText(wallMs: number, words: Words, now = Date.now()): string {
  const time = { hour: '2-digit', minute: '2-digit' } as const;
  const isToday = new Date(wallMs).toDateString() === new Date(now).toDateString();
  const options = isToday ? time : ({ weekday: 'short', year: 'numeric', month: 'short', day: 'numeric', ...time } as const);
  return new Date(wallMs).toLocaleString(LANG_TAGS[words.tag], options);
}

/** A length of time that is left, the finer the less there is: `3 days`, `2 h 05 min`, `12:03`, `42 s`. */
export function leftText(ms: number, { start, seconds: s }: Words): string {
  const total = Math.max(0, Math.ceil(ms / 1000));
  const [days, h, m, sec] = [Math.floor(total / 86_400), Math.floor(total / 3600), Math.floor(total / 60) % 60, total % 60];
  const pad = (n: number) => String(n).padStart(2, '0');
  if (days >= 2) {
    return start.days(days);
  }
  if (h > 0) {
    return start.hours(h, pad(m));
  }
  return m > 0 ? `${m}:${pad(sec)}` : `${sec}\u00a0${s}`;
}

/** The value of a field for a date and a time, in the zone of the browser. */
export function fieldOf(wallMs: number): string {
  const date = new Date(wallMs);
  return new Date(wallMs - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** The moment that such a field says, if it says one. */
export function momentOf(field: string): number | null {
  const ms = field === '' ? NaN : new Date(field).getTime();
  return Number.isNaN(ms) ? null : ms;
}

/** The next full hour that is a while away. */
export function nextHour(wallMs: number): number {
  const hour = 3_600_000;
  return Math.ceil((wallMs + hour / 2) / hour) * hour;
}
