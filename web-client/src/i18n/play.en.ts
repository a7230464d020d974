/** Words for openings, claims, draws, passes, take-backs and pauses. */

import type { OpeningChoice, Violation } from '../protocol';

const choiceNames: Record<OpeningChoice, string> = {
  stay: 'stay',
  swap: 'swap',
  place_two: 'two more stones',
  place_fifth: 'the fifth stone',
  offer_fifths: 'alternatives',
};

const violations: Record<Violation, string> = {
  improper_offer: 'improper draw offer',
  wrong_claims: 'wrong claims',
  ruled: 'ruled by the arbiter',
};

export const playEn = {
  // What is owed
  actor: (colour: string, name: string) => `${colour} (${name})`,
  inCentre: 'in the centre',
  insideZone: (lines: number) => `inside the marked ${lines} × ${lines}`,
  outsideZone: (lines: number) => `outside the marked ${lines} × ${lines}`,
  ownSide: 'on the marked side',
  yourStone: (colour: string, where: string) => `Your move: place a ${colour.toLowerCase()} stone ${where}.`,
  theirStone: (who: string, colour: string, where: string) => `${who} places a ${colour.toLowerCase()} stone ${where}.`,
  anywhere: 'anywhere',
  yourChoice: (colour: string) => `You are ${colour} now. Your choice:`,
  theirChoice: (who: string, options: string) => `${who} chooses: ${options}.`,
  or: ' or ',
  choiceNames,
  stay: (colour: string) => `Stay ${colour}`,
  swap: (colour: string) => `Swap: play ${colour}`,
  placeTwo: 'Put two more stones',
  placeFifth: 'Place the fifth stone',
  offerFifths: (number: number) => `Offer ${number} alternatives`,
  yourNumber: (most: number) => `Say how many alternatives there will be for move 5 (1 to ${most}).`,
  theirNumber: (who: string) => `${who} says how many alternatives there will be for move 5.`,
  announce: (number: number) => `Announce ${number}`,
  fewer: 'Fewer',
  more: 'More',
  yourAlternatives: (number: number, left: number) =>
    left > 0 ? `Choose ${number} alternatives for move 5: ${left} to go.` : `Show these ${number} alternatives for move 5?`,
  theirAlternatives: (who: string, number: number) => `${who} shows ${number} alternatives for move 5.`,
  show: (number: number) => `Show ${number} alternatives`,
  clear: 'Clear',
  yourKeep: 'Keep one alternative; it becomes Black’s move 5.',
  theirKeep: (who: string) => `${who} keeps one of the alternatives.`,
  keepHere: (letter: string, point: string) => `Keep ${letter} on ${point}?`,
  keep: 'Keep',
  lastClaim: 'The board is full. The last stone can still be claimed for a moment.',
  outsideHint: (where: string) => `This stone goes ${where}.`,
  sameShape: (one: string, other: string) => `${one} and ${other} make the same shape. Replace one of them.`,

  // Forbidden moves
  claim: 'Claim forbidden move',
  claimThis: (point: string) => `Claim that ${point} was forbidden?`,
  claimWhich: 'Choose the stone that made an overline.',
  claimOther: 'Or choose another stone that made an overline.',
  claimYes: 'Claim',
  claimRisk: 'The first wrong claim is free; every further one is a violation.',
  playsAgain: (name: string, point: string, foul: string) => `${point} was forbidden (${foul}); ${name} plays again.`,
  claimFailed: (name: string, point: string) => `${name}’s claim was wrong: ${point} was not forbidden.`,
  violated: (name: string, how: string) => `Violation by ${name}: ${how}. A second one loses.`,
  violations,
  violationCount: (n: number) => (n === 1 ? '1 violation' : `${n} violations`),
  violationHint: 'The second violation loses the game.',
  forbiddenHere: 'Forbidden to the side that is to move',
  pointForbidden: (point: string, foul: string | null) => `${point}, empty, forbidden${foul ? `: ${foul}` : ''}`,
  pointOutside: (point: string) => `${point}, empty, outside the zone`,
  pointAlternative: (point: string, letter: string) => `${point}, alternative ${letter}`,
  withFive: 'Declare a five with this move',
  declareFive: 'Declare five',

  // Draws, passes, favours
  withDraw: 'Offer a draw with this move',
  offerNow: 'Offer draw now',
  offerNowHint: 'In your opponent’s time: they may accept, or object and it counts as a violation.',
  improperOffer: (name: string) => `${name} offers a draw improperly. Accept it, decline it, or object.`,
  object: 'Object',
  offerDropped: (name: string) => `${name}’s draw offer was left out: two more than the opponent at most.`,
  drawDeclined: (name: string) => `${name} declined the draw.`,
  pass: 'Pass',
  passReally: 'Really pass? Two passes in a row are a draw.',
  yesPass: 'Yes, pass',
  takeback: 'Take back',
  takebackAsked: (name: string) => `${name} asks to take the last move back.`,
  takebackSent: 'You have asked to take your move back.',
  takenBack: 'The move was taken back.',
  wasPaused: 'The game was paused.',
  wentOn: 'The game went on.',
  pause: 'Pause',
  pauseAsked: (name: string) => `${name} asks for a pause.`,
  pauseSent: 'You have asked for a pause.',
  grant: 'Allow',
  deny: 'Refuse',
  denied: (name: string) => `${name} refused.`,
  giveTime: 'Give 15 s',
  timeGiven: (from: string, to: string, seconds: number) => `${from} gives ${to} ${seconds} s.`,
  goneWait: (name: string) => `${name} is gone. You can claim the game when the time is up.`,
  goneLong: (name: string) => `${name} has been gone for so long that you can claim the game.`,
  claimGame: 'Claim the game',
  standsStill: 'The game is paused; the clocks stand still.',
  resume: 'Go on',

  // Moves and steps in the list and for the ear
  stepNames: {
    stay: 'stays',
    swap: 'swaps colours',
    place_two: 'puts two more stones',
    place_fifth: 'places the fifth',
    offer_fifths: 'offers alternatives',
  } satisfies Record<OpeningChoice, string>,
  stepAnnounced: (number: number) => `n = ${number}`,
  stepShowed: (points: string) => `shows ${points}`,
  stepKept: (point: string) => `${point} kept`,
  stepDropped: (points: string) => `not ${points}`,
  saidStep: (name: string, text: string) => `${name} ${text}.`,
  openingName: 'Opening',
};

/** What every language has. */
export type PlayWords = typeof playEn;
