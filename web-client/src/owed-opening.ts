/** What is asked for in an opening: one sentence for whoever owes it, and one for everybody else. Pure. */

import { letterFor, zoneText } from './describe-steps';
import type { Words } from './i18n';
import { main, nameOf, quiet, side, yours, type Button, type Prompt, type Situation } from './prompt';
import { otherStone, type OpeningChoice, type Owed, type Rules, type Seat, type Stone } from './protocol';
import { stoneOf, type Known } from './table';

/** The prompt for what an opening asks for; `null` for a stone that is played by turns as ever. */
export function openingPrompt(known: Known, owed: Owed, situation: Situation, words: Words): Prompt | null {
  return owed.seat === situation.seat ? mine(known, owed, situation, words) : theirs(known, owed, situation.seat, words);
}

function mine(known: Known, { seat, what }: Owed, situation: Situation, words: Words): Prompt | null {
  const { play } = words;
  switch (what.type) {
    case 'stone': {
      if (situation.chosen || isUsual(known, { seat, what })) {
        return null;
      }
      return yours(play.yourStone(words.stones[what.stone], zoneText(what.zone, words)));
    }
    case 'choice': {
      const colour = stoneOf(known.state, seat) ?? 'black';
      const buttons = what.options.map((choice) => choiceButton(choice, colour, known.opened.rules, words));
      return yours(play.yourChoice(words.stones[colour]), ...buttons);
    }
    case 'announcement':
      return { ...yours(play.yourNumber(what.most), main('announce', play.announce(situation.number))), most: what.most };
    case 'alternatives': {
      const left = what.number - situation.tentative.length;
      const clear = situation.tentative.length > 0 ? [side('clear_tentative', play.clear)] : [];
      return yours(play.yourAlternatives(what.number, left), main('show', play.show(what.number), left !== 0), ...clear);
    }
    case 'keep': {
      const { chosen } = situation;
      if (!chosen) {
        return yours(play.yourKeep);
      }
      const text = play.keepHere(letterFor(known.state.shown, chosen), chosen.toUpperCase());
      return yours(text, main('keep', play.keep), side('cancel_place', words.cancel));
    }
    default:
      what satisfies never;
      return null;
  }
}

function theirs(known: Known, owed: Owed, seat: Seat | null, words: Words): Prompt | null {
  const { play } = words;
  const { what } = owed;
  const colour = stoneOf(known.state, owed.seat);
  const name = nameOf(known, owed.seat);
  const who = seat || !colour ? name : play.actor(words.stones[colour], name);
  switch (what.type) {
    case 'stone':
      return isUsual(known, owed) ? null : quiet(play.theirStone(who, words.stones[what.stone], zoneText(what.zone, words)));
    case 'choice':
      return quiet(play.theirChoice(who, what.options.map((choice) => play.choiceNames[choice]).join(play.or)));
    case 'announcement':
      return quiet(play.theirNumber(who));
    case 'alternatives':
      return quiet(play.theirAlternatives(who, what.number));
    case 'keep':
      return quiet(play.theirKeep(who));
    default:
      what satisfies never;
      return null;
  }
}

/** Whether a stone is one of the mover's own colour that may stand anywhere. */
function isUsual({ state }: Known, { seat, what }: Owed): boolean {
  return what.type === 'stone' && what.zone === null && stoneOf(state, seat) === what.stone;
}

/** A choice, with what it would make of the chooser. */
function choiceButton(choice: OpeningChoice, colour: Stone, { opening }: Rules, words: Words): Button {
  const { play, stones } = words;
  switch (choice) {
    case 'stay':
      return side('choose_stay', play.stay(stones[colour]));
    case 'swap':
      return side('choose_swap', play.swap(stones[otherStone(colour)]));
    case 'place_two':
      return side('choose_place_two', play.placeTwo);
    case 'place_fifth':
      return side('choose_place_fifth', play.placeFifth);
    case 'offer_fifths':
      return side('choose_offer_fifths', play.offerFifths(opening.type === 'taraguchi' ? opening.fifths : 1));
    default:
      choice satisfies never;
      return side('choose_stay', '');
  }
}
