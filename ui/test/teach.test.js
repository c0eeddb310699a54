// Teaching and regions by hand, in a real browser.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { start } from '../serve.js';
import { id, it, labels, page, visit } from '../session.js';

const ask = (path) => page.evaluate(async (p) => (await fetch(p)).json(), path);

// press sends a key of labelling and waits until the label is kept.
async function press(key) {
  const answered = page.waitForResponse((r) => r.url().includes('/gold'));
  await page.keyboard.press(key);
  await (await answered).finished();
}

// menu labels the first blocks of a page content, as no model does: they are the site's menu.
async function menu(name, blocks) {
  await visit(`?page=${id(name)}`);
  const before = await labels();
  for (let n = 0; n < blocks; n++) {
    await page.keyboard.press('j');
    await press('c');
  }
  return before;
}

test('ten blocks are labelled, teach a model, and change labels once it is accepted', async () => {
  await menu('forum', 5);
  const before = await menu('shop', 5);
  assert.match(before, /^00000/, 'the menu is boilerplate before');
  await page.getByRole('tab', { name: 'Teach' }).click();
  await page.getByText('Pages with gold text: 2').waitFor();
  await page.getByRole('button', { name: 'Train' }).focus();
  await page.keyboard.press('Enter');
  await page.locator('#teach progress').waitFor();
  await page.locator('#teach[data-state=proposed]').waitFor();
  const { proposed, taught, history } = await ask('/v1/workspace/training');
  assert.ok(!taught && history.length === 1 && proposed.hand.blocks === 10, JSON.stringify(proposed));
  assert.ok(proposed.hand.new > proposed.hand.old, 'what one page teaches is right on the other');
  await page.getByText('All pages are of one site').waitFor();
  await page.getByText(`${proposed.hand.old} → ${proposed.hand.new} of 10`).waitFor();
  assert.equal(await labels(), before, 'nothing changes before somebody decides');

  await page.getByRole('button', { name: 'Accept' }).click();
  await page.waitForFunction((b) => document.body.dataset.labels !== b, before);
  const learned = await labels();
  assert.match(learned, /^11111/, 'the menu is content, as it was labelled');
  const model = await page.locator('#teach code').innerText();
  assert.ok(existsSync(model), model);

  await page.keyboard.press('s');
  await page.getByText('saved to').waitFor();
  const config = join(it.workspace, 'mullion.yaml');
  const saved = join(it.workspace, 'pages', id('shop'), 'page.json.gz');
  for (const flags of [['--model', model], ['--config', config]]) {
    const clean = JSON.parse(it.run('clean', saved, '--format', 'json', ...flags));
    assert.equal(clean.blocks.map((b) => (b.label === 'content' ? '1' : '0')).join(''), learned, flags[0]);
  }

  await page.getByRole('button', { name: 'Return to the one before' }).click();
  await page.waitForFunction((b) => document.body.dataset.labels === b, before);
  await page.locator('#teach code', { hasText: 'builtin' }).waitFor();

  await page.getByRole('button', { name: 'Train' }).click();
  await page.locator('#teach[data-state=proposed]').waitFor();
  await page.getByRole('button', { name: 'Reject' }).click();
  await page.locator('#teach[data-state=idle]').waitFor();
  assert.equal(await labels(), before);
  const estimates = page.locator('#teach .history tr:has(td:not(:empty))');
  assert.equal(await estimates.count(), 2, 'a rejected model leaves its estimate');

  await page.getByLabel('evaluate after labels').check();
  await page.keyboard.press('j');
  await press('c');
  await estimates.nth(2).waitFor();
  assert.match(await estimates.nth(2).innerText(), /^11\b/, 'the estimate after the eleventh label');
});

test('regions are labelled by keyboard and by click, are scored, and taken back', async () => {
  await visit(`?page=${id('magazine')}&method=vlps`);
  const accuracy = () => page.locator('#score').getAttribute('data-placed');
  assert.equal(await accuracy(), '');
  const { regions } = await ask(`/v1/workspace/pages/${id('magazine')}/labels?method=vlps`);
  const center = regions.indexOf('c');
  for (let n = 0; n <= center; n++) await page.keyboard.press('j');
  await press('Shift+Digit5');
  await page.waitForFunction(() => document.getElementById('score').dataset.placed === '1');
  await page.getByText('regions 100.0').waitFor();
  await press('1');
  await page.waitForFunction(() => Number(document.getElementById('score').dataset.placed) < 1);
  await page.locator('#block', { hasText: 'gold: header ✓' }).waitFor();
  await page.getByRole('button', { name: 'center', exact: true }).click();
  await page.waitForFunction(() => document.getElementById('score').dataset.placed === '1');
  const boxes = join(it.workspace, 'pages', id('magazine'), 'boxes.json');
  const { content } = JSON.parse(readFileSync(boxes, 'utf8'));
  assert.equal(content.length, [...regions].filter((r) => r === 'c').length);
  assert.ok(!existsSync(join(it.workspace, 'pages', id('magazine'), 'gold.txt')), 'regions say nothing about the text');
  const table = it.run('eval', it.workspace, '--method', 'vlps');
  assert.match(table, /vlps .* 1\.0000/, 'the workspace is a corpus that eval scores');
  for (let n = 0; n < 3; n++) await press('z');
  await page.waitForFunction(() => document.getElementById('score').dataset.placed === '');
  assert.ok(!existsSync(boxes));
});

test('the queue puts the pages first on which methods disagree, and q goes to the block', async () => {
  await visit('');
  await page.locator('#order').selectOption('byDisagree');
  const lines = (await page.evaluate(async () => (await fetch('/v1/workspace/results?votes=true')).text())).trim().split('\n').map(JSON.parse);
  const want = lines.sort((a, b) => b.disagree - a.disagree).map((r) => r.id);
  await page.waitForFunction((ids) => [...document.querySelectorAll('#pages button')].map((b) => b.dataset.page).join() === ids, want.join());
  await page.locator(`[data-page="${want[0]}"]`).click();
  await page.locator(`[data-page="${want[0]}"][aria-current]`).waitFor();
  const { doubt, methods } = await ask(`/v1/workspace/pages/${want[0]}/votes`);
  const known = new Set((await ask(`/v1/workspace/pages/${want[0]}`)).labels?.judged);
  await page.locator('#block').waitFor();
  await page.waitForLoadState('networkidle');
  await page.keyboard.press('q');
  await page.locator('#block', { hasText: `${methods[0]} ` }).waitFor();
  const picked = async (not) => {
    await page.waitForURL((address) => ![null, not].includes(address.searchParams.get('block')));
    return new URL(page.url()).searchParams.get('block');
  };
  const first = await picked();
  assert.equal(doubt[first], Math.max(...doubt.filter((_, b) => !known.has(b))));
  await page.keyboard.press('q');
  await picked(first);
});

test('teaching speaks Chinese, and says why it cannot begin', async () => {
  const other = await start(['app']);
  try {
    await page.goto(`${other.address}`);
    await page.waitForFunction(() => document.body.dataset.labels);
    await page.getByRole('button', { name: '中文' }).click();
    await page.getByRole('tab', { name: '教学' }).click();
    await page.getByRole('button', { name: '评估', exact: true }).click();
    await page.getByText('label blocks on at least two pages').waitFor();
  } finally {
    await other.stop();
  }
});
