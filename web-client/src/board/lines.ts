/** Boards as they are drawn before there is a program, too. Pure. */

import { CELL, gridOf, sideOf, starsOf, xOf, yOf } from './geometry';

/** An empty board of so many lines. */
export function emptyBoard(lines: number): string {
  const side = sideOf(lines);
  const frame = (lines - 1) * CELL;
  const stars = starsOf(lines).map((star) => `<circle class="star" cx="${xOf(star.column)}" cy="${yOf(star.row, lines)}" r="4.2"/>`);
  return (
    `<svg class="lines" viewBox="0 0 ${side} ${side}"><path d="${gridOf(lines)}"/>` +
    `<rect class="frame" x="${xOf(0)}" y="${yOf(lines - 1, lines)}" width="${frame}" height="${frame}"/>${stars.join('')}</svg>`
  );
}
