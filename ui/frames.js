// Prints how long frames of the review page take while somebody pans over a page of 5,000 blocks, beside those of an empty
// page in the same browser: node frames.js
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { root, start } from './serve.js';

const blocks = 5000, frames = 300, step = 240; // pixels that the wheel goes on in a frame

const paragraph = (n) => `<p>Paragraph ${n} tells of the river, the bridge and the town, of what the ferryman saw, and of the ${n} winters since.</p>`;
const side = (n) => `<li><a href="#${n}">Story ${n}</a></li>`;

// sample has an article and a long side column.
function sample(folder) {
  const list = (from, to, one) => Array.from({ length: to - from }, (_, i) => one(from + i)).join('\n');
  const file = join(folder, 'long.html');
  writeFileSync(file, `<!doctype html><title>A long page</title><style>body{display:flex;font-size:10px}main,ul{display:grid;grid-template-columns:repeat(4,1fr);margin:4px}</style>
    <main><h1>A long page</h1>${list(0, blocks * 0.6, paragraph)}</main><ul>${list(0, blocks * 0.4, side)}</ul>`);
  return file;
}

// pan turns the wheel over an element in every frame, if there is one, and returns how long each frame took in ms.
function pan({ frames, step }) {
  const canvas = document.querySelector('canvas');
  return new Promise((done) => {
    const took = [];
    let before = 0;
    requestAnimationFrame(function frame(now) {
      if (before) took.push(now - before);
      before = now;
      if (took.length === frames) return done(took);
      const back = took.length > frames / 2 ? -1 : 1;
      canvas?.dispatchEvent(new WheelEvent('wheel', { deltaY: back * step, bubbles: true, cancelable: true }));
      requestAnimationFrame(frame);
    });
  });
}

function say(name, took) {
  took.sort((a, b) => a - b);
  const at = (share) => took[Math.min(took.length - 1, Math.floor(share * took.length))].toFixed(1);
  const late = took.filter((t) => t > 34).length;
  console.log(`${name}: median ${at(0.5)} ms, 95th percentile ${at(0.95)} ms, longest ${at(1)} ms, ${late} of ${took.length} frames later than 34 ms`);
}

const folder = mkdtempSync(join(tmpdir(), 'mullion-frames-'));
const it = await start([relative(join(root, 'testdata/site'), sample(folder))]);
try {
  const page = await it.browser.newPage({ viewport: { width: 1500, height: 860 } });
  say('an empty page', await page.evaluate(pan, { frames, step }));
  await page.goto(it.address);
  await page.waitForFunction(() => document.body.dataset.labels);
  await page.evaluate(pan, { frames, step }); // its pictures are loaded
  const [listed] = it.run('workspace', 'list', '--workspace', it.workspace).trim().split('\n').slice(1);
  const [, found, height] = listed.split(/\s+/);
  say(`panning over ${found} blocks, ${height} px`, await page.evaluate(pan, { frames, step }));
} finally {
  await it.stop();
  rmSync(folder, { recursive: true });
}
