/** Boards as they are drawn before there is a program, too. Pure. */

import { CELL, gridOf, letterOf, sideOf, starsOf, xOf, yOf } from './geometry';

/** An empty board of so many lines, with its coordinates. */
export function emptyBoard(lines: number): string {
  const side = sideOf(lines);
  const frame = (lines - 1) * CELL;
  const stars = starsOf(lines).map((star) => `<circle class="star" cx="${xOf(star.column)}" cy="${yOf(star.row, lines)}" r="4.2"/>`);
  const all = Array.from({ length: lines }, (_, index) => index);
  const letters = `<text x="${all.map(xOf).join(' ')}" y="${side - 10}">${all.map(letterOf).join('')}</text>`;
  const numbers = all.map((row) => `<text x="15" y="${yOf(row, lines) + 5}">${row + 1}</text>`);
  return (
    `<svg class="lines" viewBox="0 0 ${side} ${side}"><path d="${gridOf(lines)}"/>` +
    `<rect class="frame" x="${xOf(0)}" y="${yOf(lines - 1, lines)}" width="${frame}" height="${frame}"/>${stars.join('')}` +
    `${letters}${numbers.join('')}</svg>`
  );
}
