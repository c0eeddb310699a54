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
    await page.keyboard.press('r');
    await remarks('the labels are doubtful').waitFor({ state: 'detached' });
    assert.equal(await page.locator('#remarks').innerText(), '');
    it.run('workspace', 'remove', blank, pictureless, ...to);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
