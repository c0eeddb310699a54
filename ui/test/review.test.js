// What a reviewer does, in a real browser: these tests fail when the page, the API or the command line disagree.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { id, it, labels, page, ready, visit } from '../session.js';

const changed = (before) => page.waitForFunction((b) => document.body.dataset.labels !== b, before).then(labels);

// dragHeader takes the line where the header ends to another height of the page.
async function dragHeader(to) {
  const canvas = page.locator('.stage canvas').first(), box = await canvas.boundingBox();
  const query = new URL(page.url()).search;
  const { thresholds } = await page.evaluate(async (q) => {
    const params = new URLSearchParams(q), name = params.get('page');
    for (const own of ['page', 'block', 'against']) params.delete(own);
    return (await fetch(`/v1/workspace/pages/${name}/labels?${params}`)).json();
  }, query);
  const scale = Math.min(1, box.width / 1280);
  await page.mouse.move(box.x + box.width / 2, box.y + thresholds.header * scale);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2, box.y + to * scale, { steps: 5 });
  await page.mouse.up();
}

test('a dragged line changes labels and score, lasts over a reload, and the saved file labels the same', async () => {
  await visit(`?page=${id('magazine')}&method=vlps`);
  await page.keyboard.press('j');
  await page.keyboard.press('c'); // a label by hand, so that there is gold to score against
  await page.waitForFunction(() => document.getElementById('score').dataset.score);
  const before = await labels(), score = await page.locator('#score').getAttribute('data-score');
  await dragHeader(700);
  await changed(before);
  await page.waitForLoadState('networkidle'); // the line is labelled by on its way, too
  const dragged = await labels();
  assert.ok([...dragged].filter((l) => l === '1').length < [...before].filter((l) => l === '1').length, 'a higher header leaves less content');
  await page.waitForFunction((s) => document.getElementById('score').dataset.score !== s, score);
  const address = page.url();
  assert.match(address, /regions\.fixed\.header=(69\d|70\d)/);

  await page.reload();
  await ready();
  assert.equal(await labels(), dragged);

  await page.keyboard.press('s');
  await page.getByText('saved to').waitFor();
  const saved = join(it.workspace, 'mullion.yaml');
  assert.match(readFileSync(saved, 'utf8'), /# the header ends/, 'the file has the docs of its settings');
  const clean = JSON.parse(it.run('clean', join(it.workspace, 'pages', id('magazine'), 'page.json.gz'), '--config', saved, '--format', 'json'));
  assert.equal(clean.blocks.map((b) => (b.label === 'content' ? '1' : '0')).join(''), dragged);

  await page.reload();
  await ready();
  await dragHeader(300);
  await changed(dragged);
  await page.keyboard.press('u');
  assert.equal(await page.waitForFunction((d) => document.body.dataset.labels === d, dragged).then(labels), dragged, 'undo');
});

test('a line that the page itself chose is where it was dragged to', async () => {
  await visit(`?page=${id('magazine')}&method=vlps-adaptive`);
  await dragHeader(500);
  await page.waitForURL(/method=vlps&.*regions\.fixed\.header=(49\d|50\d)/);
  await page.waitForFunction(() => document.querySelector('.stage').innerText === 'vlps');
});

test('a slider is the setting of its name', async () => {
  await visit(`?page=${id('forum')}`);
  const before = await labels();
  await page.getByRole('tab', { name: 'Settings' }).click();
  await page.getByLabel('Find a setting').fill('classify.threshold');
  const slider = page.locator('[data-key="classify.threshold"] input[type=range]');
  await slider.focus();
  await page.keyboard.press('End');
  assert.doesNotMatch(await changed(before), /1/, 'no block reaches a threshold of 1');
  await page.waitForURL(/classify\.threshold=1/);
  const row = page.locator('[data-key="classify.threshold"]'), number = row.locator('input[type=number]');
  const valid = () => number.evaluate((box) => box.validity.valid);
  await number.fill('7');
  await number.press('Tab');
  assert.ok(!(await valid()) && await number.evaluate((box) => box === document.activeElement), 'a number out of range is asked for again');
  assert.match(await row.getAttribute('class'), /changed/);
  for (const key of ['Control+a', '0', 'Enter']) await page.keyboard.press(key);
  await page.waitForURL((address) => !address.searchParams.has('classify.threshold'));
  assert.doesNotMatch(await row.getAttribute('class'), /changed/, 'the default is no change');
});

test('ten blocks are labelled by keyboard, become gold, and can be taken back', async () => {
  const name = id('shop'), gold = join(it.workspace, 'pages', name, 'gold.txt');
  await visit(`?page=${name}`);
  const state = () => page.evaluate(async (n) => (await (await fetch(`/v1/workspace/pages/${n}`)).json()).labels, name);
  for (let n = 0; n < 10; n++) {
    await page.keyboard.press('j');
    const answered = page.waitForResponse((r) => r.url().includes('/gold'));
    await page.keyboard.press(n % 2 ? 'b' : 'c');
    await (await answered).finished();
  }
  const { judged, content } = await state();
  assert.deepEqual(judged, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  assert.deepEqual(content.filter((b) => b < 10), [0, 2, 4, 6, 8]);
  const texts = await page.evaluate(async (n) => (await (await fetch(`/v1/workspace/pages/${n}`)).json()).texts, name);
  for (const b of content) assert.ok(readFileSync(gold, 'utf8').includes(texts[b]), `block ${b} is in the gold`);
  assert.equal(readFileSync(join(it.workspace, 'pages', name, 'history.jsonl'), 'utf8').trim().split('\n').length, 10);
  const answered = page.waitForResponse((r) => r.url().includes('/gold'));
  await page.keyboard.press('z');
  await (await answered).finished();
  assert.deepEqual((await state()).judged, [0, 1, 2, 3, 4, 5, 6, 7, 8]);
});

test('Ctrl+Z takes back the labels that were set, and Ctrl+Shift+Z or Ctrl+Y gives them back', async () => {
  await visit(`?page=${id('forum')}`);
  const facts = page.locator('#block'), gold = (text) => facts.filter({ hasText: text }).waitFor();
  for (const key of ['j', 'c']) await page.keyboard.press(key);
  await gold('gold: content ✓');
  await page.keyboard.press('2');
  await gold('gold: content ✓, footer ✓');
  await page.keyboard.press('b');
  await gold('gold: boilerplate ✓, footer ✓');
  for (const text of ['gold: content ✓, footer ✓', 'gold: content ✓']) {
    await page.keyboard.press('Control+z');
    await page.waitForFunction((t) => document.querySelector('#block .facts').textContent.endsWith(t), text);
  }
  await page.keyboard.press('Control+Shift+Z');
  await gold('gold: content ✓, footer ✓');
  await page.keyboard.press('Control+y');
  await gold('gold: boilerplate ✓, footer ✓');
  await page.keyboard.press('Control+y');
  await page.getByText('No label to redo').waitFor();
  await page.getByRole('group', { name: 'Label the block' }).getByRole('button', { name: 'Undo' }).click();
  await gold('gold: content ✓, footer ✓');
  await page.keyboard.press('c'); // another label: what was taken back is gone
  await gold('gold: content ✓, footer ✓');
  await page.keyboard.press('Control+y');
  await page.getByText('No label to redo').waitFor();
  for (let n = 0; n < 3; n++) await page.keyboard.press('Control+z');
  await page.waitForFunction(() => !document.querySelector('#block').textContent.includes('gold'));
  await page.keyboard.press('Control+z');
  await page.getByText('No label to undo').waitFor();

  const find = page.getByLabel('Find a page'); // a text that is typed has an undo of its own
  await find.fill('x');
  await page.keyboard.press('Control+y');
  await page.keyboard.press('Escape');
  assert.equal(await page.getByText('gold: content').count(), 0);
  await find.fill('');
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  await page.getByRole('row', { name: 'z Ctrl+Z undo the last label' }).waitFor();
  await page.getByRole('row', { name: 'Z Ctrl+Shift+Z Ctrl+Y redo it' }).waitFor();
});

test('a whole region is labelled by Shift and by the box beside the buttons', async () => {
  await visit(`?page=${id('forum')}&block=0&method=vlps`);
  const { regions } = await page.evaluate(async (n) => (await fetch(`/v1/workspace/pages/${n}/labels?method=vlps`)).json(), id('forum'));
  const all = [...regions].flatMap((r, n) => (r === regions[0] ? [n] : []));
  assert.ok(all.length > 1 && all.length < regions.length, 'the page has several regions');
  const given = async (act, is) => {
    const [asked] = await Promise.all([page.waitForRequest((r) => r.url().includes('/gold')), page.waitForResponse((r) => r.url().includes('/gold')), act()]);
    assert.deepEqual(asked.postDataJSON(), { set: Object.fromEntries(all.map((n) => [n, is])) });
  };
  await given(() => page.keyboard.press('C'), true);
  await page.getByLabel('whole region').check();
  await given(() => page.getByRole('button', { name: 'boilerplate', exact: true }).click(), false);
  for (let n = 0; n < 2; n++) await page.keyboard.press('z');
  await page.locator('#block', { hasText: 'gold' }).waitFor({ state: 'detached' });
});

test('what is told of is the block that is labelled, also where the pointer rests on another', async () => {
  await visit(`?page=${id('shop')}`);
  await page.keyboard.press('c');
  await page.getByText('Click a block first').waitFor();
  const { spots, width } = await page.evaluate(async (n) => (await fetch(`/v1/workspace/pages/${n}`)).json(), id('shop'));
  const n = spots.findIndex(([, y, w]) => w && y > 100), box = await page.locator('.stage canvas').boundingBox(), scale = Math.min(1, box.width / width);
  const point = (right) => page.mouse.move(box.x + (spots[n][0] + 2 + right) * scale, box.y + (spots[n][1] + 2) * scale);
  const told = (block) => page.waitForFunction((b) => document.querySelector('#block').dataset.block === String(b), block);
  await point(0);
  await told(n);
  await page.keyboard.press('j');
  await told(0);
  await point(1);
  await told(n);
  await page.keyboard.press('c');
  await told(0);
  await page.locator('#block', { hasText: 'gold: content ✓' }).waitFor();
  await page.keyboard.press('z');
});

test('two methods stand side by side, with their differences', async () => {
  await visit(`?page=${id('magazine')}&against=vlps`);
  assert.equal(await page.locator('.stage').count(), 2);
  await page.getByRole('tab', { name: 'Differences' }).click();
  const first = page.locator('#differences button').first();
  const text = (await first.innerText()).split('\n')[0];
  await page.keyboard.press('d');
  await page.waitForFunction((t) => document.querySelector('#block').innerText.includes(t.slice(0, 40)), text);
  await page.locator('#block table').waitFor(); // why
  const press = async (key) => {
    const answered = page.waitForResponse((r) => r.url().includes('/gold'));
    await page.keyboard.press(key);
    await (await answered).finished();
  };
  await press('c'); // gold to score both against
  for (const [n, query] of ['', '?method=vlps'].entries()) {
    const { score } = await page.evaluate(async (address) => (await fetch(address)).json(), `/v1/workspace/pages/${id('magazine')}/labels${query}`);
    await page.locator('.stage h2').nth(n).filter({ hasText: `F1 ${(100 * score).toFixed(1)}` }).waitFor();
  }
  await press('z');
});

test('the page speaks Chinese, and is dark where that is asked for', async () => {
  await visit('');
  await page.getByRole('button', { name: '中文' }).click();
  await page.getByRole('tab', { name: '设置' }).waitFor();
  assert.equal(await page.evaluate(() => document.documentElement.lang), 'zh');
  const light = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await page.getByRole('button', { name: '深色' }).click();
  const dark = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  assert.notEqual(dark, light);
  await page.reload();
  await page.getByRole('tab', { name: '设置' }).waitFor();
  assert.equal(await page.evaluate(() => getComputedStyle(document.body).backgroundColor), dark, 'both are kept');
});

test('the open page shows its confidence, and the list can begin with the least of it', async () => {
  await visit(`?page=${id('shop')}`);
  const { confidence } = await page.evaluate(async (p) => (await fetch(`/v1/workspace/pages/${p}/labels`)).json(), id('shop'));
  assert.match(await page.locator('#score').textContent(), new RegExp(`confidence ${(100 * confidence).toFixed(1)}`));
  await page.locator('#order').selectOption('byConfidence');
  await page.waitForFunction(() => /^3 of 3/.test(document.getElementById('summary').textContent));
  const lines = (await page.evaluate(async () => (await fetch('/v1/workspace/results')).text())).trim().split('\n').map(JSON.parse);
  const order = await page.locator('#pages button').evaluateAll((all) => all.map((b) => b.dataset.page));
  assert.deepEqual(order, lines.sort((a, b) => a.confidence - b.confidence).map((r) => r.id));
  await page.locator('#method').selectOption('vlps'); // which promises nothing
  await page.waitForFunction(() => !document.getElementById('score').textContent.includes('confidence'));
});

test('the queue puts the pages first whose blocks are least sure, and n goes to the next', async () => {
  await visit('');
  await page.locator('#order').selectOption('byUnsure');
  await page.waitForFunction(() => /^3 of 3/.test(document.getElementById('summary').textContent));
  const order = await page.locator('#pages button').evaluateAll((all) => all.map((b) => b.dataset.page));
  const lines = (await page.evaluate(async () => (await fetch('/v1/workspace/results')).text())).trim().split('\n').map(JSON.parse);
  assert.deepEqual(order, lines.sort((a, b) => b.unsure - a.unsure).map((r) => r.id));
  await page.locator(`[data-page="${order[0]}"]`).click();
  await page.locator(`[data-page="${order[0]}"][aria-current]`).waitFor();
  await page.keyboard.press('n');
  await page.locator(`[data-page="${order[1]}"][aria-current]`).waitFor();
});

test('Back and Forward go through the pages that were looked at, as they were last', async () => {
  await visit('');
  const pages = await page.locator('#pages button').evaluateAll((all) => all.map((b) => b.dataset.page));
  const shown = (n, query = /./) => Promise.all([
    page.locator(`[data-page="${pages[n]}"][aria-current]`).waitFor(),
    page.waitForURL((address) => address.searchParams.get('page') === pages[n] && query.test(address.search)),
  ]);
  await shown(0);
  const entries = () => page.evaluate(() => history.length);
  const before = await entries();
  await page.locator('#method').selectOption('vlps'); // changes what is shown of the page, and opens none
  await page.keyboard.press('j');
  await shown(0, /block=0&method=vlps/);
  assert.equal(await entries(), before);
  await page.keyboard.press('n');
  await shown(1);
  await page.locator('#method').selectOption('vlps-adaptive');
  await page.locator(`[data-page="${pages[2]}"]`).click();
  await shown(2, /method=vlps-adaptive/);
  assert.equal(await entries(), before + 2);

  await page.goBack();
  await shown(1, /method=vlps-adaptive/);
  await page.goBack();
  await shown(0, /block=0&method=vlps/);
  assert.equal(await page.locator('#method').inputValue(), 'vlps');
  await page.waitForFunction(() => document.querySelector('#block').dataset.block === '0' && document.querySelector('.stage').innerText.includes('vlps'));
  await page.goForward();
  await shown(1, /method=vlps-adaptive/);
  assert.equal(await entries(), before + 2);
  await page.keyboard.press('n');
  await shown(2);
  await page.goBack();
  await shown(1);
});

test('what an address sets that is no setting is told, and the page is shown without it', async () => {
  await visit(`?page=${id('shop')}&block=3&metod=vlps&classify.threshold=0.7`);
  await page.getByText('There is no setting metod').waitFor();
  await page.waitForURL((address) => !address.searchParams.has('metod') && address.searchParams.get('classify.threshold') === '0.7');
});

test('a label that does not follow from the score says what made it', async () => {
  const settings = 'classify.threshold=0.3', shop = id('shop');
  await visit(`?page=${shop}&${settings}`);
  const { rules } = await page.evaluate(async (labels) => (await fetch(labels)).json(), `/v1/workspace/pages/${shop}/labels?${settings}`);
  const heading = Object.keys(rules).find((n) => rules[n] === 'heading');
  assert.ok(heading, 'a doubtful heading of which nothing is kept below');
  await visit(`?page=${shop}&block=${heading}&${settings}`);
  await page.getByText('boilerplate: nothing below it is kept').waitFor();
});

test('Markdown reads from the right where its language does', async () => {
  await page.route('**/labels?*', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...await response.json(), markdown: 'كان النهر يجري بين الجبال.\n\nThe river ran.\n' } });
  });
  await visit(`?page=${id('magazine')}`);
  // side is which half of the panel the first of these letters is in
  const side = (letter) => page.evaluate((l) => {
    const panel = document.getElementById('text'), text = panel.firstChild, letters = document.createRange(), at = text.data.indexOf(l);
    letters.setStart(text, at);
    letters.setEnd(text, at + 1);
    const spot = letters.getBoundingClientRect(), full = panel.getBoundingClientRect();
    return { right: spot.x > full.x + full.width / 2, x: spot.x };
  }, letter);
  const [first, stop, latin] = [await side('ك'), await side('.'), await side('T')];
  assert.ok(first.right && !latin.right, 'each paragraph begins at its own side');
  assert.ok(stop.x < first.x, 'the full stop is at the end');
});

test('a list in which nothing is found says so, and Undo says what it does not take back', async () => {
  await visit(`?page=${id('magazine')}`);
  const find = page.getByLabel('Find a page'), summary = page.locator('#summary');
  await find.fill('zzz');
  await page.waitForFunction(() => document.getElementById('summary').textContent === 'No page is called so.');
  await find.fill('');
  await page.waitForFunction(() => / of 3/.test(document.getElementById('summary').textContent));
  assert.equal(await page.locator('#pages li').count(), 3, await summary.textContent());
  await page.getByRole('button', { name: 'Undo setting' }).click();
  await page.getByText('z undoes the last label').waitFor();
});

test('the tab is called as the page that is open, and one that is not there leaves no empty pill', async () => {
  await visit(`?page=${id('shop')}`);
  assert.match(await page.title(), /Lantern.* – mullion/);
  await page.locator('.stage h2', { hasText: 'fused' }).waitFor();
  await page.route('**/pages/*', (route) => route.abort());
  await page.goto(`${it.address}?page=${id('shop')}`);
  await page.getByText('The server does not answer').waitFor();
  assert.ok(await page.locator('.stage h2').isHidden());
});
