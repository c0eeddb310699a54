// Opens a page for every test of a file, and fails tests in which the page or the server reports a fault.
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach } from 'node:test';
import { start } from './serve.js';

export let it, page;
let faults, expected;
// expect lets the server answer with this status in a test.
export const expect = (status) => { expected = status; };
before(async () => { it = await start(['magazine', 'shop', 'forum']); });
after(() => it?.stop());
beforeEach(async () => {
  page = await it.browser.newPage({ viewport: { width: 1400, height: 900 }, colorScheme: 'light', locale: 'en-GB' });
  [faults, expected] = [[], 0];
  page.on('pageerror', (e) => faults.push(e.message));
  page.on('response', (r) => { if (r.status() >= 400 && r.status() !== expected) faults.push(`${r.status()} ${r.url()}`); });
});
afterEach(async () => {
  await page.close();
  assert.deepEqual(faults, []);
});

export const id = (name) => readdirSync(join(it.workspace, 'pages')).find((p) => p.startsWith(name));
export const labels = () => page.evaluate(() => document.body.dataset.labels);
export const ready = () => page.waitForFunction(() => document.body.dataset.labels);
export async function visit(query) {
  await page.goto(it.address + query);
  await ready();
}
