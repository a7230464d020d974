/** What is asked for before the first move: in the choice of colours, and until both are there. Pure. */

import { joined } from './describe-rules';
import type { Words } from './i18n';
import { main, nameOf, quiet, side, yours, type Button, type Prompt, type Situation } from './prompt';
import { otherSeat, type ColourChoice, type ColourDebt, type ColourState, type Seat, type StartState } from './protocol';
import { HAND_MAX } from './secret';
import type { Known } from './table';
import { startOf, whenText } from './when';

const SEATS = ['a', 'b'] as const;

/** The prompt while both sit and the game has not begun. */
export function startingPrompt(known: Known, situation: Situation, words: Words): Prompt {
  const { colours, start } = known.state;
  if (colours) {
    return { ...colourPrompt(known, colours, situation, words), until: colours.until };
  }
  return start ? { ...waitingPrompt(known, start, situation, words), until: start.at } : quiet(words.start.beginning);
}

/** The prompt for who is not there although the game has begun; `null` for everybody else. */
export function arrivalPrompt({ state: { start } }: Known, seat: Seat | null, words: Words): Prompt | null {
  if (!start || !seat || start.present[seat]) {
    return null;
  }
  return { ...yours(words.start.clockRuns, main('ready', words.start.here)), until: start.late_at };
}

/** A prompt of a game that has begun, with who is still waited for, and until when. */
export function awaiting(prompt: Prompt, known: Known, seat: Seat | null, words: Words): Prompt {
  const { start } = known.state;
  if (!start) {
    return prompt;
  }
  const missing = SEATS.filter((each) => each !== seat && !start.present[each]);
  const hint = missing.map((each) => presenceText(known, each, false, seat, words)).join(' ');
  return { ...prompt, hint: prompt.hint ?? hint, until: prompt.until ?? start.late_at };
}

/** Whether a player can say to be there before the game, and has not. */
export function isAskedToCome({ state: { start } }: Known, { seat, mayArrive }: Situation): boolean {
  return start !== null && seat !== null && !start.present[seat] && mayArrive;
}

function waitingPrompt(known: Known, { present }: StartState, situation: Situation, words: Words): Prompt {
  const { start } = words;
  const { seat, isArbiter } = situation;
  const when = whenText(startOf(known.opened) ?? known.opened.wall_ms, words);
  const close = (seat && !known.opened.bout) || isArbiter ? [side('abort', words.closeTable)] : [];
  const prompt = isAskedToCome(known, situation)
    ? yours(start.sayHere(when), main('ready', start.here), ...close)
    : quiet(start.beginsAt(when), ...close);
  const said = SEATS.map((each) => presenceText(known, each, present[each], seat, words));
  return { ...prompt, hint: said.filter((text) => text !== null).join(' ') };
}

function presenceText(known: Known, each: Seat, isPresent: boolean, seat: Seat | null, { start, seatFree }: Words): string | null {
  if (each === seat) {
    return isPresent ? start.youAreHere : null;
  }
  return known.seats[each] ? (isPresent ? start.isHere : start.notHere)(nameOf(known, each)) : seatFree;
}

function colourPrompt(known: Known, colours: ColourState, situation: Situation, words: Words): Prompt {
  const { seat } = situation;
  const debt = seat && colours.owed[seat];
  const prompt = seat && debt ? mine(known, debt, seat, situation, words) : theirs(known, colours, situation, words);
  return { ...prompt, hint: ruleText(known, colours, words) };
}

function mine(known: Known, debt: ColourDebt, seat: Seat, { number, held }: Situation, words: Words): Prompt {
  const { start } = words;
  switch (debt.type) {
    case 'commit':
      return { ...yours(start.yourHand, main('commit', start.take(number))), most: HAND_MAX };
    case 'reveal':
      // It is shown without being asked for; the button is there should that have failed.
      return held === null ? yours(start.lostHand) : quiet(start.yourShow(held), main('reveal', start.show));
    case 'call':
      return yours(start.yourCall(nameOf(known, otherSeat(seat))), main('call_odd', start.odd), main('call_even', start.even));
    case 'choose': {
      const text = debt.options.includes('you_choose') ? start.yourToss : start.yourChoice;
      return yours(text, ...debt.options.map((choice) => choiceButton(choice, words)));
    }
    default:
      debt satisfies never;
      return quiet(start.beginning);
  }
}

function choiceButton(choice: ColourChoice, { start }: Words): Button {
  const label = start.options[choice];
  return choice === 'you_choose' ? side('take_you_choose', label) : main(`take_${choice}`, label);
}

/** What the others owe, and what this person holds meanwhile. */
function theirs(known: Known, { owed }: ColourState, { seat, held }: Situation, words: Words): Prompt {
  const { start } = words;
  const texts = SEATS.map((each) => {
    const debt = each === seat ? null : owed[each];
    return debt && debtText(debt, nameOf(known, each), words);
  });
  const said = [...(held === null ? [] : [start.youHold(held)]), ...texts.filter((text) => text !== null)];
  return quiet(said.length > 0 ? said.join(' ') : start.beginning);
}

function debtText(debt: ColourDebt, name: string, { start }: Words): string {
  switch (debt.type) {
    case 'commit':
      return start.theirHand(name);
    case 'reveal':
      return start.theirShow(name);
    case 'call':
      return start.theirCall(name);
    case 'choose':
      return start.theirChoice(name);
    default:
      debt satisfies never;
      return '';
  }
}

/** What follows from what, with names. */
function ruleText(known: Known, { method, tentative }: ColourState, words: Words): string {
  const { start } = words;
  const [first, second] = [nameOf(known, tentative), nameOf(known, otherSeat(tentative))];
  switch (method) {
    case 'handful':
      return start.sumRule(first, second);
    case 'handful_difference':
      return start.differenceRule(first, second);
    case 'call':
      return start.callRule(second, first);
    case 'toss':
      return start.tossRule(first);
    case 'right':
      return rightText(known, first, words);
    default:
      method satisfies never;
      return '';
  }
}

/** Why somebody alone has the right to choose, and what a draw is then. */
function rightText({ opened: { rules, series } }: Known, name: string, { start, match, law }: Words): string {
  const right = series?.decider?.on ? match.chooses(name) : start.rightRule(name);
  return rules.draw_wins ? joined([right, law.drawWins[rules.draw_wins]]) : right;
}
