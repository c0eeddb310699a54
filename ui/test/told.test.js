// What the page tells of answers that are made up here, as no sample page has all of them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { id, page, ready, visit } from '../session.js';

// answers has what the server answers at these addresses be changed.
const answers = (addresses, change) => page.route(addresses, async (route) => {
  const response = await route.fetch(), query = new URL(route.request().url()).searchParams;
  await route.fulfill({ response, json: change(await response.json(), query) });
});
const texts = (selector) => page.locator(selector).allInnerTexts();
const style = (at, name, pseudo) => at.evaluate((el, [n, p]) => getComputedStyle(el, p)[n], [name, pseudo]);
const facts = async () => (await page.locator('#block .facts').innerText()).split(' · ');

test('of a block its region, its place and the votes are told, and the strongest reasons for and against', async () => {
  const effects = [0.014, -0.007, 0.005, -0.0004, 0.0001, -0.00005, 0.00001, 0].map((effect, n) => ({ evidence: `evidence ${n}`, effect }));
  await page.route('**/blocks/*', (route) => route.fulfill({ json: effects }));
  await answers(`**/pages/${id('shop')}`, (data) => ({ ...data, spots: data.spots.map((spot, n) => [[10, 20, 30, 40], [0, 0, 0, 0]][n] ?? spot) }));
  await answers('**/labels?*', (judged) => ({ ...judged, regions: `f-${judged.regions.slice(2)}`, rules: {} }));
  await answers('**/votes?*', (votes) => ({ ...votes, methods: ['fused', 'vlps'], labels: votes.labels.slice(0, 2).map((l, n) => `${1 - n}${n}${l.slice(2)}`) }));
  await visit(`?page=${id('shop')}&block=0`);
  const rows = page.locator('#block tr'), bar = (n) => rows.nth(n).locator('.bar');
  await rows.first().waitFor();
  assert.deepEqual(await texts('#block tr'), ['evidence 0\t+1.4\t', 'evidence 1\t−0.7\t', 'evidence 2\t+0.5\t', 'evidence 3\t0.0\t', 'evidence 4\t0.0\t', 'evidence 5\t0.0\t']);
  const [more, less, again, none] = await Promise.all([0, 1, 2, 3].map((n) => style(bar(n), 'backgroundColor')));
  assert.ok(more !== less && again === more && none === less, 'a colour of each sign');
  const [first, second] = [await bar(0).boundingBox(), await bar(1).boundingBox()];
  assert.ok(Math.abs(first.width - 2 * second.width) < 1, `${first.width} of ${second.width}`);
  assert.deepEqual((await facts()).slice(3), ['footer', '10, 20, 30 × 40']);
  await page.keyboard.press('j');
  await page.locator('#block', { hasText: 'Block 1' }).waitFor();
  assert.deepEqual((await facts()).slice(3), ['no region', 'hidden']);
  await page.keyboard.press('1');
  await page.getByText('A hidden block stands in no region').waitFor();
  await page.locator('#order').selectOption('byDisagree');
  await page.locator('#block', { hasText: 'votes: fused −, vlps +' }).waitFor();
  await page.keyboard.press('k');
  await page.locator('#block', { hasText: 'votes: fused +, vlps −' }).waitFor();
});

test('Teach tells how a job ended and what changes most, and stays by keyboard where one was', async () => {
  const rows = [['forum', 0.5, 0.6], ['magazine', 0.9, 0.6], ['shop', 0.5, 0.5002]].map(([name, old, now]) => ({ id: id(name), old, new: now }));
  const estimate = { at: '2026-01-01T00:00:00Z', base: 0.5, old: 0.5, new: 0.4998, low: -0.0121, high: 0.0001, by_site: true, sites: 2, parts: 2, pages: 3, left: 0, labels: 2, hand: { blocks: 0 }, rows };
  const jobs = {
    broken: { running: false, error: 'it is broken' }, stopped: { running: false, stopped: true, error: '' },
    evaluate: { kind: 'evaluate', running: true, step: 'pages', done: 0, total: 3, error: '' },
  };
  let job = jobs.broken;
  await page.route('**/training*', (route) => {
    const asked = route.request().postDataJSON()?.do;
    if (asked) job = asked === 'cancel' ? jobs.stopped : jobs[asked];
    return route.fulfill({ json: { job, report: estimate, proposed: null, model: 'builtin', taught: false, history: [estimate, { ...estimate, new: 0.25 }], gold: 3 } });
  });
  await visit(`?page=${id('shop')}`);
  await page.getByRole('tab', { name: 'Teach' }).click();
  const panel = page.getByRole('tabpanel', { name: 'Teach' }), warn = await style(panel.getByText('it is broken'), 'color');
  assert.notEqual(warn, await style(panel, 'color'));
  assert.equal(await panel.getByRole('row', { name: 'change (95 %)' }).locator('td').innerText(), '0.0 (−1.2 … 0.0)');
  await panel.getByText('1 better, 1 worse').waitFor();
  const [first, second] = await texts('#teach .changes button');
  assert.deepEqual([first, second].map((s) => s.split(/\s+/)), [[id('magazine'), '90.0', '→', '60.0'], [id('forum'), '50.0', '→', '60.0']]);
  assert.equal(await page.locator('#teach .changes button').count(), 2, 'what is not seen is no change');
  assert.match(await style(page.locator('#teach .changes span').first(), 'content', '::before'), /▼/);
  const bars = await page.locator('#teach .history .bar').evaluateAll((all) => all.map((b) => b.getBoundingClientRect().width));
  assert.ok(Math.abs(bars[0] - 2 * bars[1]) < 1, String(bars));

  const focused = (name) => page.waitForFunction((n) => document.activeElement.textContent === n, name);
  await panel.getByRole('button', { name: 'Evaluate' }).focus();
  await page.keyboard.press('Enter');
  await focused('Cancel');
  await page.keyboard.press('Enter');
  await panel.getByText('Stopped.').waitFor();
  await focused('Evaluate');
  await panel.getByLabel('evaluate after labels').check();
  await page.reload();
  await ready();
  await page.getByRole('tab', { name: 'Teach' }).click();
  assert.ok(await panel.getByLabel('evaluate after labels').isChecked());
});

test('the names of the thresholds are drawn over all lines', async () => {
  await page.addInitScript(() => {
    window.drawn = [];
    for (const name of ['clearRect', 'stroke', 'fillText']) {
      const draw = CanvasRenderingContext2D.prototype[name];
      CanvasRenderingContext2D.prototype[name] = function note(...what) { window.drawn.push(name); draw.apply(this, what); };
    }
  });
  await visit(`?page=${id('magazine')}`);
  await page.waitForFunction(() => window.drawn.includes('fillText'));
  const drawn = (await page.evaluate(() => window.drawn)).join().split('clearRect').findLast((frame) => frame.includes('fillText')).split(',').filter(Boolean);
  assert.ok(drawn.indexOf('fillText') > drawn.lastIndexOf('stroke'), String(drawn));
  assert.equal(drawn.filter((what) => what === 'fillText').length, 4);
});

test('each kind of setting has a field that changes it, and is found by its words', async () => {
  await visit(`?page=${id('shop')}`);
  await page.getByRole('tab', { name: 'Settings' }).click();
  const find = page.getByLabel('Find a setting'), field = (key, kind) => page.locator(`[data-key="${key}"] ${kind}`);
  const set = (key, value) => page.waitForURL((address) => address.searchParams.get(key) === value);
  await find.fill('classify.h');
  await field('classify.headline', 'input').check();
  await set('classify.headline', 'true');
  await field('classify.headline', 'input').uncheck();
  await set('classify.headline', null);
  await field('classify.hidden', 'select').selectOption('none');
  await set('classify.hidden', 'none');
  await find.fill('adaptive.side');
  const [slider, number] = ['[type=range]', '[type=number]'].map((kind) => field('regions.adaptive.side_height', `input${kind}`));
  await number.fill('100000');
  await number.press('Tab');
  await set('regions.adaptive.side_height', '100000');
  assert.equal(await slider.inputValue(), '1000');
  await slider.fill('500'); // of a wide range the first half is an eighth
  await set('regions.adaptive.side_height', '12500');
  assert.equal(await number.inputValue(), '12500');

  const words = (await field('classify.hidden', 'p').textContent()).split(' (')[0];
  await find.fill(words.toUpperCase());
  assert.deepEqual(await page.locator('.setting:visible').evaluateAll((all) => all.map((s) => s.dataset.key)), ['classify.hidden']);
  await find.fill('');
  const open = () => page.locator('#settings details[open]').evaluateAll((all) => all.map((d) => d.dataset.section));
  const before = await open();
  assert.ok(before.includes('classify'));
  await page.keyboard.press('Escape');
  await page.keyboard.press('r');
  await set('classify.hidden', null);
  assert.deepEqual(await open(), before);
});
