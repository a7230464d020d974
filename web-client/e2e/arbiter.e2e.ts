import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { assemble, confirm, panelOf, convene, everyone, everyoneReads, fill, isInOrder, rule, ruleOn, type Court } from './office';
import { launch } from './people';
import { GameServer } from './server';

let browser: Browser;
let court: Court;
const server = new GameServer();

beforeAll(async () => {
  [browser] = await Promise.all([launch(), server.start()]);
  court = await assemble(browser, server.url);
});
afterEach(() => isInOrder(court));
afterAll(async () => {
  await browser?.close();
  await server.stop();
});

test('an arbiter comes by the link, and nobody else has anything to rule from', async () => {
  await convene(court, server.url, { clock: '10m' });
  const { ann, bo, eve, kim } = court;
  for (const someone of [ann, bo, eve]) {
    expect(await panelOf(someone).count()).toBe(0);
    expect(await someone.page.locator('[data-show-tab="arbiter"]').count()).toBe(0);
    expect(await someone.page.locator('[data-arbiters="1"]').innerText()).toBe(someone.words.arbiter.present(await kim.name()));
  }
  // Whoever opened the table has the link, but no use of it; a spectator has neither.
  expect(await eve.page.locator('[data-arbiter-link]').count()).toBe(0);
  expect(await ann.triesTo({ type: 'rule', ruling: { type: 'draw' }, reason: 'I say so' })).toBe('forbidden_role');
  expect(await eve.triesTo({ type: 'officiate', key: 'a-key-that-is-none' })).toBe('bad_key');
  // The arbiter's page knows it after a reload, without the key.
  await kim.page.reload();
  await panelOf(kim).waitFor();
  expect(await kim.page.locator('[data-press="officiate"]').count()).toBe(0);
});

test('a halt stops clocks and players, and its time is charged when the game goes on', async () => {
  await convene(court, server.url, { clock: '10m' });
  const { ann, bo, eve, kim } = court;
  await ann.plays('h8');
  await bo.page.locator('svg.placing').waitFor();
  await rule(kim, 'halt', { reason: 'a fire alarm' });
  const name = await kim.name();
  await everyone(court, ({ arbiter }) => `${arbiter.ruled(name, 'a fire alarm')} — ${arbiter.halted}`);
  await everyoneReads(court, ({ arbiter }) => arbiter.standsHalted);
  await ann.hears('a fire alarm');
  for (const someone of [ann, bo]) {
    expect(await someone.page.locator('.clock.running').count()).toBe(0);
    expect(await someone.page.locator('svg.placing').count()).toBe(0);
    expect(await someone.page.locator('[data-press="resume"]').count()).toBe(0);
  }
  expect(await bo.triesTo({ type: 'place', ply: 1, point: 'h9' })).toBe('halted');
  expect(await bo.triesTo({ type: 'resume' })).toBe('halted');

  const before = await eve.seconds('b');
  await rule(kim, 'go_on', { reason: 'it was his phone', charged: 'b', time: '1:30' });
  const offender = await bo.name();
  await everyone(court, ({ arbiter }) => `${arbiter.continued} ${arbiter.charged(offender, '1:30')}`);
  await bo.page.locator('svg.placing').waitFor();
  for (const someone of [ann, bo, eve]) {
    expect(before - (await someone.seconds('b'))).toBeGreaterThanOrEqual(90);
    expect(before - (await someone.seconds('b'))).toBeLessThan(100);
  }
  await bo.plays('h9');
  await ann.sees('h9');
});

test('clocks are set and penalties taken; more than the rules allow has to be meant', async () => {
  await convene(court, server.url, { clock: '20m', preset: 'cn2009' });
  const { ann, bo, eve, kim } = court;
  await rule(kim, 'set_clock', { seat: 'a', time: '12:34', reason: 'wrongly set' });
  const [first, second] = [await ann.name(), await bo.name()];
  await everyone(court, ({ arbiter }) => arbiter.clockSet(first, '12:34'));
  for (const someone of [ann, bo, eve]) {
    const seconds = await someone.seconds('a');
    expect(seconds).toBeLessThanOrEqual(754);
    expect(seconds).toBeGreaterThan(740);
  }

  // What the edition foresees is filled in already.
  await fill(kim, 'time_penalty', { seat: 'b', reason: 'the phone again' });
  const [minus, plus] = await Promise.all(['minus', 'plus'].map((field) => panelOf(kim).locator(`[data-time="${field}"]`).inputValue()));
  expect([minus, plus]).toEqual(['5:00', '2:00']);
  await panelOf(kim).locator('[data-time="minus"]').fill('6:00');
  await panelOf(kim).locator('[data-rule]').click();
  await panelOf(kim).locator('[data-trouble="over_limit"]', { hasText: kim.words.console.forceLimit }).waitFor();
  expect(await bo.seconds('b')).toBe(1200);
  await panelOf(kim).locator('[data-force]').check();
  await confirm(kim);
  await everyone(court, ({ arbiter }) => `${arbiter.penalised(second, '6:00')} ${arbiter.granted(first, '2:00')}`);
  expect(await ann.seconds('b')).toBe(840);

  await fill(kim, 'time_penalty', { seat: 'b', minus: '15:00', reason: 'and again' });
  await panelOf(kim).locator('[data-rule]').click();
  await panelOf(kim).locator('[data-force]').check();
  await panelOf(kim).locator('[data-rule]').click();
  await panelOf(kim).locator('[data-trouble="exceeds_time"]', { hasText: kim.words.console.exceedsTime }).waitFor();
  await kim.page.keyboard.press('Escape');
  expect(await panelOf(kim).locator('[data-rule-form]').count()).toBe(0);
});

test('a charge that uses up the time of a player has to be meant, and loses', async () => {
  await convene(court, server.url, { clock: '1m' });
  const { ann, bo, kim } = court;
  await rule(kim, 'halt', { reason: 'a dispute' });
  await fill(kim, 'go_on', { charged: 'a', time: '2:00', reason: 'the dispute was hers' });
  await panelOf(kim).locator('[data-rule]').click();
  await panelOf(kim).locator('[data-trouble="needs_force"]', { hasText: kim.words.console.forceFlag }).waitFor();
  await panelOf(kim).locator('[data-force]').check();
  await confirm(kim);
  await ann.reads(`${ann.words.youLose} · ${ann.words.reasons.flag}`);
  await bo.reads(`${bo.words.youWin} · ${bo.words.reasons.flag}`);
});

test('the second violation loses, and everybody reads why', async () => {
  await convene(court, server.url, { clock: 'none' });
  const { ann, bo, eve, kim } = court;
  const name = await bo.name();
  await rule(kim, 'violation', { seat: 'b', reason: 'humming' });
  await everyone(court, ({ play }) => play.violated(name, play.violations.ruled));
  await Promise.all([ann, bo, eve].map(({ page }) => page.locator('[data-bar="b"] [data-violations="1"]').waitFor()));
  await fill(kim, 'violation', { seat: 'b', reason: 'humming again' });
  await panelOf(kim).locator('[data-hint]', { hasText: kim.words.console.hints.secondViolation(name) }).waitFor();
  await confirm(kim);
  await everyone(court, () => 'humming again');
  await ann.reads(`${ann.words.youWin} · ${ann.words.reasons.violations}`);
  await bo.reads(`${bo.words.youLose} · ${bo.words.reasons.violations}`);
  await eve.reads(eve.words.reasons.violations);
});

test('colours are corrected, and a game is played again', async () => {
  await convene(court, server.url, { clock: '10m' });
  const { ann, bo, eve, kim } = court;
  await ann.plays('h8');
  await rule(kim, 'recolour', { cause: 'pairing', reason: 'see the pairing' });
  const [first, second] = [await ann.name(), await bo.name()];
  await everyone(court, ({ arbiter }) => `${arbiter.restarted(second)} ${arbiter.clocksReset}`);
  await bo.page.locator('svg.placing').waitFor();
  expect(await eve.stones()).toBe(0);
  for (const someone of [ann, bo, eve]) {
    await someone.page.locator('[data-bar="b"] .stone.black').waitFor();
  }
  for (const [index, point] of ['h8', 'h9', 'i9', 'i8'].entries()) {
    await (index % 2 === 0 ? bo : ann).plays(point);
  }
  await eve.sees('i8');
  // Too late for that now.
  await panelOf(kim).locator('[data-ruling="recolour"]').waitFor({ state: 'detached' });
  await rule(kim, 'replay', { reason: 'the board was knocked over' });
  await everyone(court, ({ arbiter }) => `the board was knocked over — ${arbiter.restarted(second)}`);
  for (const someone of [ann, bo, eve]) {
    await someone.stone('h8').waitFor({ state: 'detached' });
    expect(await someone.stones()).toBe(0);
  }
  await bo.plays('j10');
  await ann.sees('j10');
  // Whoever comes later reads the same, at the same places.
  const lines = ({ page }: typeof ann) => page.locator('[data-act-after]').evaluateAll((all) => all.map((each) => [each.getAttribute('data-act-after'), each.textContent]));
  const live = await lines(ann);
  await ann.page.reload();
  await ann.sees('j10');
  expect(await lines(ann)).toEqual(live);
  expect(first).not.toBe(second);
});

test('a draw is ruled, and after the end a loss that leaves the other half a point', async () => {
  await convene(court, server.url, { clock: 'none' });
  const { ann, bo, eve, kim } = court;
  await ann.plays('h8');
  await rule(kim, 'draw', { reason: 'the hall is flooded' });
  await everyone(court, ({ draw, reasons }) => `the hall is flooded — ${draw} · ${reasons.ruled}`);
  await everyoneReads(court, ({ draw, reasons }) => `${draw} · ${reasons.ruled}`);
  const left = await panelOf(kim).locator('.acts [data-ruling]').evaluateAll((all) => all.map((each) => each.getAttribute('data-ruling')));
  expect(left).toEqual(['loss', 'annul', 'move_board']);
  await rule(kim, 'loss', { seat: 'a', reason: 'arranged' });
  const name = await ann.name();
  await everyone(court, ({ arbiter }) => arbiter.punished(name));
  await everyoneReads(court, ({ arbiter }) => arbiter.punishedText(name, arbiter.points.draw));
  for (const someone of [ann, bo, eve]) {
    await someone.page.locator('[data-bar="a"] [data-score="loss"]').waitFor();
    await someone.page.locator('[data-bar="b"] [data-score="draw"]').waitFor();
  }
});

test('a spectator is silenced, then sent out, and comes back only when let in', async () => {
  await convene(court, server.url, { clock: 'none' });
  const { ann, bo, eve, kim } = court;
  const name = await eve.name();
  await eve.says('h9!');
  await kim.shows('talk');
  await kim.page.locator('[data-talk] .line', { hasText: 'h9!' }).waitFor();
  await kim.shows('arbiter');
  await ruleOn(kim, name, 'mute', 'prompting');
  await everyone(court, ({ arbiter }) => arbiter.muted(name));
  await eve.says('sorry');
  await eve.page.locator('#say-trouble', { hasText: eve.words.codes.muted ?? '' }).waitFor();

  await ruleOn(kim, name, 'remove', 'prompting again');
  await eve.page.getByRole('heading', { name: eve.words.arbiter.removedTitle }).waitFor();
  await everyone(court, ({ arbiter }) => arbiter.removed(name), [ann, bo, kim]);
  await eve.page.reload();
  await eve.page.getByRole('heading', { name: eve.words.arbiter.removedTitle }).waitFor();
  expect(await eve.page.locator('#board').count()).toBe(0);

  await ruleOn(kim, name, 'readmit', 'a second chance');
  await everyone(court, ({ arbiter }) => arbiter.readmitted(name), [ann, bo, kim]);
  await eve.page.reload();
  await eve.phase('playing');
  await ruleOn(kim, name, 'unmute', 'a second chance');
  await everyone(court, ({ arbiter }) => arbiter.unmuted(name));
  await eve.says('thank you');
  await kim.shows('talk');
  await kim.page.locator('[data-talk] .line', { hasText: 'thank you' }).waitFor();
});

test('a player calls the arbiter, and the clock runs on', async () => {
  await convene(court, server.url, { clock: '10m' });
  const { ann, bo, kim } = court;
  await bo.acts('complain');
  await bo.page.locator('#complain').fill('the room is too cold');
  await bo.page.locator('#complain').press('Enter');
  const name = await bo.name();
  await everyone(court, ({ arbiter }) => arbiter.complained(name, 'the room is too cold'));
  await kim.hears('the room is too cold');
  await ann.page.locator('.clock.running').waitFor();
  await bo.page.locator('[data-act="resign"]').waitFor();
});

test('what spectators say is not heard by the players before the game is over', async () => {
  await convene(court, server.url, { clock: 'none' });
  const { ann, bo, eve, kim } = court;
  const line = ({ page }: typeof ann, text: string) => page.locator('[data-talk] .line', { hasText: text });
  await Promise.all([ann, bo, eve, kim].map((someone) => someone.shows('talk')));
  await eve.says('White should play h9');
  await Promise.all([eve, kim].map((someone) => line(someone, 'White should play h9').waitFor()));
  await line(eve, 'h9').and(eve.page.locator('[data-role="spectator"]')).waitFor();
  await bo.says('a good game');
  await Promise.all([ann, bo, eve, kim].map((someone) => line(someone, 'a good game').waitFor()));
  await kim.says('silence, please');
  await Promise.all([ann, bo, eve, kim].map((someone) => line(someone, 'silence, please').waitFor()));
  // Lines come in order: by now the first one would have come.
  for (const someone of [ann, bo]) {
    expect(await line(someone, 'h9').count()).toBe(0);
    expect(someone.frames.filter((frame) => frame.includes('should play'))).toEqual([]);
  }
  await ann.acts('resign');
  await ann.does('resign');
  await Promise.all([ann, bo, eve].map((someone) => someone.phase('over')));
  // Now they read what was said meanwhile, and what is said from here on.
  await Promise.all([ann, bo].map((someone) => line(someone, 'White should play h9').waitFor()));
  await eve.says('well played');
  await Promise.all([ann, bo].map((someone) => line(someone, 'well played').waitFor()));
});

test('who opens a table to arbitrate does not play, and arbitrates the rematch too', async () => {
  const { ann, bo, eve } = court;
  await ann.page.goto(server.url);
  const table = await ann.create({ clock: 'none', colours: 'black_a', visibility: 'link', arbitration: 'opener' });
  await ann.reads(ann.words.arbiter.waiting);
  await ann.page.locator('[data-arbiter-link]').waitFor();
  await ann.page.locator('[data-press="abort"]', { hasText: ann.words.closeTable }).waitFor();
  expect(await ann.page.locator('[data-press="sit"]').count()).toBe(0);
  expect(await ann.triesTo({ type: 'sit' })).toBe('arbiter_cannot_play');
  await bo.page.goto(table);
  await bo.does('sit');
  await bo.reads(bo.words.waitingForOpponent);
  await eve.page.goto(table);
  await eve.does('sit');
  await Promise.all([ann, bo, eve].map((someone) => someone.phase('playing')));
  // Who sat down first has the first seat, and so the colour that was chosen for it.
  await bo.page.locator('[data-bar="a"] .stone.black').waitFor();
  await ann.shows('arbiter');
  await rule(ann, 'double_loss', { reason: 'neither plays' });
  await everyone(court, ({ bothLose, reasons }) => `neither plays — ${bothLose} · ${reasons.ruled}`, [ann, bo, eve]);
  await Promise.all([bo, eve].map((someone) => someone.reads(`${someone.words.youLose} · ${someone.words.reasons.ruled}`)));
  await bo.does('offer_rematch');
  await eve.does('accept_rematch');
  await Promise.all([bo, eve].map((someone) => someone.phase('playing')));
  await ann.does('go_rematch');
  await ann.phase('playing');
  await panelOf(ann).waitFor();
  expect(ann.page.url()).not.toBe(table);

  await ann.page.goto(server.url);
  const other = await ann.create({ clock: 'none', visibility: 'link', arbitration: 'opener' });
  await bo.page.goto(other);
  await bo.does('sit');
  await ann.does('abort');
  await Promise.all([ann, bo].map((someone) => someone.reads(someone.words.reasons.aborted)));
});
