/** Puts the page together. */

import { mount } from 'svelte';
import App from './App.svelte';
import { settings } from './settings.svelte';

const target = document.getElementById('app');
if (!target) {
  throw new Error('the page has no place for the client');
}
await settings.load();
mount(App, { target });
