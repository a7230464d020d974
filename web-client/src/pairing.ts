/** The search for an opponent under a preset: what is offered, and what the wait looks like. Pure. */

import { PRESETS, type PresetId } from './presets';

/** The presets that are offered at once. */
export const FIRST: readonly PresetId[] = ['freestyle', 'standard', 'renju', 'swap2', 'taraguchi10', 'cn2013'];

/** The presets behind "More". */
export const REST: readonly PresetId[] = PRESETS.map(({ id }) => id).filter((id) => !FIRST.includes(id));

/** The presets to show: those that were opened, and never without the one that this person waits under. */
export function offered(isOpen: boolean, waiting: PresetId | null): readonly PresetId[] {
  return isOpen || (waiting !== null && REST.includes(waiting)) ? [...FIRST, ...REST] : FIRST;
}

/** Whether somebody waits under one of these presets. */
export function isWaitedIn(ids: readonly PresetId[], waitedIn: readonly string[]): boolean {
  return ids.some((id) => waitedIn.includes(id));
}

/** How long somebody has waited: `0:12`, `61:05`. */
export function waitText(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
