/** What the server says of the lobby: games, pairing, who is followed, and the bots that are here. Types only. */

import type { Colours, Person, PerSeat, Phase, Visibility } from './protocol';
import type { Rules } from './protocol-rules';

/** A game in the lobby. */
export interface LobbyGame {
  room: string;
  phase: Phase;
  rules: Rules;
  colours: Colours;
  seats: PerSeat<Person | null>;
  wall_ms: number;
  /** The label of the board, where it has one. */
  board: string | null;
}

/** A bot that the server itself brings along; levels begin at 1. */
export interface Computer {
  person: Person;
  level: number;
}

/** `waited_in` has the presets under which somebody looks for an opponent, `featured` the game to show to anybody. */
export type Lobby = { type: 'lobby'; games: LobbyGame[]; people: number; waited_in: string[]; featured: string | null };
export type LobbyChange = {
  type: 'lobby_change';
  changed: LobbyGame[];
  removed: string[];
  people: number;
  waited_in: string[];
  featured: string | null;
};
/** The newest running public game of who is followed. */
export type Followed = { type: 'following'; person: string; room: string | null };
/** A game of the list in brief. */
export type BriefGame = Omit<LobbyGame, 'rules'> & { rules: BriefRules };
/** What is played, in as few words as say it: a preset, one with another clock, or rules of somebody's own. */
export type BriefRules =
  | { type: 'preset'; preset: string }
  | { type: 'clock'; preset: string; clock: Rules['clock'] }
  | { type: 'own'; rules: Rules };
/** The newest games, and how many there are, listed or not. */
export type LobbyBrief = {
  type: 'lobby_brief';
  games: BriefGame[];
  open: number;
  playing: number;
  people: number;
  waited_in: string[];
  featured: string | null;
};
export type LobbyBriefChange = {
  type: 'lobby_brief_change';
  changed: BriefGame[];
  removed: string[];
  open: number;
  playing: number;
  people: number;
  waited_in: string[];
  featured: string | null;
};
/** What a bot plays. */
export interface Accepts {
  presets: string[];
  own_rules: boolean;
  boards: number[];
  /** The shortest and the longest time that each side may have; see `bots/bots.ts`. */
  time_min_ms: number;
  time_max_ms: number | null;
  untimed: boolean;
  games: number;
  opponents: 'anybody' | 'people' | 'bots';
}
/** A bot that is here, and how many games it has. */
export interface Bot {
  bot: Person;
  accepts: Accepts;
  games: number;
}
export type Bots = { type: 'bots'; bots: Bot[] };
/** Said to bots only. */
export type Challenged = {
  type: 'challenged';
  challenge: number;
  from: Person;
  rules: Rules;
  colours: Colours;
  visibility: Visibility;
};
export type ChallengeSettled = {
  type: 'challenge_settled';
  challenge: number | null;
  bot: string;
  outcome: 'accepted' | 'declined' | 'lapsed' | 'withdrawn' | 'failed';
  room: string | null;
};
/** There is an opponent, and the game runs; no room if another window looks for one. */
export type Paired = { type: 'paired'; preset: string; room: string | null };
/** For bots: somebody invites them to a table. */
export type Invited = { type: 'invited'; room: string; by: Person };

/** What is said of bots. */
export type BotsMessage = Bots | Challenged | ChallengeSettled;
