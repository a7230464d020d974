/** Competitions as the server tells them, and what the page makes of them. Pure. */

import type { Goal, Opening, PerSeat, Person, Phase, Rules, RulingGround, Score, Seat } from '../protocol';

export type Kind = { type: 'individual' } | { type: 'team'; boards: number };
export type AppealKind = 'fact' | 'interpretation' | 'uncovered';
export type FirstMove = 'stated' | 'fewer';
export type Office = { type: 'chief' } | { type: 'referee'; referee: number } | { type: 'seat'; entrant: number; member: number };

/** A board of a meeting of a round, all from 1. */
export interface Place {
  round: number;
  meeting: number;
  board: number;
}

/** Half points: a win is two of them, a draw one. */
export interface Sums {
  games: number;
  matches: number;
  meetings: number;
}

export interface Listed {
  competition: string;
  title: string;
  kind: Kind;
  entrants: number;
  rounds: number;
  open: boolean;
  founded_ms: number;
}

export interface Ruled {
  room: string;
  seq: number;
  arbiter: Person;
  reason: string;
  ground: RulingGround;
}

export interface Match {
  games: { room: string | null; opener: Seat | null; scores: PerSeat<Score> | null }[];
  half_points: PerSeat<number>;
  over: boolean;
  room: string | null;
  phase: Phase | null;
  has_come: PerSeat<boolean>;
  rulings: Ruled[];
}

export interface Meeting {
  entrants: PerSeat<number>;
  first: Seat | null;
  half_points: PerSeat<Sums>;
  matches: Match[];
}

export interface Round {
  session: string | null;
  start_at: number | null;
  delayed: boolean;
  meetings: Meeting[];
}

export interface Entrant {
  name: string;
  members: { name: string; person: Person | null }[];
  captain: number;
  half_points: Sums;
}

export interface Appeal {
  place: Place;
  by: Person;
  entrant: number;
  kind: AppealKind;
  text: string;
  state: 'filed' | 'facts_final' | 'upheld' | 'rejected';
  answer: string | null;
}

export interface Competition {
  competition: string;
  next: number;
  title: string;
  kind: Kind;
  goal: Goal;
  stages: { from: number; rules: Rules }[];
  first_move: FirstMove;
  open: boolean;
  chief: Person | null;
  referees: { name: string; person: Person | null; dismissed: string | null }[];
  entrants: Entrant[];
  rounds: Round[];
  appeals: Appeal[];
  overturned: { place: Place; room: string; seq: number; ground: RulingGround; reason: string }[];
  you: { chief: boolean; referee: number | null; entrant: number | null; member: number | null; captain: boolean };
}

export interface Link {
  office: Office;
  name: string;
  words: string;
  office_key: string;
}

/** A pairing as it is sent. */
export interface Pairing {
  a: number;
  b: number;
  first?: 'a' | 'b' | 'lot';
}

/** The rules from a round on, as they are sent. */
export interface StageWish {
  from: number;
  preset: string;
  opening?: Opening;
  clock?: string;
}

/** Rounds of one session, with their numbers; those of none stand by themselves. */
export function sessionsOf(rounds: readonly Round[]): { session: string | null; rounds: { number: number; round: Round }[] }[] {
  const sessions: { session: string | null; rounds: { number: number; round: Round }[] }[] = [];
  rounds.forEach((round, index) => {
    const last = sessions.at(-1);
    const entry = { number: index + 1, round };
    if (last && last.session !== null && last.session === round.session) {
      last.rounds.push(entry);
    } else {
      sessions.push({ session: round.session, rounds: [entry] });
    }
  });
  return sessions;
}

/** How far a match is. */
export type BoardState = 'waiting' | 'half' | 'playing' | 'between' | 'over';
export function stateOf({ over, phase, has_come }: Match): BoardState {
  if (over) {
    return 'over';
  }
  if (phase === 'playing' || phase === 'starting') {
    return 'playing';
  }
  if (phase === 'over') {
    return 'between';
  }
  return has_come.a || has_come.b ? 'half' : 'waiting';
}

/** Who plays at a board for a side. */
export function playerAt({ kind, entrants }: Competition, { entrants: numbers }: Meeting, board: number, seat: Seat): string {
  const entrant = entrants[numbers[seat] - 1];
  return (kind.type === 'team' ? entrant?.members[board - 1]?.name : entrant?.name) ?? '';
}

/** Whether the seat of a board is for the one who looks. */
export function isYours({ you }: Competition, { entrants }: Meeting, board: number): boolean {
  return you.member === board && (entrants.a === you.entrant || entrants.b === you.entrant);
}

const PAIRING = /^\s*(\d{1,3})\s*[-–—:]\s*(\d{1,3})\s*([!?]?)\s*$/;

/**
 * Pairings as they are typed, one a line: `3-8`. Where the chief states who has the first move it is the first named, and
 * where it is reckoned only with a `!`. A `?` leaves it to the lot. `null` if a line is none, or names somebody twice.
 */
export function pairingsIn(text: string, entrants: number, firstMove: FirstMove): Pairing[] | null {
  const pairings: Pairing[] = [];
  const met = new Set<number>();
  for (const line of text.split('\n').filter((each) => each.trim() !== '')) {
    const found = PAIRING.exec(line);
    const [a, b] = [Number(found?.[1]), Number(found?.[2])];
    const isGood = found && [a, b].every((number) => number >= 1 && number <= entrants && !met.has(number)) && a !== b;
    if (!isGood) {
      return null;
    }
    met.add(a).add(b);
    const first = found[3] === '?' ? 'lot' : found[3] === '!' || firstMove === 'stated' ? 'a' : undefined;
    pairings.push(first ? { a, b, first } : { a, b });
  }
  return pairings.length > 0 ? pairings : null;
}

/** A pairing of neighbours to begin with, as text. */
export function neighbours(entrants: number): string {
  return Array.from({ length: Math.floor(entrants / 2) }, (_, index) => `${2 * index + 1}-${2 * index + 2}`).join('\n');
}

/** Entrants as they are typed, one a line; of a team `Reds: Ann, Bo*`, with a star for the captain. */
export function entrantsIn(text: string, kind: Kind): { name: string; members?: string[]; captain?: number }[] {
  const lines = text.split('\n').map((line) => line.trim()).filter((line) => line !== '');
  if (kind.type === 'individual') {
    return lines.map((name) => ({ name }));
  }
  return lines.map((line) => {
    const [name = '', list = ''] = line.split(/[:：](.*)/s);
    const typed = list.split(/[,，、]/).map((member) => member.trim()).filter((member) => member !== '');
    const captain = typed.findIndex((member) => member.endsWith('*')) + 1;
    return { name: name.trim(), members: typed.map((member) => member.replace(/\*$/, '').trim()), captain: captain || 1 };
  });
}

const FRAGMENT = /^#office=((?:chief|referee\.\d{1,3}|seat\.\d{1,3}\.\d{1,2}))\.([0-9a-z]{16})$/;

/** What a link to a competition lets somebody be, from the fragment of its address. */
export function officeIn(hash: string): { office: Office; key: string } | null {
  const found = FRAGMENT.exec(hash);
  if (!found?.[1] || !found[2]) {
    return null;
  }
  const [type, first, second] = found[1].split('.');
  const key = found[2];
  switch (type) {
    case 'referee':
      return { office: { type, referee: Number(first) }, key };
    case 'seat':
      return { office: { type, entrant: Number(first), member: Number(second) }, key };
    default:
      return { office: { type: 'chief' }, key };
  }
}

/** The link for an office. */
export function linkOf(origin: string, competition: string, words: string, key: string): string {
  return `${origin}/c/${competition}#office=${words}.${key}`;
}
