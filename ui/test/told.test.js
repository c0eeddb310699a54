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

test('the list finds pages by title, begins with the worst or the most changed, and says what got better and worse', async () => {
  const [forum, magazine, shop] = ['forum', 'magazine', 'shop'].map(id);
  const results = [{ id: forum, score: 0.9, base: 0.8 }, { id: magazine, score: 0.5, base: 0.7 }, { id: shop, score: 0.6, base: 0.55 }];
  await page.route('**/results?*', (route) => route.fulfill({ body: results.map((r) => `${JSON.stringify(r)}\n`).join(''), contentType: 'application/x-ndjson' }));
  await answers('**/labels?*', (judged) => ({ ...judged, score: 0.6, base: 0.55 }));
  await visit(`?page=${shop}`);
  await page.getByText('3 of 3 judged: mean 66.7 (−1.7), 2 better, 1 worse').waitFor();
  await page.getByText('F1 60.0 (+5.0)').waitFor();
  const changes = page.locator('#pages small.number');
  assert.deepEqual(await texts('#pages span.number'), ['90.0', '50.0', '60.0']);
  assert.deepEqual(await changes.allInnerTexts(), ['+10.0', '−20.0', '+5.0']);
  const marks = await Promise.all([0, 1, 2].map((n) => style(changes.nth(n), 'content', '::before')));
  assert.deepEqual(marks, ['"▲ "', '"▼ "', '"▲ "']);

  const listed = (...ids) => page.waitForFunction((all) => [...document.querySelectorAll('#pages button')].map((b) => b.dataset.page).join() === all, ids.join());
  await page.locator('#order').selectOption('byScore');
  await listed(magazine, shop, forum);
  await page.locator('#order').selectOption('byChange');
  await listed(magazine, forum, shop);
  await page.getByLabel('Find a page').fill('LANTERN');
  await listed(shop);
  await page.getByLabel('Find a page').fill('');
  await page.locator(`[data-page="${forum}"]`).click();
  await page.locator(`[data-page="${forum}"][aria-current]`).waitFor();
  assert.equal(await page.locator('#pages [aria-current]').count(), 1);
});

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

test('where two methods are compared, what only one of them has is marked, and what each says of a block', async () => {
  const markdown = { fused: 'Both have this.\n\nOnly the first.\n', vlps: 'Both have this.\n\nOnly the second.\n' }, labels = { fused: '10', vlps: '01' };
  await answers('**/labels?*', (judged, query) => {
    const method = query.get('method') ?? 'fused';
    return { ...judged, method, markdown: markdown[method], labels: labels[method] + '0'.repeat(judged.labels.length - 2) };
  });
  await visit(`?page=${id('shop')}`);
  assert.equal(await page.locator('#text ins, #text del').count(), 0);
  await page.getByRole('tab', { name: 'Differences' }).click();
  await page.getByText('Choose a method to compare with.').waitFor();
  await page.locator('#against').selectOption('vlps');
  await page.locator('#differences small').first().waitFor();
  assert.deepEqual(await texts('#differences small'), ['fused: content · vlps: boilerplate', 'fused: boilerplate · vlps: content']);
  await page.waitForURL(/against=vlps/);
  await page.getByRole('tab', { name: 'Markdown' }).click();
  const [first, second] = [page.locator('#text ins'), page.locator('#text del')];
  assert.deepEqual([await first.allInnerTexts(), await second.allInnerTexts()].flat().map((s) => s.trim()), ['Only the first.', 'Only the second.']);
  assert.notEqual(await style(first, 'backgroundColor'), await style(second, 'backgroundColor'));
  await page.locator('#against').selectOption('fused');
  await page.getByRole('tab', { name: 'Differences' }).click();
  await page.getByText('No block is labelled differently.').waitFor();
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

test('a click on the picture picks the smallest block there, a drag moves it, and the wheel with Ctrl changes its size', async () => {
  await answers(`**/pages/${id('shop')}`, (data) => ({ ...data, spots: data.spots.map((_, n) => [[100, 100, 600, 400], [200, 200, 100, 50]][n] ?? [0, 0, 0, 0]) }));
  await answers('**/labels?*', (judged) => ({ ...judged, thresholds: undefined })); // lines that could be dragged instead
  await visit(`?page=${id('shop')}`);
  const box = await page.locator('.stage canvas').boundingBox(), fit = Math.min(1, box.width / 1280);
  const to = (x, y, scale = fit) => page.mouse.move(box.x + x * scale, box.y + y * scale);
  const click = () => page.mouse.down().then(() => page.mouse.up());
  const picked = (n) => page.waitForURL((address) => address.searchParams.get('block') === n);
  await to(250, 225);
  await page.locator('#block', { hasText: 'Block 1' }).waitFor();
  await click();
  await picked('1');
  await to(150, 150);
  await page.locator('#block', { hasText: 'Block 0' }).waitFor();
  await page.mouse.move(box.x - 50, box.y + 200); // to the list
  await page.locator('#block', { hasText: 'Block 1' }).waitFor();
  await to(50, 50);
  await click();
  await picked(null);

  await to(600, 450);
  await page.mouse.down();
  await to(540, 390);
  await page.mouse.up();
  await to(205 - 60, 205 - 60);
  await click();
  await picked('1');

  await page.keyboard.press('0');
  await to(0, 0);
  await page.keyboard.down('Control');
  await page.mouse.wheel(0, -100);
  await page.keyboard.up('Control');
  await to(110, 110, fit * Math.exp(0.5));
  await click();
  await picked('0');
  await page.mouse.wheel(0, 100);
  await to(250, 225 - 100 / fit / Math.exp(0.5), fit * Math.exp(0.5));
  await click();
  await picked('1');
});

test('content is outlined, boilerplate in dashes of another colour, regions are tinted and differences marked', async () => {
  await page.route('**/tiles/**', (route) => route.abort()); // nothing but white below
  await answers(`**/pages/${id('shop')}`, (data) => ({ ...data, spots: data.spots.map((_, n) => (n < 2 ? [100, 100 + 200 * n, 600, 60] : [0, 0, 0, 0])) }));
  await answers('**/labels?*', (judged, query) => ({
    ...judged, thresholds: undefined, tints: { header: [[0, 0, 1280, 60]] }, labels: `1${query.get('method') ? 1 : 0}${judged.labels.slice(2)}`,
  }));
  await visit(`?page=${id('shop')}`);
  // seen are the colours of what is drawn in a box of the page: how many pixels are of which
  const seen = (x, y, width, height) => page.evaluate(async (box) => {
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    const canvas = document.querySelector('.stage canvas'), scale = Math.min(1, canvas.width / 1280);
    const { data, width } = canvas.getContext('2d').getImageData(...box.map((v) => Math.round(v * scale))), columns = new Set();
    const count = { white: 0, blue: 0, orange: 0, mark: 0, all: data.length / 4 };
    for (let i = 0; i < data.length; i += 4) {
      const [r, g, b] = data.slice(i, i + 3);
      if (r + g + b === 765) count.white++;
      else columns.add(i / 4 % width);
      count.mark += r > g + 150 && b > g + 150;
      count.blue += b > r + 60 && g > r + 20;
      count.orange += r > b + 60 && g > b + 20;
    }
    return { ...count, gaps: width - columns.size };
  }, [x, y, width, height]);
  const lines = [await seen(150, 95, 400, 10), await seen(150, 295, 400, 10)];
  assert.ok(lines[0].blue > 0 && lines[0].orange === 0 && lines[1].orange > 0 && lines[1].blue === 0, JSON.stringify(lines));
  assert.ok(lines[0].gaps === 0 && lines[1].gaps > 20, `dashes: ${JSON.stringify(lines)}`);
  const [header, below] = [await seen(800, 20, 100, 20), await seen(800, 120, 100, 20)];
  assert.ok(header.white === 0 && below.white === below.all, JSON.stringify([header, below]));
  assert.equal((await seen(80, 90, 30, 300)).mark, 0);
  await page.locator('#against').selectOption('vlps');
  await page.locator('.stage').nth(1).waitFor();
  const marks = [await seen(80, 100, 30, 60), await seen(80, 300, 30, 60)];
  assert.ok(marks[0].mark === 0 && marks[1].mark > 0, JSON.stringify(marks));
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

test('q offers what is shown and has no label, the most doubtful first, and says when there is no more', async () => {
  await answers(`**/pages/${id('shop')}`, (data) => ({
    ...data, spots: data.spots.map((_, n) => (n < 4 ? [10, 20 + 50 * n, 30, 40] : [0, 0, 0, 0])), labels: { content: [], judged: [1], regions: {} },
  }));
  await answers('**/labels?*', (judged) => ({ ...judged, scores: judged.scores.map((_, n) => [900, 500, 300, 450][n] ?? 500) }));
  await visit(`?page=${id('shop')}`);
  for (const n of [3, 2, 0]) {
    await page.keyboard.press('q');
    await page.waitForURL((address) => address.searchParams.get('block') === String(n));
  }
  await page.keyboard.press('q');
  await page.getByText('Every block that is shown was offered or labelled.').waitFor();
});
