// What the page tells of a server that fails, and of what changes while nobody looks.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expect, id, it, page, ready, visit } from '../session.js';

const broken = (route) => route.fulfill({ status: 500, contentType: 'application/problem+json', json: { status: 500, detail: 'unexpected EOF' } });
const gone = (route) => route.abort();
const silent = 'The server does not answer';
const failures = [
  { of: 'the list', address: '**/v1/workspace', answer: gone, says: silent },
  { of: 'the list', address: '**/v1/workspace', answer: broken, says: 'unexpected EOF' },
  { of: 'the page', address: '**/pages/*', answer: gone, says: silent },
  { of: 'the page', address: '**/pages/*', answer: broken, says: 'unexpected EOF' },
  { of: 'what its labels are', address: '**/labels?*', answer: broken, says: 'unexpected EOF', shown: true },
];

for (const { of, address, answer, says, shown } of failures) {
  test(`where ${of} did not come at first (${says}), the page says so until it comes`, async () => {
    expect(500);
    await page.clock.install(); // what is told for a while only is gone when the clock is forwarded
    await page.route(address, answer);
    await page.goto(`${it.address}?page=${id('shop')}&block=3`);
    const told = page.getByRole('main').getByText(says), again = page.getByRole('button', { name: 'Try again' });
    await told.waitFor();
    await page.clock.runFor(60000);
    assert.ok(await told.isVisible());
    if (!shown) for (const key of ['c', '1', 'j', 'd', 'q', 'z']) await page.keyboard.press(key); // there is nothing to label
    await page.unroute(address);
    await again.click();
    await ready();
    await page.clock.runFor(1000);
    assert.ok(await again.isHidden());
    await page.locator('#block', { hasText: 'Block 3' }).waitFor();
    await page.locator(`[data-page="${id('shop')}"][aria-current]`).waitFor();
    assert.match(page.url(), /block=3/);
  });
}

test('a page that cannot be opened takes the place of the one before, and others can be opened', async () => {
  await visit(`?page=${id('forum')}&block=2`);
  await page.route(`**/pages/${id('shop')}`, gone);
  await page.locator(`[data-page="${id('shop')}"]`).click();
  await page.getByText(silent).waitFor();
  await page.waitForURL((address) => address.searchParams.get('page') === id('shop') && !address.searchParams.has('block'));
  assert.ok(await page.locator('.stage').isHidden());
  assert.equal(await page.locator('#markdown').innerText(), '');
  assert.equal(await page.locator('#score').innerText(), '');
  await page.goBack();
  await page.locator('#block', { hasText: 'Block 2' }).waitFor();
  assert.ok(await page.getByRole('button', { name: 'Try again' }).isHidden());
});

test('Try again shows that it was pressed, and leaves the focus to the picture that comes', async () => {
  const address = `**/pages/${id('shop')}`, failure = page.locator('#failure'), told = page.getByText(silent);
  await page.route(address, gone);
  await page.goto(`${it.address}?page=${id('shop')}`);
  await told.waitFor();
  await page.unroute(address);
  let go;
  const held = new Promise((done) => { go = done; });
  await page.route(address, async (route) => { await held; await route.abort(); });
  const opacity = () => failure.evaluate((el) => Number(getComputedStyle(el).opacity));
  await page.getByRole('button', { name: 'Try again' }).focus();
  await page.keyboard.press('Enter');
  assert.ok(await opacity() < 1, 'it is faint while it waits');
  go();
  await page.locator('#failure:not([aria-busy])').waitFor();
  assert.equal(await opacity(), 1);
  await page.unroute(address);
  await page.keyboard.press('Enter');
  await ready();
  assert.equal(await page.evaluate(() => document.activeElement.localName), 'main');
});

// look has the page be looked at again, as by somebody who comes from another window.
const look = () => page.evaluate(() => { dispatchEvent(new Event('focus')); });

test('what changed elsewhere is shown to whoever comes back', async () => {
  const shop = id('shop'), rows = page.locator('#pages li'), gold = page.locator('#block', { hasText: 'gold:' });
  await visit(`?page=${shop}&block=3`);
  await page.locator('#block table').waitFor();
  await page.waitForFunction(() => / of 3/.test(document.getElementById('summary').textContent));
  const give = (what) => page.evaluate(async ([name, body]) => {
    await fetch(`/v1/workspace/pages/${name}/gold`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });
  }, [shop, what]);
  const select = () => page.evaluate(() => getSelection().selectAllChildren(document.getElementById('text')));
  const selected = () => page.evaluate(() => getSelection().toString().length);

  await page.getByRole('tab', { name: 'Teach' }).click();
  await page.getByText('Pages with gold text: 0').waitFor();
  await give({ set: { 3: true } });
  await look();
  await page.getByText('Pages with gold text: 1').waitFor();
  await page.getByRole('tab', { name: 'Markdown' }).click();
  it.run('workspace', 'add', 'testdata/site/app', '--workspace', it.workspace);
  await select();
  const before = await selected();
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await gold.waitFor();
  await rows.nth(3).waitFor();
  await page.waitForFunction(() => /^4 of 4 judged: mean/.test(document.getElementById('summary').textContent));
  assert.ok(before > 100 && await selected() === before, 'a text that did not change stays selected');

  await give({ undo: true });
  it.run('workspace', 'remove', id('app'), '--workspace', it.workspace);
  await look();
  await gold.waitFor({ state: 'detached' });
  await page.waitForFunction(() => /^3 of 3 judged$/.test(document.getElementById('summary').textContent));
  assert.equal(await rows.count(), 3);
});

test('a page that was replaced elsewhere is shown as it is now, and one that was removed is said to be', async () => {
  const shop = id('shop'), list = ['testdata/site/shop', '--workspace', it.workspace];
  const asked = [];
  page.on('request', (r) => { if (r.url().includes('/tiles/')) asked.push(r.url()); });
  await visit(`?page=${shop}`);
  await page.waitForLoadState('networkidle');
  const before = asked.splice(0);
  it.run('workspace', 'remove', shop, '--workspace', it.workspace);
  expect(404);
  await look();
  await page.getByRole('main').getByText('there is no such page').waitFor();
  it.run('workspace', 'add', ...list);
  await look();
  await page.locator('.stage').waitFor();
  await page.waitForLoadState('networkidle');
  assert.ok(asked.length > 0 && asked.every((address) => !before.includes(address)), 'its picture is another one, which the browser does not have');
  assert.ok(await page.getByRole('button', { name: 'Try again' }).isHidden());
});

test('a piece of the picture that did not come is asked for again', async () => {
  let failed = 0;
  await page.clock.install();
  await page.route('**/tiles/**', (route) => (failed++ < 2 ? route.abort() : route.continue()));
  await page.addInitScript(() => {
    const { drawImage } = CanvasRenderingContext2D.prototype;
    CanvasRenderingContext2D.prototype.drawImage = function note(...what) { window.drawn = true; drawImage.apply(this, what); };
  });
  await page.goto(`${it.address}?page=${id('magazine')}`);
  await page.clock.runFor(1000);
  await ready();
  const drawn = () => page.evaluate(() => window.drawn);
  for (let seconds = 0; seconds < 300 && !await drawn(); seconds++) await page.clock.runFor(1000);
  assert.ok(await drawn());
  assert.ok(failed > 2);
});
