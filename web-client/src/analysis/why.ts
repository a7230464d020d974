/** Why a point is forbidden: the sentence, and what is drawn on the board. Pure. */

import type { AnalysisWords } from '../i18n/analysis.en';
import type { Words } from '../i18n';
import type { Foul, PointName } from '../protocol';
import type { Three, Why } from './answers';

/** A shape on the board. */
export interface Shape {
  kind: 'row' | 'four' | 'three';
  /** The stones, in order along the line. */
  stones: readonly PointName[];
  /** The points that would complete it. */
  completions: readonly PointName[];
}

/** The shapes that make a move what it is: the fault's own, and nothing else. */
export function shapesOf(foul: Foul, why: Why): Shape[] {
  switch (foul) {
    case 'overline':
      return why.rows.map((stones) => ({ kind: 'row', stones, completions: [] }));
    case 'four_four':
      return why.fours.map(({ stones, fifths }) => ({ kind: 'four', stones, completions: fifths }));
    case 'three_three':
      return why.threes.filter(({ counts }) => counts).map((three) => ({ kind: 'three', stones: three.stones, completions: pointsOf(three) }));
  }
}

/** Why a move to a point is forbidden, in words. */
export function whyText(point: PointName, foul: Foul, why: Why, text: AnalysisWords, words: Words): string {
  const list = (points: readonly PointName[]) => points.map((each) => each.toUpperCase()).join(' ');
  const parts = shapesOf(foul, why).map(({ kind, stones, completions }) => {
    switch (kind) {
      case 'row':
        return text.row(list(stones), stones.length);
      case 'four':
        return text.four(list(stones), list(completions));
      case 'three':
        return text.three(list(stones), list(completions));
    }
  });
  const said = text.why(point.toUpperCase(), words.fouls[foul], parts.join(text.and));
  const idle = foul === 'three_three' ? why.threes.filter(({ counts }) => !counts) : [];
  return [said, ...idle.map((three) => notThreeText(three, text, words))].join(text.space);
}

/** That a stone made a four and a three at once. */
export function fourThreeText(point: PointName, why: Why, text: AnalysisWords): string {
  const list = (points: readonly PointName[]) => points.map((each) => each.toUpperCase()).join(' ');
  const fours = why.fours.map(({ stones, fifths }) => text.four(list(stones), list(fifths)));
  const threes = why.threes.filter(({ counts }) => counts).map((three) => text.three(list(three.stones), list(pointsOf(three))));
  return text.fourThree(point.toUpperCase(), [...fours, ...threes].join(text.and));
}

/** Why three stones are no three: where they would become a straight four may not be played, or makes a five. */
function notThreeText({ stones, completions }: Three, text: AnalysisWords, words: Words): string {
  const reasons = completions.map(({ point, verdict }) => {
    const name = point.toUpperCase();
    return verdict === 'five' || verdict === 'legal' ? text.makesFive(name) : text.wouldBe(name, words.fouls[verdict]);
  });
  return text.notThree(stones.map((each) => each.toUpperCase()).join(' '), reasons.join(text.and));
}

function pointsOf({ completions }: Three): PointName[] {
  return completions.filter(({ verdict }) => verdict === 'legal').map(({ point }) => point);
}
