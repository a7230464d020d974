/** What stands beside or below the board. The board does not wait for it. */

export { default as About } from './About.svelte';
export { default as Actions } from './Actions.svelte';
export { default as MoveList } from './MoveList.svelte';
export { default as Sealed } from '../arbiter/Sealed.svelte';
export { default as Talk } from '../talk/Talk.svelte';
