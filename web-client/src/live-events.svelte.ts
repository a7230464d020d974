/** What happens in the room, for the ear: sounds, and words for a screen reader. */

import { feel } from './feel';
import type { Words } from './i18n';
import type { Deed, GameEvent, Readout, RoomEvent, Seat } from './protocol';
import { otherSeat } from './protocol';
import { stepText } from './describe-steps';
import { noticeText, roomNotice, sentences } from './notice';
import { linesOf } from './position';
import { nameOf } from './prompt';
import { resultText } from './result';
import type { Room } from './room.svelte';
import { settings } from './settings.svelte';
import { play, type Sound } from './sounds';
import { stoneOf, type Known } from './table';
import { speak, spokenSeconds } from './voice';

/** Turns events into sounds and into the text of the page's live region. */
export class LiveEvents {
  /** The last thing that happened, in words. */
  said = $state('');

  /** Takes what one record brought about. */
  hear(events: readonly RoomEvent[], room: Room): void {
    const heard = events.map((event) => heardOf(event, room)).filter((one) => one !== null);
    for (const { sound } of settings.sound ? heard : []) {
      play(sound);
    }
    if (settings.vibration && isOwnTurn(events, room)) {
      feel('turn');
    }
    if (heard.length > 0) {
      this.said = sentences(events, (event) => heardOf(event, room)?.text || null) ?? '';
    }
  }

  /** Takes the read-out of a period: everybody in the room hears it, and who thinks can read it. */
  hearReadout(readout: Readout, seat: Seat | null): void {
    const { number, isLeft } = spokenSeconds(readout);
    const { clocks } = settings.words;
    if (settings.sound && settings.readOut) {
      speak(String(number), settings.language);
    }
    if (seat === readout.seat) {
      this.said = (isLeft ? clocks.secondsLeft : clocks.seconds)(number);
    }
  }
}

/** Whether the other side has just done something after which this person owes something. */
function isOwnTurn(events: readonly RoomEvent[], { known, seat }: Room): boolean {
  const isTheirs = (event: RoomEvent) => {
    const game = event.type === 'game' ? event.event : null;
    return game?.type === 'started' || ((game?.type === 'moved' || game?.type === 'forced_pass') && game.seat !== seat);
  };
  return seat !== null && known?.state.phase === 'playing' && known.state.owed?.seat === seat && events.some(isTheirs);
}

/** How an event sounds, if it does. */
function heardOf(event: RoomEvent, { known, seat }: Room): { sound: Sound; text: string } | null {
  const { words } = settings;
  if (!known) {
    return null;
  }
  if (event.type === 'rematch_offered') {
    const name = known.seats[event.seat]?.name ?? '';
    return seat === otherSeat(event.seat) ? { sound: 'notice', text: words.rematchOffered(name) } : null;
  }
  if (event.type !== 'game') {
    const text = roomNotice(known, event, words);
    return text === null ? null : { sound: 'notice', text };
  }
  const game = event.event;
  switch (game.type) {
    case 'started': {
      const stone = seat && stoneOf(known.state, seat);
      const texts = [noticeText(known, game, words), stone ? words.saidStart(words.stones[stone]) : null];
      return { sound: 'start', text: texts.filter((text) => text !== null).join(' ') };
    }
    case 'moved':
      return { sound: hasStone(game.deed) ? 'stone' : 'notice', text: saidMove(known, game, words) };
    case 'draw_offered': {
      const name = nameOf(known, game.seat);
      const text = game.improper ? words.play.improperOffer(name) : words.drawOffered(name);
      return seat === otherSeat(game.seat) ? { sound: 'notice', text } : null;
    }
    case 'asked': {
      const name = nameOf(known, game.seat);
      const text = game.favour === 'takeback' ? words.play.takebackAsked(name) : words.play.pauseAsked(name);
      return seat === otherSeat(game.seat) ? { sound: 'notice', text } : null;
    }
    case 'paused':
      return { sound: 'notice', text: words.play.standsStill };
    case 'resumed':
    case 'draw_declined':
    case 'draw_offer_dropped':
    case 'claim_failed':
    case 'plays_again':
    case 'violated':
    case 'denied':
    case 'taken_back':
    case 'arrived':
    case 'time_fouled':
    case 'forced_pass':
    case 'halted':
    case 'continued':
    case 'clock_set':
    case 'time_split':
    case 'time_penalised':
    case 'restarted':
    case 'adjourned':
    case 'sealed':
    case 'unsealed':
    case 'confirmed':
    case 'punished':
    case 'suspended':
    case 'result_accepted':
    case 'result_disputed':
    case 'result_settled':
    case 'annulled':
    case 'disqualified':
    case 'time_given':
      return { sound: 'notice', text: noticeText(known, game, words) ?? '' };
    case 'ended':
      return { sound: 'end', text: resultText(known, game.outcome, seat, words) };
    default:
      game satisfies never;
      return null;
  }
}

function hasStone({ type }: Deed): boolean {
  return type === 'stone' || type === 'kept';
}

/** A move in words: "Black H8." or "Ann swaps colours." */
function saidMove(known: Known, { seat, deed }: Extract<GameEvent, { type: 'moved' }>, words: Words): string {
  if (deed.type === 'stone') {
    return words.saidMove(words.stones[deed.stone], deed.point.toUpperCase());
  }
  if (deed.type === 'kept') {
    return words.play.saidStep(nameOf(known, seat), words.play.stepKept(deed.point.toUpperCase()));
  }
  const line = linesOf(known.laid, known.moves).findLast(({ move }) => move.deed === deed);
  return words.play.saidStep(nameOf(known, seat), line ? stepText(line, words) : '');
}
