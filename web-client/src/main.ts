/** Puts the page together. */

import { mount } from 'svelte';
import App from './App.svelte';
import { gamePage } from './pages';
import { router } from './route.svelte';
import { settings } from './settings.svelte';

const target = document.getElementById('app');
if (!target) {
  throw new Error('the page has no place for the client');
}
// Together, and before anything is shown: a page that is put together in pieces jumps.
await Promise.all([settings.load(), router.route.type === 'game' ? gamePage.load() : null]);
mount(App, { target });
