/** Words for arbiters and adjournments, as everybody reads them. */

import type { Arbitration, Score } from '../protocol';

const expected: Record<Arbitration, string> = { none: 'None', link: 'By a link', opener: 'I am the arbiter' };

export const arbiterEn = {
  // What happened
  dismissed: (name: string) => `${name} is no longer an arbiter of this game.`,
  presides: (name: string) => `${name}, chief of the competition, is an arbiter of this game.`,
  officiated: (name: string) => `${name} is an arbiter of this game.`,
  ruled: (name: string, reason: string) => (reason ? `Arbiter ${name}: ${reason}` : `Arbiter ${name} has ruled.`),
  muted: (name: string) => `${name} may not speak here any more.`,
  unmuted: (name: string) => `${name} may speak here again.`,
  removed: (name: string) => `${name} was sent away by the arbiter.`,
  readmitted: (name: string) => `${name} was let in again.`,
  complained: (name: string, text: string) => `${name} complains: “${text}”`,
  halted: 'The arbiter has stopped the game and the clocks.',
  continued: 'The arbiter lets the game go on.',
  charged: (name: string, time: string) => `${time} taken off the clock of ${name}.`,
  clockSet: (name: string, time: string) => `The arbiter has set the clock of ${name} to ${time}.`,
  timeSplit: 'The shared time is split: each has half of what was left.',
  penalised: (name: string, time: string) => `Time penalty: ${time} taken from ${name}.`,
  granted: (name: string, time: string) => `${time} given to ${name}.`,
  restarted: (name: string) => `The game starts again. ${name} has Black.`,
  clocksReset: 'The clocks begin anew.',
  adjourned: 'The game is adjourned. The player to move seals the next move.',
  sealed: (name: string) => `${name} has sealed a move.`,
  unsealed: (name: string) => `The sealed move of ${name} is opened.`,
  confirmed: (name: string) => `${name} confirms the position.`,
  punished: (name: string) => `The arbiter has ruled against ${name}.`,

  // Becoming an arbiter, and being sent away
  label: 'Arbiter',
  expected,
  openerHint: 'You do not play: two others take the seats.',
  invited: 'You were invited to arbitrate this game.',
  beArbiter: 'Be the arbiter',
  justWatch: 'Only watch',
  linkTitle: 'Link for arbiters',
  linkHint: 'Whoever has it can rule on this game. Give it to nobody else.',
  copyLink: 'Copy the arbiters’ link',
  awaited: 'An arbiter may come',
  present: (names: string) => `Arbiter: ${names}`,
  waiting: 'Waiting for the players.',
  removedTitle: 'The arbiter has asked you to leave',
  removedText: 'You can no longer watch this game. There are others.',

  // Results
  punishedText: (name: string, kept: string) => `${name} loses as a penalty · ${kept} for the opponent`,
  points: { win: 'a win', draw: 'a draw', loss: 'a loss', void: 'no result' } satisfies Record<Score, string>,

  // Standing still and sealing
  standsHalted: 'The arbiter has stopped the game. No clock runs.',
  sealYours: 'The game is adjourned. Choose your next move: nobody sees it until it is opened.',
  sealThis: (move: string) => `Seal ${move}? It cannot be changed.`,
  seal: (move: string) => `Seal ${move}`,
  passMove: 'a pass',
  alternativesMove: (points: string) => `the alternatives ${points}`,
  sealingTheirs: (name: string) => `The game is adjourned. ${name} is sealing the move.`,
  sealedTheirs: (name: string) => `The game is adjourned. ${name}’s next move is sealed.`,
  youSealed: 'The game is adjourned. Your next move is sealed.',
  mayClose: 'You may close this page; the arbiter opens the move.',
  digest: 'Fingerprint of the sealed move',
  sealGood: 'The move is the one that was sealed: its fingerprint matches.',
  sealBad: 'The move does not match what was sealed.',
  confirmThis: (move: string) => `The sealed move is ${move}. Are position and clocks right?`,
  confirmWaits: (move: string) => `The sealed move is ${move}. It is played when both have confirmed.`,
  confirmYes: 'Confirm',
  playedIn: (time: string) => `Played by itself in ${time}`,

  // Calling the arbiter
  call: 'Call the arbiter',
  callLabel: 'What is the matter?',
  callSend: 'Call',
};

/** What every language has. */
export type ArbiterWords = typeof arbiterEn;
