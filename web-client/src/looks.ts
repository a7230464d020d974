/** How pages and boards can look. */

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];
export const BOARD_THEMES = ['wood', 'paper', 'slate'] as const;
export type BoardTheme = (typeof BOARD_THEMES)[number];
