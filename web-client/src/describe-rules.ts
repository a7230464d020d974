/** Rules in words. Pure. */

import type { Words } from './i18n';
import { openingName } from './describe-steps';
import { OPENINGS } from './openings';
import { likenessOf, type Likeness } from './presets';
import type { Adjudication, Opening, Rules, TimeControl } from './protocol';
import { choiceOf } from './rules';

/** The rules in a few words: `Renju`, `Freestyle 19 × 19`, `Chinese 2013, changed: draws`. */
export function rulesText(rules: Rules, words: Words): string {
  const likeness = likenessOf(rules);
  if (!likeness) {
    return `${words.law.openings[rules.opening.type]} (${words.law.ownRules})`;
  }
  // What else is shown beside the name is not said again.
  const changed = likeness.changed.filter((part) => part !== 'board' && part !== 'clock' && part !== 'lag');
  const name = changedText({ id: likeness.id, changed }, words);
  return rules.board === 15 ? name : `${name} ${words.boardLines(rules.board)}`;
}

/** A preset and what was changed of it: `Chinese 2013, changed: clock`. */
export function changedText({ id, changed }: Likeness, words: Words): string {
  const { law } = words;
  const { name } = law.presets[id];
  return changed.length === 0 ? name : law.changed(name, changed.map((part) => law.parts[part]).join(law.comma));
}

/** Every rule but the clock, one sentence or two each, the most particular first. An arbiter goes by an edition. */
export function ruleLines(rules: Rules, words: Words, hasArbiters = false): string[] {
  const { law } = words;
  const lines = [openingText(rules.opening, words), law.fives[rules.five], forbiddenText(rules, words)];
  if (rules.declaration === 'declared') {
    lines.push(law.declarations.declared);
  }
  if (rules.draw_wins) {
    lines.push(law.drawWins[rules.draw_wins]);
  }
  lines.push(drawText(rules, words), law.passes[rules.pass]);
  if (rules.adjudication.type === 'claim' || rules.adjudication.type === 'play_again' || (rules.draws.type === 'with_move' && rules.draws.strict)) {
    lines.push(law.violationRule);
  }
  lines.push(law.takebacks[rules.takebacks], law.pauses[rules.pauses]);
  if (rules.gifts === 'allowed' && rules.clock !== null) {
    lines.push(law.giftRule);
  }
  if (rules.absence_ms !== null) {
    lines.push(law.absenceRule(words.duration(rules.absence_ms / 1000)));
  }
  if (rules.confirm_result) {
    lines.push(words.referee.confirmRule);
  }
  lines.push(law.boardRule(rules.board));
  if (hasArbiters || rules.edition !== 'of2013') {
    lines.push(law.editions[rules.edition]);
  }
  return lines;
}

function forbiddenText({ forbidden, adjudication }: Rules, words: Words): string {
  const { law } = words;
  if (forbidden === 'nobody') {
    return law.forbidden.nobody;
  }
  return joined([law.forbidden[forbidden], law.adjudication[adjudication.type], ...adjudicationMore(adjudication, words)]);
}

function adjudicationMore(adjudication: Adjudication, { law }: Words): string[] {
  switch (adjudication.type) {
    case 'claim':
      return adjudication.overline_any_time ? [law.overlineAnyTime] : [];
    case 'play_again':
      return adjudication.forced_loss ? [law.forcedLoss] : [];
    default:
      return [];
  }
}

function drawText({ draws }: Rules, { law }: Words): string {
  const strict = draws.type === 'with_move' && draws.strict ? [law.strictDraws] : [];
  return joined([law.draws[draws.type], ...strict]);
}

/** How an opening goes. */
export function openingText(opening: Opening, words: Words): string {
  const text = words.law.opening;
  switch (opening.type) {
    case 'free': {
      const { centre, own_side, only_26, swap_after_three } = opening;
      return joined([
        text.free,
        ...(centre && !only_26 ? [text.centre] : []),
        ...(only_26 ? [text.only26] : []),
        ...(own_side && !only_26 ? [text.ownSide] : []),
        ...(swap_after_three ? [text.swapAfterThree] : []),
      ]);
    }
    case 'agreed': {
      const named = OPENINGS.find(({ code }) => code === opening.opening);
      const name = named ? openingName(named, words) : opening.opening;
      return joined([text.agreed(name), ...(opening.swap ? [text.agreedSwap] : [])]);
    }
    case 'specified':
      return opening.fifths === null ? text.announced : text.specified(opening.fifths);
    case 'soosyrv':
      return text.soosyrv(opening.most);
    case 'taraguchi':
      return text.taraguchi(opening.fifths);
    case 'tarannikov':
    case 'sakata':
    case 'renju_swap':
    case 'swap':
    case 'swap2':
    case 'swap1':
    case 'pro':
    case 'long_pro':
      return text[opening.type];
    default:
      opening satisfies never;
      return '';
  }
}

/** Sentences side by side. Full-width punctuation brings its own space. */
export function joined(sentences: readonly string[]): string {
  return sentences.join(sentences.some((sentence) => sentence.endsWith('。')) ? '' : ' ');
}

/** What kind of clock it is, if it is one of the usual kinds. */
export function clockKind(clock: TimeControl | null, words: Words): string | null {
  const choice = choiceOf(clock);
  return choice && words.clockForm[choice.type];
}
