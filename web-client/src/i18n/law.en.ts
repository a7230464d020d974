/** Words for rules: presets, openings, and what each value means. */

import type { NotationProblem } from '../clock-notation';
import type { Group, Part, PresetId } from '../presets';
import type { Adjudication, ConsentRule, Declaration, DrawRule, Edition, Five, Forbidden, Opening, PassRule } from '../protocol';

export interface PresetWords {
  name: string;
  about: string;
}

const groups: Record<Group, string> = {
  casual: 'Casual',
  gomoku: 'Gomoku',
  international: 'Renju (RIF)',
  chinese: 'Chinese',
};

const presets: Record<PresetId, PresetWords> = {
  freestyle: { name: 'Freestyle', about: 'The game everybody knows: five or more in a row wins.' },
  standard: { name: 'Standard', about: 'Exactly five wins; six in a row is nothing.' },
  renju: { name: 'Renju', about: 'Gomoku made fair: moves are forbidden to Black.' },
  swap2: { name: 'Swap2', about: 'The opening of today’s gomoku championships.' },
  pro: { name: 'Pro', about: 'Black’s second stone keeps its distance.' },
  'long-pro': { name: 'Long Pro', about: 'As Pro, with a larger distance.' },
  taraguchi10: { name: 'Taraguchi-10', about: 'The opening of today’s renju world championships.' },
  soosyrv8: { name: 'Soosyrv-8', about: 'World championship renju of the years before.' },
  yamaguchi: { name: 'Yamaguchi', about: 'The opener also names the number of alternatives.' },
  rif: { name: 'RIF classic', about: 'The classic international renju: two alternatives.' },
  tarannikov: { name: 'Tarannikov', about: 'Five stones, five chances to swap, no alternatives.' },
  cn2013: { name: 'Chinese 2013', about: 'The Chinese competition rules of 2013.' },
  cn2009: { name: 'Chinese 2009', about: 'The Chinese competition rules of 2009.' },
  'cn-old': { name: 'Chinese, old', about: 'The Chinese rules before 2009; at the board the same as those of 2009.' },
  'swap3-2': { name: 'Swap three, two alternatives', about: 'The swap after three stones and two alternatives, as clubs play it.' },
  'renju-pop': { name: 'Popular renju', about: 'Forbidden moves without any opening rule: what many know as “professional renju”.' },
  free: { name: 'Free', about: 'No forbidden moves, no opening rule, one clock for all moves.' },
  'free-swap3': { name: 'Free, swap after three', about: 'As Free, but White may swap after three stones.' },
};

const openings: Record<Opening['type'], string> = {
  free: 'By turns',
  agreed: 'Agreed opening',
  specified: 'One of the 26, alternatives',
  soosyrv: 'Soosyrv',
  tarannikov: 'Tarannikov',
  taraguchi: 'Taraguchi',
  sakata: 'Sakata',
  renju_swap: 'Renju swap (until 1995)',
  swap: 'Swap',
  swap2: 'Swap2',
  swap1: 'Swap after one',
  pro: 'Pro',
  long_pro: 'Long Pro',
};

const parts: Record<Part, string> = {
  board: 'board',
  five: 'winning row',
  forbidden: 'forbidden moves',
  adjudication: 'adjudication',
  declaration: 'declaring fives',
  opening: 'opening',
  pass: 'pass',
  draw_wins: 'who wins a draw',
  draws: 'draws',
  takebacks: 'take-backs',
  pauses: 'pauses',
  gifts: 'gifts of time',
  absence_ms: 'absence',
  confirm_result: 'confirmation',
  clock: 'clock',
  lag: 'network delay',
  edition: 'edition of the rules',
};

const fives: Record<Five, string> = {
  five_or_more: 'Five or more in a row wins.',
  exactly_five: 'Exactly five in a row wins.',
  renju: 'Black wins with exactly five, White with five or more.',
};

const forbidden: Record<Forbidden, string> = {
  nobody: 'No move is forbidden.',
  black: 'Double-three, double-four and overline are forbidden to Black.',
  both: 'Double-three, double-four and overline are forbidden to both.',
};

const adjudication: Record<Adjudication['type'], string> = {
  auto: 'A forbidden move loses at once.',
  claim: 'A forbidden move loses if the opponent claims it before his next move.',
  play_again: 'If the opponent points a forbidden move out before his next move, it is taken off and played again.',
  block: 'Forbidden points are marked and cannot be played.',
};

const draws: Record<DrawRule['type'], string> = {
  plain: 'A draw can be offered at any time.',
  with_move: 'A draw is offered together with a move, at most two more often than the opponent.',
};

const passes: Record<PassRule, string> = {
  never: 'A move cannot be passed.',
  from_move_six: 'From move six on a move may be passed; two passes in a row are a draw.',
};

const declarations: Record<Declaration, string> = {
  automatic: 'A five counts by itself.',
  declared: 'A five counts when its owner declares it.',
};

const takebacks: Record<ConsentRule, string> = {
  never: 'No take-backs.',
  by_agreement: 'A move is taken back if the opponent agrees.',
};

const pauses: Record<ConsentRule, string> = {
  never: 'The clocks cannot be paused.',
  by_agreement: 'The clocks pause if both agree.',
};

const editions: Record<Edition, string> = {
  of2013: 'An arbiter goes by the competition rules of 2013.',
  of2009: 'An arbiter goes by the competition rules of 2009.',
  older: 'An arbiter goes by the competition rules before 2009.',
};

const problems: Record<NotationProblem, (part: string) => string> = {
  empty: () => 'Type a clock: 15m+10s',
  unreadable: (part) => `“${part}” is no stage of a clock. Write 15m, 15m+10s, 3x30s or 10m/40.`,
  no_unit: (part) => `“${part}” needs units: h, m or s, as in 1h30m or 45s.`,
  too_short: (part) => `“${part}” is too short: a stage has at least 1s.`,
  too_long: (part) => `“${part}” is too long: a stage has at most 24h.`,
  gain: (part) => `“${part}”: what a move gains is 1s to 1h.`,
  count: (part) => `“${part}”: periods and moves are 1 to 999.`,
  stages: () => 'A clock has at most 8 stages.',
  sum: () => 'Both sides together have at most 24h.',
  shared: () => 'Shared time is one time and nothing else: shared 2h.',
  free: () => 'After the time without clocks there are stages: free 30m 15m.',
  fouls: (part) => `“${part}”: the clock ends with how many time fouls lose, 1 to 9, as in 1x30s fouls 2.`,
  pass: (part) => `“${part}”: pass is the last word, after periods for one move: 20m 3x30s pass.`,
  read: (part) => `“${part}”: read is followed by 1 to 20 seconds of a period for one move, in order: 1x60s read 30 45 55.`,
  read_late: (part) => `A period is over before it is read out: ${part}.`,
  split: (part) => `“${part}”: split is followed by 1% to 99%: shared 2h split 25%.`,
};

export const lawEn = {
  groups,
  presets,
  openings,
  parts,
  changed: (name: string, parts: string) => `${name}, changed: ${parts}`,
  ownRules: 'Own rules',
  changeRules: 'Change the rules',
  backToPreset: (name: string) => `Back to ${name}`,
  comma: ', ',

  // Every rule in words
  fives,
  forbidden,
  adjudication,
  overlineAnyTime: 'An overline can be claimed until the end of the game.',
  forcedLoss: 'A second one in the same turn loses.',
  drawWins: { black: 'A draw is Black’s win.', white: 'A draw is White’s win.' },
  draws,
  strictDraws: 'An offer at another time or beyond that can be accepted or objected to; the objection makes it a violation.',
  violationRule: 'The second violation loses.',
  passes,
  declarations,
  takebacks,
  pauses,
  editions,
  giftRule: 'A player may give the other time, 15 s at once.',
  absenceRule: (time: string) => `Who is gone for ${time} can be claimed to have lost.`,
  clockRule: (clock: string) => `Clock: ${clock}.`,
  boardRule: (lines: number) => `The board has ${lines} × ${lines} lines.`,
  opening: {
    free: 'Stones are played by turns.',
    centre: 'The first stone goes on the centre.',
    ownSide: 'White’s first stone goes on White’s side of the centre.',
    only26: 'The first three stones make one of the 26 openings.',
    swapAfterThree: 'White may swap colours once three stones stand.',
    agreed: (name: string) => `The three stones of ${name} stand already; White plays the fourth.`,
    agreedSwap: 'White may swap colours first.',
    specified: (number: number) =>
      `The opener lays one of the 26 openings, the other may swap colours. White plays anywhere, Black shows ${number} alternatives for move 5, and White keeps one of them.`,
    announced:
      'The opener lays one of the 26 openings and says how many alternatives there will be for move 5; the other may swap colours. White plays anywhere, Black shows the alternatives, and White keeps one of them.',
    soosyrv: (most: number) =>
      `The opener lays one of the 26 openings, the other may swap colours. White plays anywhere and says how many alternatives there will be for move 5, at most ${most}; the other may swap again. Black shows the alternatives, and White keeps one.`,
    tarannikov:
      'The first five stones go into growing squares, from the centre to 9 × 9; after each of them the other player may swap colours.',
    taraguchi: (number: number) =>
      `The first four stones go into growing squares, from the centre to 7 × 7; after each the other player may swap colours. Black then plays the fifth inside 9 × 9 with a last swap, or shows ${number} alternatives anywhere, of which White keeps one.`,
    sakata:
      'The opener lays one of the 26 openings; the other puts the fourth stone inside 7 × 7 and the fifth inside 9 × 9; the opener takes a colour.',
    renju_swap:
      'Three stones by turns: centre, 3 × 3, 5 × 5. The other may swap colours. After move 4 Black shows two alternatives for move 5, and White keeps one.',
    swap: 'The opener puts two black stones and a white one anywhere; the other takes a colour.',
    swap2:
      'The opener puts two black stones and a white one anywhere. The other takes a colour, or puts a white and a black stone more and lets the opener take a colour.',
    swap1: 'The opener puts the first stone; the other may swap colours.',
    pro: 'The first stone goes on the centre, Black’s second outside the central 5 × 5.',
    long_pro: 'The first stone goes on the centre, Black’s second outside the central 7 × 7.',
  },

  // The form
  labels: {
    opening: 'Opening',
    openingName: 'Which opening',
    five: 'What wins',
    forbidden: 'Forbidden moves for',
    adjudication: 'A forbidden move',
    draws: 'Draws are offered',
    pass: 'Pass',
    declaration: 'A five',
    takebacks: 'Take-backs',
    pauses: 'Pauses',
    absence: 'The game of who is gone can be claimed after',
    fifths: 'Alternatives for move 5',
    most: 'Alternatives at most',
  },
  choices: {
    fives: { five_or_more: '5 or more', exactly_five: 'exactly 5', renju: 'renju' } satisfies Record<Five, string>,
    forbidden: { nobody: 'nobody', black: 'Black', both: 'both' } satisfies Record<Forbidden, string>,
    adjudication: { auto: 'loses at once', claim: 'is claimed', play_again: 'is played again', block: 'is blocked' } satisfies Record<Adjudication['type'], string>,
    draws: { plain: 'at any time', lenient: 'with a move', strict: 'with a move, strictly' },
    pass: { never: 'never', from_move_six: 'from move 6' } satisfies Record<PassRule, string>,
    declaration: { automatic: 'counts by itself', declared: 'is declared' } satisfies Record<Declaration, string>,
    consent: { never: 'never', by_agreement: 'by agreement' } satisfies Record<ConsentRule, string>,
    gifts: 'Players may give each other time',
    announced: 'announced',
    centre: 'First stone on the centre',
    ownSide: 'White’s first stone on White’s side',
    only26: 'One of the 26 openings',
    swapAfterThree: 'White may swap after three stones',
    agreedSwap: 'White may swap first',
    overlineAnyTime: 'Overlines can be claimed until the end',
    forcedLoss: 'The second in a turn loses',
  },
  usualClock: 'usual',
  notation: 'In short',
  notationHint: '15m+10s · 20m 3x30s · 10m/40 30m · 5m~3s delay · 5m^3s give-back · 20m 3x30s pass · 1x60s read 30 45 · shared 2h split 25% · free 30m 1x30s fouls 2',
  problems,
};

/** What every language has. */
export type LawWords = typeof lawEn;
