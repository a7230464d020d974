/** Words for what fingers do and feel. */

export const touchEn = {
  vibration: 'Vibration',
  vibrationHint: 'At your turn, and when time is short.',
  hold: 'Hold a finger on the board to see the point enlarged; lift it to choose.',
};

/** What every language has. */
export type TouchWords = typeof touchEn;
