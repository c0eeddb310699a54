// What stands beside the picture: the list of pages, the block that is looked at, Markdown, differences.
import { t } from './text.js';

export const element = (tag, props = {}, ...children) => {
  const node = Object.assign(document.createElement(tag), props);
  node.append(...children);
  return node;
};
const el = element;

const regions = { h: 'header', f: 'footer', l: 'left', r: 'right', c: 'center', '-': 'none' };
export const percent = (x) => (100 * x).toFixed(1);
const least = 0.0005; // a change of scores below what is shown is none

// signed is a difference. What is shown as zero is neither more nor less.
export const signed = (x) => {
  const size = percent(Math.abs(x));
  return Number(size) === 0 ? size : `${x < 0 ? '−' : '+'}${size}`;
};

// change is by how much a page is better than by the server's settings.
const change = (r) => (r && r.score != null ? r.score - r.base : 0);

const orders = {
  byName: (a, b) => (a.id < b.id ? -1 : 1),
  byScore: (a, b, of) => (of(a)?.score ?? 2) - (of(b)?.score ?? 2),
  byChange: (a, b, of) => Math.abs(change(of(b))) - Math.abs(change(of(a))),
  byConfidence: (a, b, of) => (of(a)?.confidence ?? 2) - (of(b)?.confidence ?? 2),
  byUnsure: (a, b, of) => (of(b)?.unsure ?? 0) - (of(a)?.unsure ?? 0),
  byDisagree: (a, b, of) => (of(b)?.disagree ?? 0) - (of(a)?.disagree ?? 0),
};
export const orderNames = Object.keys(orders);

// sorted are the pages that the word finds, in the order.
export function sorted(pages, results, order, word) {
  const w = word.toLowerCase();
  return pages.filter((p) => `${p.id} ${p.title}`.toLowerCase().includes(w)).sort((a, b) => orders[order](a, b, (p) => results.get(p.id)));
}

const rows = new Map(); // by the page's name

function row(p, pick) {
  const [score, moved] = [el('span', { className: 'number' }), el('small')];
  const button = el('button', { onclick: () => pick(p.id) }, el('b', { textContent: p.title || p.id, dir: 'auto' }), score, el('small', { textContent: p.id }), moved);
  button.dataset.page = p.id;
  return { title: p.title, item: el('li', {}, button), button, score, moved };
}

// list shows the pages. Rows stay what they are while results arrive, so that none loses the focus or a click.
export function list(root, pages, results, current, pick) {
  const focused = root.contains(document.activeElement) ? document.activeElement : undefined;
  const items = new Set();
  for (const p of pages) {
    if (rows.get(p.id)?.title !== p.title) rows.set(p.id, row(p, pick));
    const { item, button, score, moved } = rows.get(p.id), r = results.get(p.id), d = change(r);
    items.add(item);
    button.title = r?.error || p.url || p.id;
    score.textContent = r?.error ? t('failed') : r?.score != null ? percent(r.score) : '';
    moved.textContent = Math.abs(d) > least ? signed(d) : '';
    moved.className = `number ${d > least ? 'better' : d < -least ? 'worse' : ''}`;
    if (p.id !== current) button.removeAttribute('aria-current');
    else if (!button.hasAttribute('aria-current')) button.setAttribute('aria-current', 'page');
  }
  for (const item of [...root.children]) if (!items.has(item)) item.remove();
  let at = root.firstElementChild;
  for (const item of items) {
    if (item === at) at = at.nextElementSibling;
    else root.insertBefore(item, at);
  }
  if (focused?.isConnected) focused.focus({ preventScroll: true });
  const open = rows.get(current)?.item;
  if (root.dataset.current === current || !items.has(open)) return;
  root.dataset.current = current;
  bring(root, open);
}

// bring scrolls the list, and nothing around it, until all of the row is in sight.
function bring(root, row) {
  const [list, at] = [root.getBoundingClientRect(), row.getBoundingClientRect()];
  if (at.top < list.top) root.scrollTop -= Math.ceil(list.top - at.top);
  else if (at.bottom > list.bottom) root.scrollTop += Math.ceil(at.bottom - list.bottom);
}

// uncut brings back the row of the open page where the list got smaller, and cut it. Whoever scrolled away stays there.
export function uncut(root) {
  const row = root.querySelector('[aria-current]');
  if (!row) return;
  const [list, at] = [root.getBoundingClientRect(), row.getBoundingClientRect()];
  if (at.top < list.bottom && at.bottom > list.top) bring(root, row);
}

// say writes what screen readers read out whenever it is written: the same again is not.
export function say(root, text) {
  if (root.textContent !== text) root.textContent = text;
}

// summary tells how many pages were judged by the settings of now, their mean score, and how many got better and worse.
export function summary(results, total) {
  const scored = [...results.values()].filter((r) => r.score != null);
  const done = `${results.size} ${t('of')} ${total} ${t('judged')}`;
  if (scored.length === 0) return done;
  const mean = (key) => scored.reduce((sum, r) => sum + r[key], 0) / scored.length;
  const better = scored.filter((r) => change(r) > least).length, worse = scored.filter((r) => change(r) < -least).length;
  return `${done}: ${t('mean')} ${percent(mean('score'))} (${signed(mean('score') - mean('base'))}), ${better} ${t('better')}, ${worse} ${t('worse')}`;
}

// failure says what did not come, and has a button that asks again.
export function failure(root, message, again) {
  root.hidden = false;
  root.removeAttribute('aria-busy');
  if (!root.firstChild) root.append(el('p'), el('button'));
  const [words, button] = root.children;
  words.textContent = message;
  Object.assign(button, { textContent: t('again'), onclick: () => { root.setAttribute('aria-busy', 'true'); again(); } });
}

// remarks are what is to be said of a page: why there is nothing to see or to label, and its warnings.
export function remarks(root, page, judged) {
  const words = [];
  if (page && !page.texts.length) words.push(t('noBlocks'));
  if (page && !page.tiles) words.push(t('noPicture'));
  const all = [...words.map((w) => el('p', { textContent: w })), ...(judged?.warnings ?? []).map((w) => el('p', { className: 'warning', textContent: w }))];
  if (all.map((p) => p.textContent).join('\n') === [...root.children].map((p) => p.textContent).join('\n')) return; // or it would be read aloud again
  root.replaceChildren(...all);
}

const label = (is) => t(is === '1' ? 'content' : 'boilerplate');

export function block(root, page, judged, n) {
  if (!page || !judged || !(n >= 0) || n >= page.texts.length) return void root.replaceChildren(el('p', { className: 'facts', textContent: t('noBlock') }));
  const [x, y, w, h] = page.spots[n];
  const rule = judged.rules[n] ? `: ${t(`rule_${judged.rules[n]}`)}` : '';
  const facts = [`${t('block')} ${n}`, label(judged.labels[n]) + rule, `${t('score')} ${(judged.scores[n] / 1000).toFixed(3)}`, t(regions[judged.regions[n]]), w || h ? `${x}, ${y}, ${w} × ${h}` : t('hidden')];
  const gold = [];
  if (page.labels?.content) gold.push(`${t(page.labels.content.includes(n) ? 'content' : 'boilerplate')}${page.labels.judged.includes(n) ? ' ✓' : ''}`);
  if (page.labels?.regions[n]) gold.push(`${t(page.labels.regions[n])} ✓`);
  if (gold.length) facts.push(`${t('gold')}: ${gold.join(', ')}`);
  if (page.votes) facts.push(`${t('votes')}: ${page.votes.methods.map((m, i) => `${m} ${page.votes.labels[i][n] === '1' ? '+' : '−'}`).join(', ')}`);
  root.replaceChildren(el('p', { className: 'facts', textContent: facts.join(' · ') }), el('p', { textContent: page.texts[n].slice(0, 1000), dir: 'auto' }));
  root.dataset.block = n;
}

// doubts are by block how little the model is sure of it or, where methods voted, how much they disagree: 0 … 1.
export const doubts = (page, judged) => page.votes?.doubt ?? judged.scores.map((s) => 1 - Math.abs(2 * s / 1000 - 1));

const shown = 6; // reasons

export function why(root, effects) {
  if (effects.length === 0) return;
  const most = Math.max(...effects.map((e) => Math.abs(e.effect)), 0.01);
  const rows = effects.slice(0, shown).map((e) => {
    const bar = el('span', { className: `bar ${e.effect < 0 ? 'minus' : ''}` });
    bar.style.width = `${100 * Math.abs(e.effect) / most}%`;
    return el('tr', {}, el('td', { textContent: e.evidence }), el('td', { textContent: signed(e.effect) }), el('td', {}, bar));
  });
  root.append(el('table', { ariaLabel: t('why') }, ...rows));
}

let written; // what markdown has shown: the same again would cost whoever selected a part of it

// markdown shows the text; with another, the lines that only one of them has are marked.
export function markdown(root, text, other) {
  const now = JSON.stringify([text, other, t('noContent')]);
  if (root.firstChild && written === now) return;
  written = now;
  if (!text.trim() && other === undefined) return void root.replaceChildren(el('p', { className: 'nothing', textContent: t('noContent') }));
  if (other === undefined) return void (root.textContent = text);
  const lines = text.split('\n'), others = other.split('\n'), here = new Set(lines), there = new Set(others);
  const gone = others.filter((l) => l && !here.has(l));
  root.replaceChildren(...lines.map((l) => (l && !there.has(l) ? el('ins', { textContent: `${l}\n` }) : `${l}\n`)), ...gone.map((l) => el('del', { textContent: `${l}\n` })));
}

// different are the blocks with other labels.
export const different = (a, b) => [...a.labels].flatMap((l, i) => (l === b.labels[i] ? [] : [i]));

// differences lists the blocks with other labels. The focus stays at its block, or at the nearest before it.
export function differences(root, page, judged, other, pick) {
  if (!other) return void root.replaceChildren(el('p', { textContent: t('choose') }));
  const blocks = different(judged, other), focused = root.contains(document.activeElement) ? Number(document.activeElement.dataset.block) : undefined;
  if (blocks.length === 0) return void root.replaceChildren(el('p', { textContent: t('noDifference') }));
  root.replaceChildren(...blocks.map((i) => {
    const button = el('button', { onclick: () => pick(i) }, page.texts[i].slice(0, 140), el('br'),
      el('small', { textContent: `${judged.method}: ${label(judged.labels[i])} · ${other.method}: ${label(other.labels[i])}` }));
    button.dir = 'auto';
    button.dataset.block = i;
    return button;
  }));
  if (focused >= 0) root.children[Math.max(0, blocks.findLastIndex((i) => i <= focused))].focus({ preventScroll: true });
}

// mark says which of the differences is picked.
export function mark(root, picked) {
  for (const button of root.querySelectorAll('button')) {
    if (Number(button.dataset.block) === picked) button.setAttribute('aria-current', 'true');
    else button.removeAttribute('aria-current');
  }
}
