/** Words for how a game begins: the choice of colours, a time that is set, and the lots that can be checked. */

export const startEn = {
  // What happened
  begun: 'Both are here. Colours are being settled.',
  committed: (name: string) => `${name} has taken some stones in the hand.`,
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
  timeFouled: (name: string) => `${name} is out of time: a foul. The period begins again.`,

  // Before the game
  beginning: 'The game is about to begin.',
};

/** What every language has. */
export type StartWords = typeof startEn;
