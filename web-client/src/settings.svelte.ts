/** What this person likes, remembered in this browser. */

import { BOARD_THEMES, THEMES, type BoardTheme, type Theme } from './looks';
import { isLanguage, LANG_TAGS, languageFor, wordsOf, type Language, type Words } from './i18n';

/** Where this browser keeps them. */
export const KEY = 'tengen.settings';

interface Stored {
  theme: Theme;
  board: BoardTheme;
  sound: boolean;
  readOut: boolean;
  vibration: boolean;
  numbers: boolean;
  confirm: boolean;
  language: Language;
}

/** The settings; assigning one applies and remembers it. */
class Settings {
  theme = $state<Theme>('system');
  board = $state<BoardTheme>('wood');
  sound = $state(true);
  readOut = $state(true);
  vibration = $state(true);
  numbers = $state(false);
  confirm = $state(false);
  language = $state<Language>('en');
  #words = $state.raw<Words | null>(null);

  constructor() {
    this.confirm = matchMedia('(pointer: coarse)').matches;
    this.language = languageFor(navigator.languages);
    const stored = remembered();
    this.theme = THEMES.find((theme) => theme === stored.theme) ?? this.theme;
    this.board = BOARD_THEMES.find((board) => board === stored.board) ?? this.board;
    this.sound = stored.sound ?? this.sound;
    this.readOut = stored.readOut ?? this.readOut;
    this.vibration = stored.vibration ?? this.vibration;
    this.numbers = stored.numbers ?? this.numbers;
    this.confirm = stored.confirm ?? this.confirm;
    this.language = stored.language && isLanguage(stored.language) ? stored.language : this.language;
  }

  /** The words of the chosen language, or of the last one until they are there. */
  get words(): Words {
    if (!this.#words) {
      throw new Error('nothing is shown before there are words');
    }
    return this.#words;
  }

  /** Fetches the words of the chosen language. */
  async load(): Promise<void> {
    const { language } = this;
    const words = await wordsOf(language);
    if (language === this.language) {
      this.#words = words;
    }
  }

  /** Changes some of them, and remembers exactly those: what was never chosen keeps following the browser. */
  change(some: Partial<Stored>): void {
    Object.assign(this, some);
    if (some.language) {
      // If they cannot be fetched now, the page goes on in the language it has.
      void this.load().catch(() => undefined);
    }
    try {
      localStorage.setItem(KEY, JSON.stringify({ ...remembered(), ...some }));
    } catch {
      // A browser that keeps nothing still shows the choice until the page is closed.
    }
  }

  /** Puts the choices where the style sheets look for them. */
  apply(root: HTMLElement): void {
    root.dataset.theme = this.theme;
    root.dataset.board = this.board;
    root.lang = LANG_TAGS[this.language];
  }
}

function remembered(): Partial<Stored> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Stored>;
  } catch {
    return {};
  }
}

export const settings = new Settings();
