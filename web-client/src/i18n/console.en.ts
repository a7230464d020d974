/** Words of the panel from which an arbiter rules. */

import type { ActName, GroupName, PersonAct } from '../arbiter/acts';
import type { Edition } from '../protocol';

const groups: Record<GroupName, string> = { clock: 'Clock', penalties: 'Penalties and results', game: 'Game' };

const acts: Record<ActName | PersonAct, string> = {
  halt: 'Stop the game',
  go_on: 'Go on',
  set_clock: 'Set a clock',
  split: 'Split the shared time',
  time_penalty: 'Time penalty',
  violation: 'Violation',
  loss: 'Loss',
  double_loss: 'Both lose',
  draw: 'Draw',
  replay: 'Play again',
  recolour: 'Correct the colours',
  adjourn: 'Adjourn',
  open_sealed: 'Open the sealed move',
  disqualify: 'Disqualify',
  uphold: 'Let the result stand',
  annul: 'Annul the result',
  move_board: 'Label the board',
  mute: 'Silence',
  unmute: 'Let speak',
  remove: 'Send out',
  readmit: 'Let back in',
};

export const consoleEn = {
  title: 'Arbiter',
  groups,
  acts,
  hints: {
    halt: 'No move is taken and no clock runs until you let the game go on.',
    set_clock: 'Sets what is left of the present period.',
    split: 'Each gets half of what is left, and the clock of who is to move runs.',
    penalties: {
      of2013: 'Up to 5:00 each; more has to be confirmed.',
      of2009: 'Usually 5:00 off, and 2:00 to the opponent.',
      older: 'Usually 5:00 off, and 2:00 to the opponent. Who has less than 7:00 left keeps them, and the opponent gets 7:00.',
    } satisfies Record<Edition, string>,
    violation: 'The second violation of a player loses the game.',
    secondViolation: (name: string) => `${name} has one already: this loses the game.`,
    loss: 'The opponent wins.',
    lateLoss: 'The game is over: the opponent’s points stand as they are.',
    double_loss: 'Nobody gets points.',
    draw: 'Half a point each.',
    replay: 'The board is emptied and the clocks begin anew.',
    recolour: 'The players change colours and begin anew.',
    adjourn: 'Who is to move seals a move; then the clocks stop.',
    open_sealed: 'The move is shown; it is played when both have confirmed.',
    disqualify: 'The game is lost, and so are those of the match to come.',
    uphold: 'The result is confirmed by that.',
    annul: 'What was won is taken away; the record keeps both.',
    move_board: 'Only the label changes; the game goes its way.',
  },
  onRules: 'It rests on how the rules are read, and the chief may overturn it',
  reason: 'Reason, for everybody to read',
  reasonHint: '1 to 200 characters',
  confirm: 'Rule it',
  whom: 'Player',
  charge: 'Whose clock pays',
  nobody: 'Nobody',
  both: 'Both',
  toCharge: 'Time to charge (min:s)',
  timeLeft: 'Time left (min:s)',
  minus: 'Off (min:s)',
  plus: 'To the opponent (min:s)',
  badTime: 'Write minutes and seconds: 5:00',
  cause: 'Cause',
  causes: { pairing: 'The pairing', players: 'The players' },
  force: 'All the same',
  forceFlag: 'This uses up a player’s time. Tick “All the same” if it is meant.',
  forceLimit: 'More than the rules foresee. Tick “All the same” if it is meant.',
  exceedsTime: 'The player has no more than that. The time can be given to the opponent instead.',
  spectators: 'Spectators',
  noSpectators: 'Nobody is watching.',
  silenced: 'silenced',
  sentOut: 'sent out',
};

/** What every language has. */
export type ConsoleWords = typeof consoleEn;
