/** What stands below or beside the quick pairing: fetched when that is there, as one. */

export { default as CreatePanel } from './CreatePanel.svelte';
export { default as Featured } from '../watch/Featured.svelte';
export { default as GameShelf } from './GameShelf.svelte';
export { default as PlayComputer } from '../computer/PlayComputer.svelte';
