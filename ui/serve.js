// Runs mullion on a workspace of the sample site, and a browser.
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

export const root = fileURLToPath(new URL('..', import.meta.url));
const go = existsSync('/usr/local/go/bin/go') ? '/usr/local/go/bin/go' : 'go';
const chrome = ['chromium-headless-shell', 'chromium', 'google-chrome'].map((name) => `/usr/bin/${name}`).find(existsSync);
const asRoot = process.getuid() === 0 ? ['--no-sandbox'] : [];

export async function start(pages) {
  if (!chrome) throw new Error('there is no Chrome: run scripts/install test');
  const dir = mkdtempSync(join(tmpdir(), 'mullion-ui-'));
  const program = process.env.MULLION ?? join(dir, 'mullion');
  if (!process.env.MULLION) execFileSync(go, ['build', '-o', program, './cmd/mullion'], { cwd: root });
  const run = (...args) => execFileSync(program, args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  const workspace = join(dir, 'workspace');
  run('workspace', 'add', ...pages.map((p) => join('testdata/site', p)), '--workspace', workspace);
  const server = spawn(program, ['serve', '--workspace', workspace, '--listen', '127.0.0.1:0'], { cwd: root, stdio: ['ignore', 'ignore', 'pipe'] });
  const address = await new Promise((resolve, reject) => {
    let text = '';
    server.stderr.on('data', (chunk) => {
      text += chunk;
      const at = text.match(/listening on (\S+)/);
      if (at) resolve(at[1]);
    });
    server.on('exit', () => reject(new Error(`mullion serve: ${text}`)));
  });
  const browser = await chromium.launch({ executablePath: chrome, args: asRoot });
  return {
    run, workspace, address, browser,
    async stop() {
      await browser.close();
      const gone = new Promise((resolve) => server.once('exit', resolve));
      server.kill('SIGTERM');
      await gone;
      rmSync(dir, { recursive: true });
    },
  };
}
