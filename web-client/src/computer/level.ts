/** Which of the server's computers is offered first. Pure but for what this browser remembers. */

import type { Computer } from '../protocol';

/** The level that is offered to who has not chosen one. */
export const LEVEL_USUAL = 2;

const KEY = 'tengen.computer';
const ABSENT = 'tengen.no-computer';

/** The computer of a level, or the usual one, or any. */
export function levelFor(level: number | null, computers: readonly Computer[]): Computer | null {
  const of = (wanted: number | null) => computers.find((computer) => computer.level === wanted);
  return of(level) ?? of(LEVEL_USUAL) ?? computers[0] ?? null;
}

/** The level that was chosen last in this browser. */
export function rememberedLevel(): number | null {
  try {
    const level = Number(localStorage.getItem(KEY));
    return Number.isInteger(level) && level > 0 ? level : null;
  } catch {
    return null;
  }
}

/** Whether the server had no computer when it was asked last. */
export function rememberedAbsence(): boolean {
  try {
    return localStorage.getItem(ABSENT) !== null;
  } catch {
    return false;
  }
}

/** Remembers whether the server has a computer. */
export function rememberAbsence(isAbsent: boolean): void {
  try {
    if (isAbsent) {
      localStorage.setItem(ABSENT, '');
    } else {
      localStorage.removeItem(ABSENT);
    }
  } catch {
    // A browser that keeps nothing keeps the computer a place, and gives it up when it is known that there is none.
  }
}

/** Remembers a level. */
export function rememberLevel(level: number): void {
  try {
    localStorage.setItem(KEY, String(level));
  } catch {
    // A browser that keeps nothing offers the usual level the next time.
  }
}
