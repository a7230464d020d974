/** Puts the page together. */

import { mount } from 'svelte';
import App from './App.svelte';
import { router } from './route.svelte';
import { settings } from './settings.svelte';

const target = document.getElementById('app');
if (!target) {
  throw new Error('the page has no place for the client');
}
// A page that is put together in pieces jumps: what shows the game of the address comes with the words.
const game = router.route.type === 'game' ? import('./game/Game.svelte').catch(() => null) : null;
await Promise.all([settings.load(), game]);
mount(App, { target });
