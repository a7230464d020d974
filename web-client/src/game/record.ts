/** The record of a game, as files of the server. Pure. */

export const RECORD_FORMATS = ['sgf', 'psq', 'txt', 'json', 'png', 'apng'] as const;
export type RecordFormat = (typeof RECORD_FORMATS)[number];

/** Where the record of a room is in a format. */
export function recordAddress(room: string, format: RecordFormat): string {
  return `/api/games/${room}/${format === 'png' ? 'picture' : 'record'}.${format}`;
}

/** What a file is called that is saved. A moving picture is a PNG to programs that know no better. */
export function recordName(room: string, format: RecordFormat): string {
  return format === 'apng' ? `tengen-${room}-animated.png` : `tengen-${room}.${format}`;
}
