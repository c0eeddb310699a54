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
