// A reviewer who is quicker than the server, or has less room, or no server at all.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { id, it, page, visit } from '../session.js';

const wait = (ms) => new Promise((done) => setTimeout(done, ms));
const row = (name) => page.locator(`[data-page="${id(name)}"]`);

// passes lets the page's time pass until something is there.
async function passes(locator) {
  while (await locator.count() === 0) await page.clock.runFor(100);
}

// slowly has each answer of these addresses wait.
const slowly = (addresses, ms) => page.route(addresses, async (route) => { await wait(ms()); await route.continue(); });

test('labels are kept in the order in which they were given, also where the first call is the slowest', async () => {
  await visit(`?page=${id('forum')}`);
  const pauses = [500, 0, 0, 0, 0];
  let owed = pauses.length;
  const answered = page.waitForResponse((r) => r.url().includes('/gold') && --owed === 0);
  await slowly('**/gold?*', () => pauses.shift());
  for (const key of ['j', 'c', 'b', 'j', 'c', 'z', 'b']) await page.keyboard.press(key);
  await page.keyboard.press('n'); // whoever goes on loses nothing
  const history = join(it.workspace, 'pages', id('forum'), 'history.jsonl');
  const given = () => readFileSync(history, 'utf8').trim().split('\n').map((line) => JSON.parse(line)).map((a) => a.set ?? 'undo');
  await answered;
  assert.deepEqual(given(), [{ 0: true }, { 0: false }, { 1: true }, 'undo', { 1: false }]);
});

test('the page follows a slider that does not rest, and the address what browsers let it', async () => {
  await visit(`?page=${id('magazine')}`);
  await page.getByRole('tab', { name: 'Settings' }).click();
  await page.getByLabel('Find a setting').fill('classify.threshold');
  await slowly('**/labels?*', () => 100);
  const { painted, written } = await page.evaluate(async () => {
    let painted = 0, written = 0;
    new MutationObserver(() => painted++).observe(document.getElementById('score'), { childList: true });
    const replace = history.replaceState.bind(history);
    history.replaceState = (...args) => { written++; replace(...args); };
    const slider = document.querySelector('[data-key="classify.threshold"] input[type=range]');
    for (let n = 0; n < 100; n++) {
      slider.value = n;
      slider.dispatchEvent(new Event('input'));
      await new Promise((done) => setTimeout(done, 15));
    }
    return { painted, written };
  });
  assert.ok(painted >= 3, `painted ${painted} times on the way`);
  assert.ok(written > 1 && written < 20, `${written} addresses`);
  await page.waitForURL(/classify\.threshold=0\.099/);
});

test('rows of the list keep focus and clicks while results arrive, and the open page stays in sight', async () => {
  await page.setViewportSize({ width: 1400, height: 220 });
  await visit(`?page=${id('forum')}`);
  await page.waitForFunction(() => /^3 of 3/.test(document.getElementById('summary').textContent));
  const again = async (method) => {
    const arrived = page.waitForResponse((r) => r.url().includes('/results'));
    await page.locator('#method').evaluate((menu, m) => { menu.value = m; menu.dispatchEvent(new Event('change')); }, method);
    await (await arrived).finished();
    await wait(100);
  };
  await row('magazine').focus();
  await again('vlps');
  assert.ok(await row('magazine').evaluate((b) => b === document.activeElement), 'the row has the focus');
  const box = await row('magazine').boundingBox();
  await page.mouse.move(box.x + 20, box.y + 20);
  await page.mouse.down();
  await again('fused');
  await page.mouse.up();
  await page.locator(`[data-page="${id('magazine')}"][aria-current]`).waitFor();
  await page.keyboard.press('n');
  await page.locator(`[data-page="${id('shop')}"][aria-current]`).waitFor();
  const [list, now] = await Promise.all([page.locator('#pages').boundingBox(), row('shop').boundingBox()]);
  assert.ok(now.y + now.height <= list.y + list.height + 1, `row to ${now.y + now.height}, list to ${list.y + list.height}`);
});

test('a page that cannot be judged says so in the list', async () => {
  const lines = ['forum', 'magazine', 'shop'].map((name) => JSON.stringify({ id: id(name), words: 1, unsure: 0, error: name === 'shop' ? 'it is broken' : undefined }));
  await page.route('**/results?*', (route) => route.fulfill({ body: `${lines.join('\n')}\n`, contentType: 'application/x-ndjson' }));
  await visit('');
  await row('shop').filter({ hasText: 'failed' }).waitFor();
  assert.equal(await row('shop').getAttribute('title'), 'it is broken');
  assert.doesNotMatch(await row('forum').innerText(), /failed/);
});

test('why stays beside the block after a label, and another page begins without a block', async () => {
  await visit(`?page=${id('shop')}`);
  await page.keyboard.press('j');
  await page.locator('#block table').waitFor();
  const painted = page.evaluate(() => new Promise((done) => new MutationObserver(done).observe(document.getElementById('score'), { childList: true })).then(() => document.querySelectorAll('#block table').length));
  await page.keyboard.press('c');
  assert.equal(await painted, 1);
  await page.keyboard.press('z');
  await page.keyboard.press('p');
  await page.locator(`[data-page="${id('magazine')}"][aria-current]`).waitFor();
  await page.waitForURL((address) => !address.searchParams.has('block'));
});

test('an address may name a block that the page does not have', async () => {
  await visit(`?page=${id('magazine')}&block=99999`);
  await page.waitForURL((address) => !address.searchParams.has('block'));
  assert.equal(await page.locator('#note').innerText(), '');
  await page.keyboard.press('j');
  await page.waitForURL(/block=0/);
});

test('a server that is gone is said to be, and has the labels that were given meanwhile when it is back', async () => {
  await page.clock.install();
  await visit(`?page=${id('shop')}`);
  await page.route('**/gold?*', (route) => route.abort());
  await page.keyboard.press('j');
  await page.keyboard.press('c');
  await page.getByText('The server does not answer').waitFor();
  await page.keyboard.press('b');
  await passes(page.getByText('Labels that wait for it: 2')); // as it is asked again
  const asks = () => page.evaluate(() => !dispatchEvent(new Event('beforeunload', { cancelable: true })));
  assert.ok(await asks(), 'whoever leaves is asked');
  await page.unroute('**/gold?*');
  await passes(page.locator('#block', { hasText: 'gold: boilerplate ✓' }));
  await page.getByText('has all labels').waitFor();
  assert.ok(!await asks());
  await page.keyboard.press('z');
  await page.locator('#block', { hasText: 'gold: content ✓' }).waitFor();
  await page.keyboard.press('z');
  await page.locator('#block', { hasText: 'gold:' }).waitFor({ state: 'detached' });
});

test('a job that runs moves its bar and nothing else', async () => {
  await page.clock.install();
  await visit(`?page=${id('shop')}`);
  const rows = ['magazine', 'shop'].map((name) => ({ id: id(name), old: 0.5, new: 0.9 }));
  const report = { at: '2026-01-01T00:00:00Z', base: 0.5, old: 0.5, new: 0.9, low: 0, high: 1, by_site: true, sites: 2, parts: 2, pages: 2, left: 1, labels: 2, hand: { blocks: 0 }, rows };
  let done = 1, silent = false;
  await page.route('**/training', (route) => {
    const job = { kind: 'train', running: true, step: 'parts', done, total: 10, error: '' };
    if (silent) {
      silent = false;
      return route.abort();
    }
    return route.fulfill({ json: { job, report, proposed: null, model: 'builtin', taught: false, history: [], gold: 2 } });
  });
  await page.getByRole('tab', { name: 'Teach' }).click();
  await page.getByText('Pages with gold text: 2').waitFor();
  await page.getByText('Pages that teach nothing, as their gold is not in them: 1 of 2').waitFor();
  const change = page.locator('#teach .changes button', { hasText: id('magazine') });
  await change.hover();
  await page.mouse.down();
  done = 2;
  await page.getByText('Teaching without one part 2 of 10').waitFor();
  await page.mouse.up();
  await page.locator(`[data-page="${id('magazine')}"][aria-current]`).waitFor();
  silent = true;
  done = 5;
  await page.getByText('The server does not answer').waitFor();
  await page.clock.runFor(5000); // until it is asked again
  await page.getByText('Teaching without one part 5 of 10').waitFor();
});

test('a narrow window has room for the picture, and every control a name of its own', async () => {
  await page.setViewportSize({ width: 640, height: 450 }); // 1280 × 900 at 200 %
  await visit(`?page=${id('magazine')}`);
  const canvas = await page.locator('.stage canvas').boundingBox();
  assert.ok(canvas.width > 600 && canvas.height >= 300, JSON.stringify(canvas));
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'nothing is beyond the edge');
  for (const role of ['searchbox', 'combobox', 'navigation', 'img', 'tabpanel']) {
    const all = await page.getByRole(role).all();
    const names = await Promise.all(all.map((one) => one.ariaSnapshot()));
    assert.ok(all.length && names.every((n) => n.split('\n')[0].includes('"')), `${role}: ${names}`);
  }
  await page.getByRole('combobox', { name: 'Order of the pages' }).waitFor();
  assert.equal(await page.getByRole('searchbox', { name: 'Find a page' }).count(), 1);
});

test('of blocks that are far wider than the picture, only what is in sight is outlined', async () => {
  await page.route(`**/pages/${id('magazine')}`, async (route) => {
    const response = await route.fetch(), data = await response.json();
    const spots = data.spots.map((_, n) => [10, 100 + 20 * n, 23400, 16]); // lines of `pre`
    await route.fulfill({ response, json: { ...data, spots, width: 23412 } });
  });
  await page.addInitScript(() => {
    window.outlines = [];
    const { rect } = CanvasRenderingContext2D.prototype;
    CanvasRenderingContext2D.prototype.rect = function note(x, y, w, h) { window.outlines.push(w * this.getTransform().a); rect.call(this, x, y, w, h); };
  });
  await visit(`?page=${id('magazine')}&classify.threshold=1&regions.mode=fixed`); // all boilerplate, in dashes
  const canvas = page.locator('.stage canvas');
  const { width, height } = await canvas.boundingBox();
  // drawn is how wide the widest outline was, and how many pixels of a column are in their colour
  const drawn = (x) => page.evaluate((at) => new Promise((done) => requestAnimationFrame(() => {
    const [view] = document.querySelectorAll('.stage canvas'), { data } = view.getContext('2d').getImageData(at, 0, 8, view.height);
    let coloured = 0;
    for (let i = 0; i < data.length; i += 4) coloured += data[i] > 180 && data[i + 1] < 130 && data[i + 2] < 60;
    done({ widest: Math.max(...window.outlines), coloured });
  })), x);
  for (const key of ['0', '+', '+', '+']) await page.keyboard.press(key);
  await canvas.hover();
  await page.mouse.wheel(3000, 0); // into the middle of the lines
  await page.evaluate(() => { window.outlines = []; });
  await page.mouse.wheel(30, 0);
  await page.waitForFunction(() => window.outlines.length);
  const [first, last] = [await drawn(0), await drawn(width - 8)];
  assert.ok(first.widest < width + 50, `outlines of ${first.widest} in a picture of ${width}`);
  assert.ok(first.coloured > 20 && last.coloured > 20, `to both edges of the picture, ${height} high: ${JSON.stringify([first, last])}`);
});

test('a page that is far wider than the window is shown at a size that can be read', async () => {
  await page.route(`**/pages/${id('magazine')}`, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...await response.json(), width: 23412 } });
  });
  await page.addInitScript(() => {
    const { drawImage } = CanvasRenderingContext2D.prototype;
    CanvasRenderingContext2D.prototype.drawImage = function note(...what) { window.scale = this.getTransform().a; drawImage.apply(this, what); };
  });
  await visit(`?page=${id('magazine')}`);
  assert.equal(await page.waitForFunction(() => window.scale).then((s) => s.jsonValue()), 0.25);
});
