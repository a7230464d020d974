/** What the address of an embedded board asks for. Pure. */

import { isLanguage, type Language } from '../i18n';
import { BOARD_THEMES, THEMES, type BoardTheme, type Theme } from '../looks';

/** A room, and how its board is to look; what is not said follows the browser. */
export interface Wishes {
  /** `null` if the address names none. */
  room: string | null;
  theme?: Theme;
  board?: BoardTheme;
  language?: Language;
}

const PATH = /^\/embed\/([0-9a-hjkmnp-tv-z]{12})\/?$/;

/** The wishes in an address. What is not understood is left out. */
export function wishesIn(path: string, query: string): Wishes {
  const said = new URLSearchParams(query);
  const theme = THEMES.find((each) => each === said.get('theme'));
  const board = BOARD_THEMES.find((each) => each === said.get('board'));
  const language = said.get('lang') ?? '';
  return {
    room: PATH.exec(path)?.[1] ?? null,
    ...(theme ? { theme } : {}),
    ...(board ? { board } : {}),
    ...(isLanguage(language) ? { language } : {}),
  };
}

/** The HTML that shows a room on another site. */
export function embedCode(origin: string, room: string, title: string, { theme, board, language }: Omit<Wishes, 'room'> = {}): string {
  const said = new URLSearchParams({
    ...(theme && theme !== 'system' ? { theme } : {}),
    ...(board && board !== 'wood' ? { board } : {}),
    ...(language ? { lang: language } : {}),
  }).toString();
  // What goes into the attribute is ours, but for the title: names are anybody's.
  const plain = title.replace(/[&"<>]/g, (letter) => `&#${letter.charCodeAt(0)};`);
  const src = `${origin}/embed/${room}${said ? `?${said.replaceAll('&', '&amp;')}` : ''}`;
  return `<iframe src="${src}" title="${plain}" width="400" height="500" style="border:0;max-width:100%" loading="lazy"></iframe>`;
}
