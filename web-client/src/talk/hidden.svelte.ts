/** Whose words this person does not want to read, remembered in this browser. */

import { withHidden } from './lines';

const KEY = 'tengen.hidden-people';
/** So many people are remembered. */
const PEOPLE_MAX = 200;

class HiddenPeople {
  #ids = $state.raw<readonly string[]>(remembered());
  readonly ids: ReadonlySet<string> = $derived(new Set(this.#ids));

  /** Hides a person, or shows them again. */
  set(id: string, isHidden: boolean): void {
    this.#ids = withHidden(this.#ids, id, isHidden, PEOPLE_MAX);
    try {
      localStorage.setItem(KEY, JSON.stringify(this.#ids));
    } catch {
      // A browser that keeps nothing still hides them until the page is closed.
    }
  }
}

function remembered(): readonly string[] {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '[]') as readonly string[];
  } catch {
    return [];
  }
}

export const hiddenPeople = new HiddenPeople();
