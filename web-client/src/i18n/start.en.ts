/** Words for how a game begins: the choice of colours, a time that is set, and the lots that can be checked. */

import type { ColourChoice, ColourState } from '../protocol';

export const startEn = {
  // What happened
  begun: 'Both are here. Colours are being settled.',
  committed: (name: string) => `${name} has taken some stones in the hand.`,
  commitMissed: (name: string) => `${name} did not take stones in time; the server draws.`,
  revealed: (name: string, number: number) => `${name} held ${number}.`,
  drawnLate: (name: string, number: number) => `${name} did not show a number in time; the server drew ${number}.`,
  drawnBad: (name: string, number: number) => `${name} showed another number than the one held; the server drew ${number}.`,
  calls: { odd: 'odd', even: 'even' },
  called: (name: string, call: string) => `${name} calls ${call}.`,
  calledLate: (name: string, call: string) => `${name} did not call in time; the server called ${call}.`,
  chose: (name: string, colour: string) => `${name} takes ${colour}.`,
  handed: (name: string) => `${name} lets the other choose.`,
  choseLate: (name: string, colour: string) => `${name} did not choose in time and gets ${colour}.`,
  handedLate: (name: string) => `${name} did not choose in time; the other chooses.`,
  arrived: (name: string) => `${name} is here.`,
  timeFouled: (name: string, fouls: string) => `${name} is out of time: ${fouls}. The period begins again.`,
  sum: (a: string, b: string, total: number, parity: string, black: string) => `${a}, ${b}: ${total} together, ${parity}. ${black} has Black.`,
  difference: (a: string, b: string, rest: number, parity: string, black: string) =>
    `${a}, ${b}: the difference is ${rest}, ${parity}. ${black} has Black.`,
  held: (name: string, number: number) => `${name} held ${number}`,
  guessed: (caller: string, call: string, held: string, black: string) => `${caller} called ${call}, ${held}. ${black} has Black.`,
  settled: (black: string) => `${black} has Black.`,

  // How colours are settled
  methods: {
    handful: 'Handful',
    handful_difference: 'Handful by difference',
    call: 'Odd or even',
    toss: 'Toss',
    right: 'One chooses',
  } satisfies Record<ColourState['method'], string>,
  methodRules: {
    handful: 'Each holds some stones. If the sum is odd the colours given by lot stay, if it is even they are exchanged.',
    handful_difference: 'Each holds some stones. If the difference is even the colours given by lot stay, if it is odd they are exchanged.',
    call: 'Who sits first holds some stones, the other calls odd or even. Who calls right has Black.',
    toss: 'Who wins the toss takes Black, takes White, or lets the other choose.',
    right: 'Who has the right to takes Black or White.',
  } satisfies Record<ColourState['method'], string>,
  firstColour: 'Colour of who sits first',
  choosing: 'Settle together',
  method: 'How',
  byDifference: 'Handful: an even difference keeps the colours',
  colours: (how: string) => `Colours: ${how}`,
  byLot: 'by lot',

  // What is owed in it
  beginning: 'The game is about to begin.',
  yourHand: 'Take 1 to 10 stones in your hand; nobody sees how many.',
  handOf: (most: number) => `Stones in your hand, 1 to ${most}`,
  take: (number: number) => `Hold ${number}`,
  youHold: (number: number) => `You hold ${number}.`,
  yourShow: (number: number) => `You show your ${number} stones …`,
  show: 'Show',
  lostHand: 'What you hold was kept in another window. Go back to it, or the server draws a number for you.',
  yourCall: (name: string) => `${name} holds some stones. Odd or even?`,
  odd: 'Odd',
  even: 'Even',
  yourToss: 'You won the toss. Your choice:',
  yourChoice: 'The choice is yours:',
  options: { black: 'Play Black', white: 'Play White', you_choose: 'The other chooses' } satisfies Record<ColourChoice, string>,
  theirHand: (name: string) => `${name} takes some stones in the hand.`,
  theirShow: (name: string) => `${name} shows the stones.`,
  theirCall: (name: string) => `${name} calls odd or even.`,
  theirChoice: (name: string) => `${name} chooses a colour.`,
  sumRule: (keeps: string, other: string) => `An odd sum: ${keeps} has Black. An even one: ${other}.`,
  differenceRule: (keeps: string, other: string) => `An even difference: ${keeps} has Black. An odd one: ${other}.`,
  callRule: (caller: string, holder: string) => `Called right, ${caller} has Black; wrong, ${holder} has.`,
  tossRule: (name: string) => `${name} won the toss.`,
  rightRule: (name: string) => `${name} has the right to choose.`,

  // A time that is set
  scheduled: 'Begin at a set time',
  startTime: 'Begins',
  lateLimit: 'Late at most (min)',
  notPast: (days: number) => `Choose a time that is still to come, within ${days} days.`,
  fixedOnly: 'Colours are fixed or drawn by lot where a time is set.',
  begins: (when: string) => `Begins ${when}`,
  beginsAt: (when: string) => `The game begins ${when}.`,
  lateRule: (time: string) => `Who is not there ${time} after that has lost.`,
  here: 'I am here',
  sayHere: (when: string) => `The game begins ${when}. Say that you are here.`,
  clockRuns: 'The game has begun and your clock runs. Say that you are here.',
  youAreHere: 'You are here.',
  isHere: (name: string) => `${name} is here.`,
  notHere: (name: string) => `${name} is not here yet.`,
  absent: 'absent',
  ready: 'ready',
  until: (left: string) => `${left} left`,
  days: (n: number) => `${n} days`,
  hours: (h: number, m: string) => `${h} h ${m} min`,

  // Drawn lots
  checkLot: 'Check the draw',
  lotHint: 'What was left to chance was decided by this lot, whose digest was published when the table was opened.',
  digest: 'Digest (SHA-256)',
  lot: 'Lot',
  lotGood: 'The digest is that of the lot: it was fixed before the game.',
  lotBad: 'The digest is not that of the lot.',
  lotNothing: 'Nothing was left to chance.',
  lotBlack: (name: string) => `The lot gave Black to ${name}.`,
  lotTentative: (name: string) => `The lot gave Black to ${name} for a start.`,
  lotToss: (name: string) => `By the lot ${name} won the toss.`,
  lotNumber: (name: string, number: number) => `A number drawn for ${name} would be ${number}.`,
  lotCall: (call: string) => `A call by the server would be ${call}.`,

  // A match
  openers: 'Black at first',
  opener: (game: number, name: string) => `Game ${game}: ${name}`,
};

/** What every language has. */
export type StartWords = typeof startEn;
