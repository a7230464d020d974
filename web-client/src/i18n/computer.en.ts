/** Words for games against the computer. */

export const computerEn = {
  title: 'Play the computer',
  meanwhile: 'Play the computer meanwhile',
  hint: 'It is there at once, plays every rule set, and never minds losing.',
  meanwhileHint: 'Your search goes on. When somebody comes, this game is given up and yours with them begins.',
  level: 'Level',
  levels: ['Gentle', 'Easy', 'Club', 'Strong', 'Master'],
  abouts: [
    'Sees fives and fours, and overlooks things like a beginner.',
    'Looks two moves ahead.',
    'Looks a few moves ahead and knows short wins by fours.',
    'Looks farther, and finds long wins by fours.',
    'Everything it can.',
  ],
  rules: 'Rules',
  play: 'Play',
  starting: 'Starting …',
  invite: 'Invite the computer',
  inviteHint: 'Nobody there yet? The computer takes the free seat.',
  invited: 'Invited. It is coming …',
  looking: 'Looking for an opponent',
  stop: 'Stop looking',
};

export type ComputerWords = typeof computerEn;
