/** What happened last in a game, in one sentence. Pure. */

import { format } from './clock';
import type { Words } from './i18n';
import { nameOf } from './prompt';
import { otherSeat, type GameEvent, type RoomEvent, type Seat } from './protocol';
import type { Known } from './table';

/** Sentences for what the state of the game does not tell of, if there was anything. */
export function noticesText(known: Known, events: readonly RoomEvent[], words: Words): string | null {
  const hasBegun = events.some((event) => event.type === 'game' && event.event.type === 'started');
  // Once all is settled the last number is said together with the first.
  const isSaid = (event: RoomEvent) => (event.type === 'game' ? SAID_BY_STATE.has(event.event.type) : hasBegun && event.type === 'revealed');
  return sentences(events, (event) => (isSaid(event) ? null : eventNotice(known, event, words)));
}

/** What the one sentence tells of as long as it is so. */
const SAID_BY_STATE: ReadonlySet<GameEvent['type']> = new Set(['halted', 'adjourned', 'sealed', 'unsealed']);

/** What `say` says of each event, if anything. Of what an arbiter ruled, why comes first, then what. */
export function sentences(events: readonly RoomEvent[], say: (event: RoomEvent) => string | null): string | null {
  const isRuling = ({ type }: RoomEvent) => type === 'ruled';
  const parts = [events.filter(isRuling), events.filter((event) => !isRuling(event))];
  const texts = parts.map((part) => part.map(say).filter((text) => text !== null).join(' '));
  return texts.filter((text) => text !== '').join(' — ') || null;
}

/** The sentence for an event of the room or the game; `null` for what shows by itself. */
export function eventNotice(known: Known, event: RoomEvent, words: Words): string | null {
  return event.type === 'game' ? noticeText(known, event.event, words) : roomNotice(known, event, words);
}

/** The sentence for an event that the state of the game does not tell of; `null` for any other. */
export function noticeText(known: Known, event: GameEvent, words: Words): string | null {
  const { play, start, arbiter } = words;
  switch (event.type) {
    case 'draw_offer_dropped':
      return play.offerDropped(nameOf(known, event.seat));
    case 'draw_declined':
      return play.drawDeclined(nameOf(known, event.seat));
    case 'claim_failed':
      return play.claimFailed(nameOf(known, event.seat), event.point.toUpperCase());
    case 'plays_again':
      return play.playsAgain(nameOf(known, event.seat), event.point.toUpperCase(), words.fouls[event.foul]);
    case 'violated':
      return play.violated(nameOf(known, event.seat), play.violations[event.violation]);
    case 'denied':
      return play.denied(nameOf(known, event.seat));
    case 'taken_back':
      return play.takenBack;
    case 'arrived':
      return start.arrived(nameOf(known, event.seat));
    case 'time_fouled':
      return timeFoulText(known, event.seat, words);
    case 'forced_pass':
      return play.turnLost(nameOf(known, event.seat));
    case 'halted':
      return arbiter.halted;
    case 'continued': {
      const charged = (['a', 'b'] as const).filter((seat) => event.charged_ms[seat] > 0);
      return [arbiter.continued, ...charged.map((seat) => arbiter.charged(nameOf(known, seat), format(event.charged_ms[seat])))].join(' ');
    }
    case 'clock_set':
      return arbiter.clockSet(nameOf(known, event.seat), format(event.left_ms));
    case 'time_split':
      return arbiter.timeSplit;
    case 'time_penalised': {
      const { seat, minus_ms, plus_ms } = event;
      const minus = minus_ms > 0 ? [arbiter.penalised(nameOf(known, seat), format(minus_ms))] : [];
      const plus = plus_ms > 0 ? [arbiter.granted(nameOf(known, otherSeat(seat)), format(plus_ms))] : [];
      return [...minus, ...plus].join(' ');
    }
    case 'restarted':
      return [arbiter.restarted(nameOf(known, event.black)), ...(event.clocks_reset ? [arbiter.clocksReset] : [])].join(' ');
    case 'adjourned':
      return arbiter.adjourned;
    case 'sealed':
      return arbiter.sealed(nameOf(known, event.seat));
    case 'unsealed':
      return arbiter.unsealed(nameOf(known, event.seat));
    case 'confirmed':
      return arbiter.confirmed(nameOf(known, event.seat));
    case 'punished':
      return arbiter.punished(nameOf(known, event.seat));
    case 'result_accepted':
      return words.referee.accepted(nameOf(known, event.seat));
    case 'result_disputed':
      return words.referee.disputed(nameOf(known, event.seat));
    case 'result_settled':
      return words.referee.settled[event.by];
    case 'annulled':
      return event.sides === 'both' ? words.referee.annulledBoth : words.referee.annulled(nameOf(known, event.sides));
    case 'disqualified':
      return words.referee.disqualified(nameOf(known, event.seat));
    case 'suspended':
      return words.referee.recordLost(event.lost);
    case 'time_given':
      return play.timeGiven(nameOf(known, event.seat), nameOf(known, otherSeat(event.seat)), event.ms / 1000);
    case 'started':
      return settledText(known, event.black, words);
    case 'moved':
    case 'draw_offered':
    case 'asked':
    case 'paused':
    case 'resumed':
    case 'ended':
      return null;
    default:
      event satisfies never;
      return null;
  }
}

/** The sentence for what happened around the game; `null` for what shows by itself. */
export function roomNotice(known: Known, event: Exclude<RoomEvent, { type: 'game' }>, words: Words): string | null {
  const { start, arbiter } = words;
  switch (event.type) {
    case 'colours_begun':
      return start.begun;
    case 'committed':
      return start.committed(nameOf(known, event.seat));
    case 'commit_missed':
      return start.commitMissed(nameOf(known, event.seat));
    case 'revealed':
      return start.revealed(nameOf(known, event.seat), event.number);
    case 'number_drawn': {
      const text = event.cause === 'late' ? start.drawnLate : start.drawnBad;
      return text(nameOf(known, event.seat), event.number);
    }
    case 'called':
      return (event.late ? start.calledLate : start.called)(nameOf(known, event.seat), start.calls[event.call]);
    case 'colour_chosen':
      return choiceText(nameOf(known, event.seat), event, words);
    case 'officiated':
      return arbiter.officiated(event.person.name);
    case 'presides':
      return arbiter.presides(event.person.name);
    case 'dismissed':
      return arbiter.dismissed(event.person.name);
    case 'ruled':
      return arbiter.ruled(event.arbiter.name, event.reason);
    case 'muted':
    case 'unmuted':
    case 'removed':
    case 'readmitted':
      return arbiter[event.type](event.person.name);
    case 'complained':
      return arbiter.complained(nameOf(known, event.seat), event.text);
    case 'board_moved':
      return words.referee.boardMoved(event.board);
    case 'kept':
    case 'opened':
    case 'seated':
    case 'rematch_offered':
    case 'rematch_declined':
    case 'rematch_made':
      return null;
    default:
      event satisfies never;
      return null;
  }
}

function timeFoulText(known: Known, seat: Seat, { start, clocks }: Words): string {
  const { opened, state } = known;
  return start.timeFouled(nameOf(known, seat), clocks.foulCount(state.clock?.faces[seat].fouls ?? 1, opened.rules.clock?.fouls ?? 1));
}

/** How the choice of colours came out; `null` where there was none. */
function settledText({ seats, opened, shown }: Known, black: Seat, { start }: Words): string | null {
  const name = (seat: Seat) => seats[seat]?.name ?? '';
  const { a, b } = shown.numbers;
  const parity = (number: number) => start.calls[number % 2 === 0 ? 'even' : 'odd'];
  switch (opened.colours) {
    case 'black_a':
    case 'black_b':
    case 'random':
      return null;
    case 'handful':
    case 'handful_difference': {
      if (a === null || b === null) {
        return start.settled(name(black));
      }
      const isSum = opened.colours === 'handful';
      const number = isSum ? a + b : Math.abs(a - b);
      return (isSum ? start.sum : start.difference)(start.held(name('a'), a), start.held(name('b'), b), number, parity(number), name(black));
    }
    case 'call': {
      const holder: Seat = a === null ? 'b' : 'a';
      const held = shown.numbers[holder];
      if (held === null || shown.call === null) {
        return start.settled(name(black));
      }
      return start.guessed(name(otherSeat(holder)), start.calls[shown.call], start.held(name(holder), held), name(black));
    }
    case 'toss':
    case 'right':
      return start.settled(name(black));
    default:
      opened.colours satisfies never;
      return null;
  }
}

function choiceText(name: string, { choice, late }: Extract<RoomEvent, { type: 'colour_chosen' }>, { start, stones }: Words): string {
  if (choice === 'you_choose') {
    return (late ? start.handedLate : start.handed)(name);
  }
  return (late ? start.choseLate : start.chose)(name, stones[choice]);
}
