/** Words for arbiters, adjournments and what is said beside a game. */

export const arbiterEn = {
  // What happened
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
  timeSplit: 'The arbiter has split the shared time: each has half of what was left.',
  penalised: (name: string, time: string) => `Time penalty: ${time} taken from ${name}.`,
  granted: (name: string, time: string) => `${time} given to ${name}.`,
  restarted: (name: string) => `The game starts again. ${name} has Black.`,
  clocksReset: 'The clocks begin anew.',
  adjourned: 'The game is adjourned. The player to move seals the next move.',
  sealed: (name: string) => `${name} has sealed a move.`,
  unsealed: (name: string) => `The sealed move of ${name} is opened.`,
  confirmed: (name: string) => `${name} confirms the position.`,
  punished: (name: string) => `The arbiter has ruled against ${name}.`,
};

/** What every language has. */
export type ArbiterWords = typeof arbiterEn;
