/** What the person is asked for: one sentence and its buttons. Pure; the page only draws it. */

import { isSealing, standingPrompt, toSeal } from './arbiter/sealing';
import { letterFor, zoneText } from './describe-steps';
import type { Words } from './i18n';
import { openingPrompt } from './owed-opening';
import { arrivalPrompt, awaiting, isAskedToCome, startingPrompt } from './owed-start';
import { main, nameOf, quiet, sending, side, yours, type Button, type Prompt, type Situation } from './prompt';
import type { Seat } from './protocol';
import { otherSeat } from './protocol';
import { resultText } from './result';
import { freeSeat, stoneFor, stoneOf, type Known } from './table';
import { startOf, whenText } from './when';

/** The sentence and the buttons for a situation. */
export function promptFor(situation: Situation, words: Words): Prompt {
  const prompt = situation.isLive ? plainPrompt(situation, words) : lookingBack(plainPrompt(situation, words), words);
  if (situation.complaint) {
    return { ...prompt, text: complaintText(situation, words), tone: 'trouble' };
  }
  return situation.asking ? sending(words.sending) : prompt;
}

function complaintText({ complaint, conflict, tentative, known }: Situation, words: Words): string {
  const what = known?.state.owed?.what;
  if (complaint === 'outside_zone' && what?.type === 'stone') {
    return words.play.outsideHint(zoneText(what.zone, words));
  }
  const [one, other] = conflict;
  if (complaint === 'same_shape' && one && other) {
    const named = (point: string) => `${letterFor(tentative, point)} (${point.toUpperCase()})`;
    return words.play.sameShape(named(one), named(other));
  }
  return complaint ? (words.codes[complaint] ?? complaint) : '';
}

/** While an earlier position is shown, the way back comes first. */
function lookingBack(prompt: Prompt, words: Words): Prompt {
  return { ...prompt, buttons: [side('go_live', words.live), ...prompt.buttons] };
}

function plainPrompt(situation: Situation, words: Words): Prompt {
  const { known, seat } = situation;
  if (!known) {
    return quiet(words.loading);
  }
  if (situation.isInvited && !seat) {
    return yours(words.arbiter.invited, main('officiate', words.arbiter.beArbiter), side('just_watch', words.arbiter.justWatch));
  }
  switch (known.state.phase) {
    case 'open':
      return openPrompt(known, situation, words);
    case 'starting':
      return startingPrompt(known, situation, words);
    case 'playing':
      return playingPrompt(known, situation, words);
    case 'over':
      return overPrompt(known, seat, words);
    default:
      known.state.phase satisfies never;
      return quiet('');
  }
}

function openPrompt(known: Known, situation: Situation, words: Words): Prompt {
  const { seat, isArbiter } = situation;
  const wall = startOf(known.opened);
  const hint = wall === null ? null : words.start.beginsAt(whenText(wall, words));
  if (seat) {
    const copy = side('copy_link', words.copy);
    // A table of a competition is not the players' to close.
    const close = known.opened.bout ? [] : [side('abort', words.closeTable)];
    return isAskedToCome(known, situation)
      ? { ...yours(words.waitingForOpponent, main('ready', words.start.here), copy, ...close), hint }
      : { ...quiet(words.waitingForOpponent, { ...copy, isMain: true }, ...close), hint };
  }
  if (isArbiter) {
    return { ...quiet(words.arbiter.waiting, main('copy_link', words.copy), side('abort', words.closeTable)), hint };
  }
  // Whose a seat of a competition is, its page says; who has come by the link is known to the table.
  return isClosed(known, situation) ? { ...quiet(words.waitingForOpponent), hint } : { ...seatPrompt(known, words, situation.keptSeat), hint };
}

/** Whether the free seats are other people's. */
function isClosed(known: Known, { keptSeat }: Situation): boolean {
  return known.kept !== null && keptSeat === null;
}

function seatPrompt(known: Known, words: Words, kept: Seat | null): Prompt {
  const stone = stoneFor(known, kept ?? freeSeat(known.seats, known.state.phase) ?? 'b');
  return yours(words.seatFree, main('sit', stone ? words.joinAs(words.stones[stone]) : words.joinGame));
}

function playingPrompt(known: Known, situation: Situation, words: Words): Prompt {
  const { state } = known;
  const { seat } = situation;
  if (!seat && !situation.isArbiter && !isClosed(known, situation) && freeSeat(known.seats, known.state.phase)) {
    return awaiting(seatPrompt(known, words, situation.keptSeat), known, seat, words);
  }
  const standing = standingPrompt(known, seat, words);
  if (standing) {
    return standing;
  }
  if (situation.isInterrupted) {
    return quiet(words.paused);
  }
  const arrival = arrivalPrompt(known, seat, words);
  if (arrival) {
    return arrival;
  }
  const question = questionTo(known, seat, words);
  if (question) {
    return question;
  }
  if (state.paused) {
    return quiet(words.play.standsStill, ...(seat ? [main('resume', words.play.resume)] : []));
  }
  if (situation.claim) {
    return claimPrompt(situation.claim, words);
  }
  if (situation.isSendingStone) {
    return sending(words.sendingMove);
  }
  if (!state.owed) {
    return quiet(words.play.lastClaim);
  }
  if (seat && state.owed.seat !== seat) {
    const sent = sentText(known, seat, words);
    if (sent) {
      return quiet(sent);
    }
  }
  const prompt = openingPrompt(known, state.owed, situation, words) ?? turnPrompt(known, state.owed.seat, situation, words);
  return isSealing(known, seat) ? toSeal(prompt, situation, words) : missing(awaiting(prompt, known, seat, words), known, situation, words);
}

/** What can be done about an opponent who is gone. */
function missing(prompt: Prompt, known: Known, { seat, absence }: Situation, words: Words): Prompt {
  if (!seat || !absence) {
    return prompt;
  }
  const { play } = words;
  const name = nameOf(known, otherSeat(seat));
  return absence.isDue
    ? { ...prompt, hint: play.goneLong(name), buttons: [...prompt.buttons, side('claim_absence', play.claimGame)] }
    : { ...prompt, hint: play.goneWait(name), until: absence.due };
}

/** What the opponent asks of this person. It is asked before anything that is owed. */
function questionTo(known: Known, seat: Seat | null, words: Words): Prompt | null {
  const { play } = words;
  const { draw_offer: offer, favour } = known.state;
  if (seat && offer && offer.seat !== seat) {
    const name = nameOf(known, offer.seat);
    const buttons = [main('accept_draw', words.accept), side('decline_draw', words.decline)];
    return offer.improper
      ? yours(play.improperOffer(name), ...buttons, side('object', play.object))
      : yours(words.drawOffered(name), ...buttons);
  }
  if (seat && favour && favour.seat !== seat) {
    const name = nameOf(known, favour.seat);
    const text = favour.favour === 'takeback' ? play.takebackAsked(name) : play.pauseAsked(name);
    return yours(text, main('grant', play.grant), side('deny', play.deny));
  }
  return null;
}

/** What this person has asked of the opponent, while it is not answered. */
function sentText({ state }: Known, seat: Seat, words: Words): string | null {
  if (state.favour?.seat === seat) {
    return state.favour.favour === 'takeback' ? words.play.takebackSent : words.play.pauseSent;
  }
  return state.draw_offer?.seat === seat ? words.drawOfferSent : null;
}

function claimPrompt({ point, any }: NonNullable<Situation['claim']>, words: Words): Prompt {
  const { play } = words;
  const cancel = side('cancel_claim', words.cancel);
  if (point === null) {
    return yours(play.claimWhich, cancel);
  }
  const prompt = yours(play.claimThis(point.toUpperCase()), main('claim_forbidden', play.claimYes), cancel);
  return { ...prompt, hint: any ? `${play.claimRisk} ${play.claimOther}` : play.claimRisk };
}

function turnPrompt(known: Known, mover: Seat, situation: Situation, words: Words): Prompt {
  const { seat } = situation;
  const colour = stoneOf(known.state, mover);
  if (!colour) {
    return quiet('');
  }
  if (!seat) {
    return quiet(words.watching(words.stones[colour], nameOf(known, mover)));
  }
  if (mover !== seat) {
    return quiet(words.theirMove(nameOf(known, mover)));
  }
  if (situation.chosen) {
    const text = words.placeHere(situation.chosen.toUpperCase());
    return yours(text, main('confirm_place', words.place), side('cancel_place', words.cancel));
  }
  return yours(words.yourMove(words.stones[colour]));
}

function overPrompt(known: Known, seat: Seat | null, words: Words): Prompt {
  const { state } = known;
  const text = state.outcome ? resultText(known, state.outcome, seat, words) : words.finished;
  const asked = confirmationPrompt(known, seat, text, words);
  if (asked) {
    return asked;
  }
  return { ...quiet(text, ...rematchButtons(known, seat, words)), tone: 'result' };
}

/** The result, and what is to be said to it, while it is not confirmed; `null` where nothing is. */
function confirmationPrompt({ state: { confirmation } }: Known, seat: Seat | null, text: string, words: Words): Prompt | null {
  if (!confirmation || confirmation.settled !== null) {
    return null;
  }
  const { confirmed, disputed, until } = confirmation;
  const isDisputed = disputed.a || disputed.b;
  const hint = isDisputed ? words.referee.disputeWaits : seat && !confirmed[seat] ? words.referee.confirmHint : words.referee.confirmWaits;
  const buttons = seat && !confirmed[seat] ? [main('confirm_result', words.referee.confirm)] : [];
  return { ...quiet(text, ...buttons), tone: 'result', hint, until };
}

function rematchButtons({ opened, state, seats }: Known, seat: Seat | null, words: Words): Button[] {
  if (state.rematch !== null) {
    return [main('go_rematch', state.next_game ? words.match.toNext : words.toRematch)];
  }
  if (!seat || !seats.a || !seats.b) {
    return [];
  }
  if (opened.series && state.next_game) {
    return [main('next_game', words.match.next)];
  }
  if (state.rematch_offer === otherSeat(seat)) {
    return [main('accept_rematch', words.accept), side('decline_rematch', words.decline)];
  }
  return state.rematch_offer === seat || opened.bout ? [] : [main('offer_rematch', words.rematch)];
}

/** What is said of a rematch beside the result, if anything. */
export function rematchText({ state, seats }: Known, seat: Seat | null, words: Words): string | null {
  if (state.rematch !== null) {
    return state.next_game ? words.match.nextMade : words.rematchMade;
  }
  if (!seat || state.rematch_offer === null) {
    return null;
  }
  const offerer = seats[state.rematch_offer]?.name ?? '';
  return state.rematch_offer === seat ? words.rematchSent : words.rematchOffered(offerer);
}
