// What stands around the picture: by keyboard, at the sizes of small screens, and where there is nothing to show.
import assert from 'node:assert/strict';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { id, it, page, visit } from '../session.js';

const remarks = (text) => page.getByRole('main').getByText(text);

test('a page without text, one without a picture, and what there is to be warned of say so beside the picture', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'mullion-pages-')), to = ['--workspace', it.workspace];
  try {
    mkdirSync(join(folder, 'blank'));
    writeFileSync(join(folder, 'blank', 'index.html'), '<!doctype html><title>A blank page</title><div style="height:400px;background:#ace"></div>');
    copyFileSync(join(it.workspace, 'pages', id('shop'), 'page.json.gz'), join(folder, 'pictureless.json.gz'));
    it.run('workspace', 'add', join(folder, 'blank', 'index.html'), join(folder, 'pictureless.json.gz'), ...to);
    const [blank, pictureless] = [id('blank'), id('pictureless')];
    await page.goto(`${it.address}?page=${blank}`);
    await remarks('no blocks to label').waitFor();
    await page.locator('#markdown').getByText('No main content was found.').waitFor();
    await page.getByRole('button', { name: '中文' }).click();
    await remarks('没有可标注的块').waitFor();
    await page.locator('#markdown').getByText('没有找到正文。').waitFor();
    await page.getByRole('button', { name: 'English' }).click();
    await page.locator(`[data-page="${pictureless}"]`).click();
    await remarks('kept without a picture').waitFor();
    assert.ok(await remarks('no blocks to label').isHidden());
    await visit(`?page=${id('shop')}&classify.doubtful=1`);
    await remarks('the labels are doubtful').waitFor();
    await page.evaluate(() => new MutationObserver(() => { window.readAgain = true; }).observe(document.getElementById('remarks'), { childList: true }));
    await page.locator('#against').selectOption('vlps');
    await page.locator('.stage').nth(1).waitFor();
    assert.ok(!await page.evaluate(() => window.readAgain), 'what stays the same is not read out again');
    await page.keyboard.press('r');
    await remarks('the labels are doubtful').waitFor({ state: 'detached' });
    assert.equal(await page.locator('#remarks').innerText(), '');
    it.run('workspace', 'remove', blank, pictureless, ...to);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('the header is one line in windows from 1024 pixels, and all of it is in sight', async () => {
  for (const locale of ['English', '中文']) {
    await visit(`?page=${id('magazine')}&block=12&method=vlps&against=vlps-adaptive`);
    if (locale !== 'English') await page.getByRole('button', { name: locale }).click();
    await page.keyboard.press('c');
    await page.keyboard.press('1');
    await page.waitForFunction(() => document.getElementById('score').dataset.placed);
    for (const width of [1024, 1100, 1280, 1281, 1440]) {
      await page.setViewportSize({ width, height: 700 });
      const [tops, right] = await page.evaluate(() => {
        const boxes = [...document.querySelectorAll('header > *')].map((el) => el.getBoundingClientRect());
        return [boxes.map((b) => b.y + b.height / 2), Math.max(...boxes.map((b) => b.right))];
      });
      assert.ok(Math.max(...tops) - Math.min(...tops) < 10, `${locale} at ${width}: ${tops}`);
      assert.ok(right <= width, `${locale} at ${width}: to ${right}`);
    }
    await page.keyboard.press('z');
    await page.keyboard.press('z');
    await page.waitForFunction(() => !document.getElementById('score').dataset.placed);
  }
});

for (const scheme of ['light', 'dark']) {
  test(`edges of fields and buttons stand out from what is around them, ${scheme}`, async () => {
    await page.emulateMedia({ colorScheme: scheme });
    await visit(`?page=${id('magazine')}`);
    await page.getByRole('tab', { name: 'Settings' }).click();
    await page.getByLabel('Find a setting').fill('threshold');
    const faint = await page.evaluate(() => {
      const least = 3; // of WCAG 2.2, 1.4.11
      const linear = (x) => (x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4);
      const light = (colour) => {
        const [r, g, b] = colour.match(/[\d.]+/g).map((x) => linear(x / 255));
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
      };
      const ratio = (a, b) => (Math.max(light(a), light(b)) + 0.05) / (Math.min(light(a), light(b)) + 0.05);
      const ground = (el) => {
        const { backgroundColor } = getComputedStyle(el);
        return !backgroundColor.endsWith(', 0)') || !el.parentElement ? backgroundColor : ground(el.parentElement);
      };
      const fields = [...document.querySelectorAll('input:not([type=range], [type=checkbox]), select, header button, #labelling button')].filter((el) => el.checkVisibility());
      if (fields.length < 15) return [`${fields.length} fields`];
      return fields.filter((el) => [el, el.parentElement].some((at) => ratio(getComputedStyle(el).borderTopColor, ground(at)) < least)).map((el) => el.outerHTML);
    });
    assert.deepEqual(faint, []);
  });
}

test('the row of the open page is not cut as the summary above the list grows, and the list alone is scrolled', async () => {
  await page.setViewportSize({ width: 1200, height: 190 });
  await visit(`?page=${id('forum')}&block=12`);
  const kept = page.waitForResponse((r) => r.url().includes('/gold'));
  await page.keyboard.press('c');
  await (await kept).finished();
  let go;
  const held = new Promise((done) => { go = done; });
  await page.route('**/results?*', async (route) => { await held; await route.continue(); });
  for (const at of ['magazine', 'shop']) {
    await visit(`?page=${id(at)}`);
    const row = page.locator(`[data-page="${id(at)}"][aria-current]`);
    await row.waitFor();
    const cut = async () => {
      const [list, now] = await Promise.all([page.locator('#pages').boundingBox(), row.boundingBox()]);
      return Math.max(list.y - now.y, now.y + now.height - list.y - list.height);
    };
    assert.ok(await cut() <= 0.5, `${at}: cut by ${await cut()} at first`);
    const height = (await page.locator('#summary').boundingBox()).height;
    go();
    await page.waitForFunction((h) => document.getElementById('summary').offsetHeight > h + 10, height);
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    assert.ok(await cut() <= 0.5, `${at}: cut by ${await cut()}`);
  }
  await page.keyboard.press('z');

  await page.setViewportSize({ width: 640, height: 300 }); // one below the other
  await page.evaluate(() => scrollTo(0, 400));
  const before = await page.evaluate(() => scrollY);
  await page.keyboard.press('p');
  await page.locator(`[data-page="${id('magazine')}"][aria-current]`).waitFor();
  assert.equal(await page.evaluate(() => scrollY), before);
});

test('the summary is read out when all pages are judged, and not again while it stays the same', async () => {
  let go;
  const held = new Promise((done) => { go = done; });
  await page.route('**/results?*', async (route) => { await held; await route.continue(); });
  await visit(`?page=${id('shop')}`);
  const summary = page.getByText(/^\d of 3/);
  const busy = (is) => page.waitForFunction((b) => document.getElementById('summary').ariaBusy === b, String(is));
  assert.equal(await summary.getAttribute('aria-live'), 'polite');
  await busy(true);
  go();
  await page.getByText(/^3 of 3 judged/).waitFor();
  await busy(false);
  await page.evaluate(() => {
    window.written = 0;
    new MutationObserver(() => { window.written++; }).observe(document.getElementById('summary'), { childList: true, characterData: true, subtree: true });
  });
  const drawn = page.waitForResponse((r) => r.url().includes('/results'));
  await page.locator('#order').selectOption('byScore');
  await (await drawn).finished();
  await busy(false);
  assert.equal(await page.evaluate(() => window.written), 0);
});

test('the list of differences keeps the focus as blocks are chosen and labelled, and marks the one that is chosen', async () => {
  await visit(`?page=${id('forum')}&against=vlps-adaptive`);
  await page.getByRole('tab', { name: 'Differences' }).click();
  const third = page.locator('#differences button').nth(2), block = await third.getAttribute('data-block');
  const focused = () => page.evaluate(() => document.activeElement.closest('#differences button')?.dataset.block);
  await third.focus();
  await page.keyboard.press('Enter');
  await page.locator(`#differences [data-block="${block}"][aria-current]`).waitFor();
  for (const key of ['c', 'z']) {
    const painted = page.evaluate(() => new Promise((done) => new MutationObserver(done).observe(document.getElementById('score'), { childList: true })).then(() => true));
    await page.keyboard.press(key);
    await painted;
    assert.equal(await focused(), block, key);
  }
  await page.keyboard.press('d');
  assert.equal(await page.locator('#differences [aria-current]').count(), 1);
  assert.equal(await page.locator('#differences [aria-current]').getAttribute('data-block'), await page.locator('#differences button').nth(3).getAttribute('data-block'));
});

test('arrow keys scroll the panel that has the focus, and walk over the blocks elsewhere', async () => {
  await page.setViewportSize({ width: 1400, height: 420 });
  await visit(`?page=${id('forum')}&block=9&against=vlps-adaptive`);
  await page.locator('#block table').waitFor();
  for (const [tab, focus] of [['Markdown', '#markdown'], ['Settings', '#settings'], ['Differences', '#differences button'], ['Markdown', '#block']]) {
    await page.getByRole('tab', { name: tab }).click();
    if (tab === 'Settings') await page.locator('#settings details').evaluateAll((all) => all.forEach((d) => { d.open = true; }));
    const at = page.locator(focus).first();
    await at.focus();
    assert.ok(await at.evaluate((el) => el === document.activeElement), `${focus} can have the focus`);
    await page.keyboard.press('ArrowDown');
    await page.waitForFunction((of) => document.querySelector(of).closest('section').scrollTop > 0, focus);
    assert.match(page.url(), /block=9/, focus);
  }
  await page.locator('.stage canvas').first().focus();
  await page.keyboard.press('ArrowDown');
  await page.waitForURL(/block=10/);
});

test('the Markdown is copied by a button and a key, or selected where the browser gives no clipboard', async () => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await visit(`?page=${id('shop')}`);
  const button = page.getByRole('button', { name: 'Copy', exact: true }), copied = () => page.evaluate(() => navigator.clipboard.readText());
  const markdown = async () => (await page.evaluate(async (name) => (await fetch(`/v1/workspace/pages/${name}/labels`)).json(), id('shop'))).markdown;
  await button.click();
  await page.getByText('is in the clipboard').waitFor();
  assert.equal(await copied(), await markdown());
  await page.evaluate(() => navigator.clipboard.writeText(''));
  await page.keyboard.press('y');
  await page.waitForFunction(() => navigator.clipboard.readText());
  assert.equal(await copied(), await markdown());

  await page.evaluate(() => { Object.defineProperty(navigator, 'clipboard', {}); });
  await page.getByRole('tab', { name: 'Settings' }).click();
  await page.keyboard.press('y');
  await page.getByText('the text is selected').waitFor();
  assert.equal(await page.evaluate(() => getSelection().toString().trim()), (await page.locator('#text').innerText()).trim());
});

test('no line of the Markdown is covered in part by the button that copies it', async () => {
  await visit(`?page=${id('magazine')}`);
  const covered = () => page.evaluate(() => {
    const button = document.getElementById('copy').getBoundingClientRect(), text = document.createRange();
    text.selectNodeContents(document.getElementById('text'));
    return [...text.getClientRects()].filter((line) => {
      const [top, bottom] = [Math.max(line.top, button.top), Math.min(line.bottom, button.bottom)];
      if (line.right <= button.left || bottom <= top) return false;
      const above = document.elementFromPoint(line.left + 1, (top + bottom) / 2);
      return above.closest('#text') || getComputedStyle(above).backgroundColor.endsWith(', 0)');
    }).length;
  });
  assert.equal(await covered(), 0);
  await page.locator('#markdown').evaluate((panel) => { panel.scrollTop = 300; });
  assert.ok(await page.getByRole('button', { name: 'Copy', exact: true }).evaluate((b) => b.contains(document.elementFromPoint(b.getBoundingClientRect().x + 5, b.getBoundingClientRect().y + 5))), 'it stays in reach');
  assert.equal(await covered(), 0);
});

test('tabs are walked by arrow keys', async () => {
  await visit(`?page=${id('shop')}&block=3`);
  await page.getByRole('tab', { name: 'Markdown' }).focus();
  for (const [key, name] of [['ArrowRight', 'Settings'], ['ArrowLeft', 'Markdown'], ['ArrowLeft', 'Teach'], ['ArrowRight', 'Markdown']]) {
    await page.keyboard.press(key);
    await page.getByRole('tabpanel', { name }).waitFor();
    const tab = page.getByRole('tab', { name, selected: true });
    assert.ok(await tab.evaluate((el) => el === document.activeElement), name);
  }
  assert.match(page.url(), /block=3/);
});

test('keys are of the page only where nothing else takes them', async () => {
  await visit(`?page=${id('shop')}&block=3`);
  const block = (n) => page.waitForURL((address) => address.searchParams.get('block') === String(n));
  await page.keyboard.press('?');
  await page.keyboard.press('j');
  await page.keyboard.press('Escape');
  await page.keyboard.press('j');
  await block(4);
  await page.keyboard.press('Alt+j');
  await page.keyboard.press('/');
  await page.keyboard.press('j');
  assert.equal(await page.getByLabel('Find a page').inputValue(), 'j');
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Escape');
  await page.keyboard.press('j');
  await block(5);
});

test('a field of the settings keeps the focus when its change is taken back', async () => {
  await visit(`?page=${id('shop')}`);
  await page.getByRole('tab', { name: 'Settings' }).click();
  await page.getByLabel('Find a setting').fill('classify.threshold');
  const slider = page.locator('[data-key="classify.threshold"] input[type=range]');
  await slider.focus();
  await page.keyboard.press('End');
  await page.waitForURL(/classify\.threshold=1/);
  await page.keyboard.press('u');
  await page.waitForURL((address) => !address.searchParams.has('classify.threshold'));
  assert.ok(await slider.evaluate((el) => el === document.activeElement));
  assert.equal(await slider.inputValue(), '0');
});

test('the picture follows the width of the window, unless somebody chose its size', async () => {
  await page.addInitScript(() => {
    const { drawImage } = CanvasRenderingContext2D.prototype;
    CanvasRenderingContext2D.prototype.drawImage = function note(...what) { window.scale = this.getTransform().a; drawImage.apply(this, what); };
  });
  await visit(`?page=${id('magazine')}`);
  const scaled = (to) => page.waitForFunction((s) => Math.abs(window.scale - s) < 0.01, to);
  const fits = async () => (await page.locator('.stage canvas').boundingBox()).width / 1280;
  await scaled(await fits());
  await page.setViewportSize({ width: 1100, height: 900 });
  await scaled(await fits());
  const zoomed = await fits() * 1.25;
  await page.keyboard.press('+');
  await scaled(zoomed);
  await page.setViewportSize({ width: 1400, height: 900 });
  await page.waitForFunction(() => innerWidth === 1400);
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  await scaled(zoomed);
});
