/** Where the enlarged part of the board is shown. Pure. */

import { CELL } from './geometry';

/** The id of what is enlarged. */
export const DRAWING = 'board-drawing';
/** Its width and height, in pixels. */
export const SIZE = 136;
/** How much of the board it shows, in the units of the drawing: a cell is wider than a finger's tip. */
export const SPAN = 3.4 * CELL;
/** Between it and the finger. */
const AWAY = 44;

interface Spot {
  x: number;
  y: number;
}

/** The upper left corner for a finger: above it, or beside it where there is no room above, and always in sight. */
export function placeOf({ x, y }: Spot, width: number): Spot {
  const keep = (left: number) => Math.min(width - SIZE, Math.max(0, left));
  const above = y - AWAY - SIZE;
  if (above >= 0) {
    return { x: keep(x - SIZE / 2), y: above };
  }
  const right = x + AWAY;
  return { x: right + SIZE <= width ? right : keep(x - AWAY - SIZE), y: 0 };
}
