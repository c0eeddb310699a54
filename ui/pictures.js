// Writes the pictures of the review page that the docs show: node pictures.js FOLDER
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root, start } from './serve.js';

const folder = process.argv[2] ?? join(root, 'docs');
const it = await start(['magazine', 'shop', 'forum', 'news-zh', 'docs-ja', 'blog-ar', 'app', 'frames']);
const id = (name) => readdirSync(join(it.workspace, 'pages')).find((p) => p.startsWith(name));

async function picture(name, address, { dark = false, locale = 'en-GB', ready } = {}) {
  const page = await it.browser.newPage({ viewport: { width: 1500, height: 860 }, colorScheme: dark ? 'dark' : 'light', locale });
  await page.goto(it.address + address);
  await page.waitForFunction(() => document.body.dataset.labels);
  if (ready) await ready(page);
  await page.waitForLoadState('networkidle');
  await page.screenshot({ path: join(folder, name), type: 'jpeg', quality: 82 });
  await page.close();
}

// teach labels the most disputed blocks of some pages by somebody who wants all of the center, trains, and waits for the
// comparison.
async function teach(page) {
  for (const name of ['magazine', 'forum', 'shop', 'news-zh', 'docs-ja']) {
    await page.evaluate(async (p) => {
      const path = `/v1/workspace/pages/${p}`;
      const { doubt, labels, methods } = await (await fetch(`${path}/votes`)).json();
      const most = doubt.map((_, b) => b).sort((a, b) => doubt[b] - doubt[a]).slice(0, 20);
      const center = labels[methods.indexOf('vlps-adaptive')];
      const set = Object.fromEntries(most.map((b) => [b, center[b] === '1']));
      await fetch(`${path}/gold`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ set }) });
    }, id(name));
  }
  await page.reload();
  await page.waitForFunction(() => document.body.dataset.labels);
  await page.getByRole('tab', { name: 'Teach' }).click();
  await page.getByRole('button', { name: 'Train' }).click();
  await page.locator('#teach[data-state=proposed]').waitFor();
}

try {
  await picture('review.jpg', `?page=${id('magazine')}&block=36`, {
    ready: async (page) => {
      await page.getByRole('tab', { name: 'Settings' }).click();
      await page.locator('details[data-section="regions.fixed"] summary').click();
    },
  });
  await picture('compare.jpg', `?page=${id('forum')}&against=vlps-adaptive`, {
    dark: true, ready: (page) => page.getByRole('tab', { name: 'Differences' }).click(),
  });
  await picture('teach.jpg', `?page=${id('forum')}&block=3`, { ready: teach });
} finally {
  await it.stop();
}
