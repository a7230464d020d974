/** Where things are on a board. Pure. A point is a column from the left and a row from the bottom, both from 0. */

import type { PointName, Zone } from '../protocol';

/** An intersection. */
export interface Point {
  column: number;
  row: number;
}

/** The distance between two lines, in the units of the drawing. */
export const CELL = 40;
/** From the edge of the drawing to the first line: room for the coordinates. */
export const MARGIN = 38;

/** The width and height of the drawing of a board with so many lines. */
export function sideOf(lines: number): number {
  return (lines - 1) * CELL + 2 * MARGIN;
}

/** Where a column is drawn. */
export function xOf(column: number): number {
  return MARGIN + column * CELL;
}

/** Where a row is drawn; row 0 is at the bottom. */
export function yOf(row: number, lines: number): number {
  return MARGIN + (lines - 1 - row) * CELL;
}

/** The lower-case name of a point, `h8`. */
export function nameOf({ column, row }: Point): PointName {
  return `${String.fromCharCode(97 + column)}${row + 1}`;
}

/** The point of a name. Names come from the server or from {@link nameOf}, so they are well formed. */
export function pointOf(name: PointName): Point {
  return { column: name.charCodeAt(0) - 97, row: Number(name.slice(1)) - 1 };
}

/** The letter of a column, as it stands at the edge. I is not left out. */
export function letterOf(column: number): string {
  return String.fromCharCode(65 + column);
}

/** All points, row by row from the top as they are drawn. */
export function rowsOf(lines: number): Point[][] {
  return Array.from({ length: lines }, (_, fromTop) =>
    Array.from({ length: lines }, (_, column) => ({ column, row: lines - 1 - fromTop })),
  );
}

/** The cells of the grid as SVG, row by row from the top. Whoever draws them says what each is called. */
export function cellsOf(lines: number): string {
  const cell = (point: Point) =>
    `<rect id="p-${nameOf(point)}" data-point="${nameOf(point)}" role="gridcell" fill="transparent" ` +
    `x="${xOf(point.column) - CELL / 2}" y="${yOf(point.row, lines) - CELL / 2}" width="${CELL}" height="${CELL}"/>`;
  return rowsOf(lines)
    .map((row) => `<g role="row">${row.map(cell).join('')}</g>`)
    .join('');
}

/** The lines of a board, as one path. */
export function gridOf(lines: number): string {
  const [low, high] = [xOf(0), xOf(lines - 1)];
  return Array.from({ length: lines }, (_, i) => `M${low} ${yOf(i, lines)}H${high}M${xOf(i)} ${low}V${high}`).join('');
}

/** The points marked with a dot. */
export function starsOf(lines: number): Point[] {
  if (lines === 20) {
    return [];
  }
  const [low, high] = [3, lines - 4];
  const middle = (lines - 1) / 2;
  const steps = lines === 15 ? [low, high] : [low, middle, high];
  const corners = steps.flatMap((column) => steps.map((row) => ({ column, row })));
  return lines === 15 ? [...corners, { column: middle, row: middle }] : corners;
}

/** The point a step away, kept on the board. */
export function stepFrom({ column, row }: Point, columns: number, rows: number, lines: number): Point {
  const keep = (n: number) => Math.min(lines - 1, Math.max(0, n));
  return { column: keep(column + columns), row: keep(row + rows) };
}

/** Whether a point lies in a zone. */
export function isInZone({ from, to, inside }: Zone, point: PointName): boolean {
  const [low, high, at] = [pointOf(from), pointOf(to), pointOf(point)];
  const isWithin = at.column >= low.column && at.column <= high.column && at.row >= low.row && at.row <= high.row;
  return isWithin === inside;
}
