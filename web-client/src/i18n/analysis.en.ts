/** Words for the analysis board. They are fetched with it. */

/** Why a file is not read, by the server's code. */
const badFile: Record<string, string> = {
  too_large: 'A file of more than 64 KiB is not read.',
  not_text: 'This is no text in UTF-8.',
  bad_beginning: 'This does not begin as an SGF or .psq file does.',
  bad_end: 'The file ends too early: a bracket is not closed.',
  unreadable: 'Something here is no move. Moves are written like h8 i9 j10.',
  other_game: 'The file says that it is another game than gomoku or renju.',
  bad_board: 'The board must have 15, 19 or 20 lines each way.',
  set_up: 'Stones are set up without their order. Save them as moves, Black and White by turns.',
  not_by_turns: 'This move is not by turns. Black has the odd moves.',
  off_board: 'This move lies off the board.',
  occupied: 'This move is on a point where a stone stands.',
  too_long: 'A line of more than 400 moves is not read.',
  too_many_variations: 'A game of more than 5000 moves with its variations is not read.',
  renlib_library: 'A library of RenLib is not read. Save the game as SGF or text there.',
  too_fast: 'That was too much at once. Try again in a moment.',
  unreachable: 'The server could not be reached. Try again.',
};

export const analysisEn = {
  title: 'Analysis',
  rules: 'Rules',
  renjuForBoth: 'Renju for both colours',
  board: 'Board',

  // What is said of the position
  toMove: (colour: string) => `${colour} to move`,
  five: (colour: string, stones: string) => `${colour} has five: ${stones}.`,
  overline: (stones: string, length: number) => `${length} in a row do not win: ${stones}.`,
  why: (point: string, foul: string, parts: string) => `${point} is forbidden (${foul}): ${parts}.`,
  fourThree: (point: string, parts: string) => `${point} makes a 4-3: ${parts}.`,
  row: (stones: string, length: number) => `${length} in a row, ${stones}`,
  four: (stones: string, fifths: string) => `the four ${stones} (five at ${fifths})`,
  three: (stones: string, fours: string) => `the three ${stones} (straight four at ${fours})`,
  notThree: (stones: string, reasons: string) => `${stones} is no three: ${reasons}.`,
  makesFive: (point: string) => `${point} would make a five`,
  wouldBe: (point: string, foul: string) => `${point} is itself forbidden (${foul})`,
  and: ' and ',
  space: ' ',
  again: 'Press the point again to play there.',
  forbiddenTo: (colour: string) => `Forbidden to ${colour}`,
  forbiddenHere: 'Forbidden: press to see why',
  noneForbidden: 'No point is forbidden.',
  judging: 'Looking …',
  notJudged: 'The server could not be asked what is forbidden here.',
  retry: 'Try again',
  said: (number: number, colour: string, point: string) => `Move ${number}, ${colour} ${point}.`,
  saidForbidden: (n: number) => (n === 1 ? '1 point is forbidden.' : `${n} points are forbidden.`),
  atStart: 'Before the first move.',

  // Moves
  moves: 'Moves and variations',
  empty: 'Put a stone on the board, or open a game below.',
  back: 'One move back',
  on: 'One move on',
  start: 'To the start',
  end: 'To the end of the line',
  pass: 'Pass',
  promote: 'Make it the main line',
  remove: 'Delete from this move on',
  undo: 'Undo',
  removed: 'Deleted.',
  replaced: 'Another game is on the board.',
  comment: 'Comment',
  variation: 'Variation',
  full: 'No more moves can be added here.',

  // Opening a game
  open: 'Open a game',
  paste: 'SGF, .psq or moves like h8 i9 j10',
  read: 'Put it on the board',
  file: 'Choose a file',
  drop: 'You can also drop a file on the page.',
  dropNow: 'Drop the file: its game is put on the board.',
  clear: 'Empty the board',
  badFile,
  inLine: (line: number) => `Line ${line}.`,
  atMove: (move: number) => `Move ${move}.`,
  fetching: 'Fetching the game …',
  noGame: 'The game could not be fetched.',
  yourGame: 'You are playing this game. You can analyse it when it is over.',
  toGame: 'To the game',

  // Keeping and sharing
  share: 'Save and share',
  copyLink: 'Copy link to this line',
  notCopied: 'The link could not be copied. It is the address of this page.',
  text: 'Text',
  picture: 'Picture',

  // Keys
  keys: 'Keys',
  keyList: {
    steps: 'One move back, one on',
    siblings: 'Another variation',
    ends: 'To the start, to the end',
    board: 'To the board; the arrows walk it, Enter plays',
    pass: 'Pass',
    promote: 'Make the variation the main line',
    remove: 'Delete from this move on',
    undo: 'Undo',
    numbers: 'Move numbers',
  },
};

/** What every language has. */
export type AnalysisWords = typeof analysisEn;
