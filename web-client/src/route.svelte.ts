/** Which page is shown. The address is the truth; links change it without a reload. */

export type Route =
  | { type: 'lobby' }
  | { type: 'game'; room: string }
  /** Finished games; the query says which. */
  | { type: 'games'; query: string }
  /** Many running games at once. */
  | { type: 'watch' }
  /** The analysis board; the query says what is on it. */
  | { type: 'analysis'; query: string }
  /** The bots that are here. */
  | { type: 'bots' }
  /** Competitions. */
  | { type: 'competitions' }
  /** One of them. */
  | { type: 'competition'; competition: string }
  | { type: 'lost' };

/** A room's name is 12 letters, without the four that are easily misread. */
const ROOM = /^\/g\/([0-9a-hjkmnp-tv-z]{12})\/?$/;
const GAMES = /^\/games\/?$/;
const WATCH = /^\/watch\/?$/;
const ANALYSIS = /^\/analysis\/?$/;
const BOTS = /^\/bots\/?$/;

const COMPETITIONS = /^\/competitions\/?$/;
const COMPETITION = /^\/c\/([0-9a-hjkmnp-tv-z]{12})\/?$/;

/** The page of an address. */
export function routeOf(path: string, query = ''): Route {
  const room = ROOM.exec(path)?.[1];
  if (room) {
    return { type: 'game', room };
  }
  const competition = COMPETITION.exec(path)?.[1];
  if (competition) {
    return { type: 'competition', competition };
  }
  if (COMPETITIONS.test(path)) {
    return { type: 'competitions' };
  }
  if (GAMES.test(path)) {
    return { type: 'games', query };
  }
  if (WATCH.test(path)) {
    return { type: 'watch' };
  }
  if (ANALYSIS.test(path)) {
    return { type: 'analysis', query };
  }
  if (BOTS.test(path)) {
    return { type: 'bots' };
  }
  return path === '/' ? { type: 'lobby' } : { type: 'lost' };
}

/** The address of a room. */
export function pathOf(room: string): string {
  return `/g/${room}`;
}

/** The address of a competition. */
export function competitionOf(competition: string): string {
  return `/c/${competition}`;
}

/** The address of the analysis board with the game of a room, after so many entries of its list of moves. */
export function analysisOf(room: string, ply?: number): string {
  return `/analysis?game=${room}${ply === undefined ? '' : `&ply=${ply}`}`;
}

class Router {
  route = $state.raw<Route>(routeOf(location.pathname, location.search));

  /** Goes to another page. */
  go(path: string): void {
    if (path !== location.pathname + location.search) {
      history.pushState(null, '', path);
    }
    this.#read();
  }

  /** Follows the browser's own back and forward, and clicks on links to pages of ours. */
  listen(): void {
    addEventListener('popstate', () => this.#read());
    document.addEventListener('click', (event) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null;
      const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
      const isPage = link && !link.target && !link.hasAttribute('download');
      if (isPage && isPlain && link.origin === location.origin && !event.defaultPrevented) {
        event.preventDefault();
        this.go(link.pathname + link.search);
      }
    });
  }

  #read(): void {
    this.route = routeOf(location.pathname, location.search);
    scrollTo(0, 0);
  }
}

export const router = new Router();
