/** The picture at the head of the lobby: the corner of a board with the first stones of a game. */

/** Those on the right are what a phone has room for. */
const STONES = [
  { x: 140, y: 38, kind: 'black' },
  { x: 180, y: 38, kind: 'white' },
  { x: 140, y: 78, kind: 'black' },
  { x: 180, y: -2, kind: 'white' },
  { x: 60, y: 78, kind: 'black' },
] as const;

/** It as SVG, in the page before there is a program. */
export function motif(): string {
  const lines = [-2, 38, 78].map((y) => `M-20 ${y}H220`).concat([20, 60, 100, 140, 180].map((x) => `M${x}-20V100`));
  const stones = STONES.map(({ x, y, kind }) => `<circle class="${kind}" cx="${x}" cy="${y}" r="17.5"/>`);
  return `<svg class="motif" viewBox="0 0 200 76" width="200" height="76" preserveAspectRatio="xMaxYMid slice" aria-hidden="true"><path d="${lines.join('')}"/>${stones.join('')}</svg>`;
}
