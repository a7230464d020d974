/** Puts the page together. */

import './style/index.css';
import './style/shell.css';
import { flushSync, mount } from 'svelte';
import App from './App.svelte';
import { listen } from './early';
import { loadPage } from './pages';
import { router } from './route.svelte';
import { settings } from './settings.svelte';

const target = document.getElementById('app');
if (!target) {
  throw new Error('the page has no place for the client');
}
void start(target);

/**
 * Shows the page when all of it is here: one that is put together in pieces jumps. No `await` of the module's own: the
 * page of a game waits for this module, and this for it.
 */
async function start(target: HTMLElement): Promise<void> {
  await Promise.all([settings.load(), loadPage(router.route)]);
  target.replaceChildren();
  mount(App, { target });
  flushSync();
  // What has come already is shown with the first picture, and not drawn after it.
  listen();
}
