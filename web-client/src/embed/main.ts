/** Puts the board for a frame together. The address says which room, and how it looks. */

import '../style/index.css';
import { mount } from 'svelte';
import { settings } from '../settings.svelte';
import { watchWordsOf } from '../watch/words.svelte';
import Embed from './Embed.svelte';
import { wishesIn } from './wishes';

const target = document.getElementById('app');
if (!target) {
  throw new Error('the page has no place for the board');
}
const { room, ...look } = wishesIn(location.pathname, location.search);
// What this browser remembers of our own pages does not hold on somebody else's.
Object.assign(settings, { theme: 'system', board: 'wood' }, look);
await settings.load();
settings.apply(document.documentElement);
mount(Embed, { target, props: { room, words: settings.words, own: await watchWordsOf(settings.language) } });
