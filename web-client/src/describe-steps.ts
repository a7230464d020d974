/** Openings and the steps of a game in words. Pure, and without the rules of the presets. */

import { pointOf } from './board/geometry';
import type { Words } from './i18n';
import { letterAt, type Line } from './position';
import type { NamedOpening, Zone } from './protocol';

/** The name of an opening in the page's language, with its code. */
export function openingName({ code, zh, ja, romaji }: NamedOpening, words: Words): string {
  const names = { en: romaji, zh, ja };
  return `${code} ${names[words.tag]}`;
}

/** Where a stone may stand. */
export function zoneText(zone: Zone | null, { play }: Words): string {
  if (!zone) {
    return play.anywhere;
  }
  const [from, to] = [pointOf(zone.from), pointOf(zone.to)];
  const [columns, rows] = [to.column - from.column + 1, to.row - from.row + 1];
  if (columns !== rows) {
    return play.ownSide;
  }
  if (!zone.inside) {
    return play.outsideZone(columns);
  }
  return columns === 1 ? play.inCentre : play.insideZone(columns);
}

/** A step of the opening or a move, for the list and for the ear. */
export function stepText({ move: { deed }, dropped }: Line, words: Words): string {
  const { play } = words;
  const pointsText = (points: readonly string[]) => points.map((point) => point.toUpperCase()).join(' ');
  switch (deed.type) {
    case 'stone':
      return deed.point.toUpperCase();
    case 'pass':
      return play.pass;
    case 'forced_pass':
      return play.forcedPass;
    case 'chose':
      return play.stepNames[deed.choice];
    case 'announced':
      return play.stepAnnounced(deed.number);
    case 'showed':
      return play.stepShowed(pointsText(deed.points));
    case 'kept':
      return dropped.length === 0 ? deed.point.toUpperCase() : `${deed.point.toUpperCase()} (${play.stepDropped(pointsText(dropped))})`;
    default:
      deed satisfies never;
      return '';
  }
}

/** The letter of a shown alternative. */
export function letterFor(points: readonly string[], point: string): string {
  return letterAt(Math.max(0, points.indexOf(point)));
}
