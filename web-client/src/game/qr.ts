/** A QR code as one path, a run of dark squares at a time. Pure. */

/** The drawing of rows of squares, the dark ones `true`; a square is a unit wide. */
export function pathOfSquares(rows: readonly (readonly boolean[])[]): string {
  return rows.map((row, y) => runsIn(row).map(([from, to]) => `M${from} ${y}h${to - from}v1H${from}z`).join('')).join('');
}

/** Where dark squares follow each other: from, and up to but not including. */
function runsIn(row: readonly boolean[]): [number, number][] {
  const runs: [number, number][] = [];
  row.forEach((isDark, x) => {
    const last = runs.at(-1);
    if (isDark && last?.[1] === x) {
      last[1] = x + 1;
    } else if (isDark) {
      runs.push([x, x + 1]);
    }
  });
  return runs;
}
