/** The list of games. Pure. */

import type { Lobby, LobbyChange, LobbyGame, Person } from './protocol';

/** The games there are, the newest first, how many people are connected, and where somebody waits for an opponent. */
export interface LobbyList {
  games: readonly LobbyGame[];
  people: number;
  /** The presets under which somebody looks for an opponent. */
  waited_in: readonly string[];
  /** The running game that is shown to anybody. */
  featured: string | null;
}

/** The list after a message. A change before the first list is of no use. */
export function listAfter(list: LobbyList | null, message: Lobby | LobbyChange): LobbyList | null {
  if (message.type === 'lobby') {
    return { ...aroundOf(message), games: newestFirst(message.games) };
  }
  if (!list) {
    return null;
  }
  const gone = new Set([...message.removed, ...message.changed.map((game) => game.room)]);
  const stay = list.games.filter((game) => !gone.has(game.room));
  return { ...aroundOf(message), games: newestFirst([...stay, ...message.changed]) };
}

function aroundOf({ people, waited_in, featured }: Lobby | LobbyChange): Omit<LobbyList, 'games'> {
  return { people, waited_in, featured };
}

/** Newer games above, and an order that two equally new ones keep. */
function newestFirst(games: readonly LobbyGame[]): LobbyGame[] {
  return [...games].sort((x, y) => y.wall_ms - x.wall_ms || (x.room < y.room ? -1 : 1));
}

/** Whether a person sits in a game. */
export function sitsIn(game: LobbyGame, person: Person | null): boolean {
  return person !== null && (game.seats.a?.id === person.id || game.seats.b?.id === person.id);
}
