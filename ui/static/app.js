// The review page: pages on the left, the picture in the middle, what was made of it on the right. Everything shown
// follows from the state (see state.js) and the server's answers.
import * as api from './api.js';
import * as panels from './panels.js';
import * as settings from './settings.js';
import { Camera, Stage } from './stage.js';
import { Undo, onReturn, read, settings as query, write } from './state.js';
import { Teach } from './teach.js';
import { language, switchLanguage, t } from './text.js';

const $ = (id) => document.getElementById(id);
const state = read();
const undo = new Undo();
const camera = new Camera();
const results = new Map();
const tabs = ['markdown', 'settings', 'differences', 'teach'];
const placed = ['header', 'footer', 'left', 'right', 'center']; // by the keys 1 to 5
const offered = new Set(); // blocks of the open page that were shown because they are doubtful
const patience = 2000; // milliseconds until a server that did not answer is given a label again
const unknown = { pages: [], settings: [], methods: [] }; // the room until the server told of it
let room = unknown, page, judged, other, tab = tabs[0];

const on = { hover: (b) => hover(b), pick: (b) => pick(b), drag: (line, at) => drag(line, at) };
const stage = new Stage(camera, on), second = new Stage(camera, on);
$('stages').append(stage.root);

const teach = new Teach($('teach'), {
  settings: () => query(state.set), open: (id) => openPage(id), failed: (message) => note(message, true),
  changed: () => { relabel(); survey(); },
});

const method = () => state.set.method ?? room.settings.find((s) => s.key === 'method')?.value ?? '';

function note(text, error) {
  $('note').textContent = text;
  $('note').dataset.error = error ? '1' : '';
  clearTimeout(note.timer);
  note.timer = setTimeout(() => { $('note').textContent = ''; }, error ? 8000 : 3000);
}

const noteError = (e) => note(e.message, true);

// fail says what did not come, for as long as it is missing, and offers to ask again.
function fail(e) {
  panels.failure($('failure'), e.message, again);
}

function settle() {
  if ($('failure').contains(document.activeElement)) document.querySelector('main').focus(); // the picture is not there yet
  $('failure').hidden = true;
}

// again asks for what is missing.
function again() {
  if (room === unknown) return begin();
  if (page) relabel();
  else showAddressed();
  survey();
}

// latest runs a job that is stopped when it is asked for again. What it was asked for follows the error that is told.
function latest(job, tell = noteError) {
  let running;
  return async (...args) => {
    running?.abort();
    const mine = running = new AbortController();
    try {
      await job(mine.signal, ...args);
    } catch (e) {
      if (e.name !== 'AbortError' && !mine.signal.aborted) tell(e, ...args);
    }
  };
}

// steady runs a job whenever it is asked for, one at a time: asked for on its way, it goes on and runs once more, so that
// what it shows follows a slider that does not rest. What stop() ends is not shown.
function steady(job, tell) {
  let running, again, mine;
  async function run() {
    while (again) {
      again = false;
      mine = new AbortController();
      try {
        await job(mine.signal);
      } catch (e) {
        if (e.name !== 'AbortError' && !mine.signal.aborted) tell(e);
      }
    }
    running = undefined;
  }
  const ask = () => {
    again = true;
    return running ??= run();
  };
  ask.stop = () => mine?.abort();
  return ask;
}

// inTurn runs jobs one after the other, in the order in which they were asked for.
function inTurn() {
  let last = Promise.resolve();
  return (job) => { last = last.then(job).catch(noteError); };
}

const voting = () => $('order').value === 'byDisagree';

const relabel = steady(async (signal) => {
  if (!page) return;
  const id = page.id;
  const [a, b, votes] = await Promise.all([
    api.judge(id, query(state.set), signal),
    state.against ? api.judge(id, query(state.set, { method: state.against }), signal) : undefined,
    voting() ? api.votes(id, query(state.set), signal) : undefined,
  ]);
  if (signal.aborted || page?.id !== id) return;
  settle();
  page.votes = votes;
  [judged, other] = [a, b];
  results.set(id, { ...results.get(id), id, score: a.score, base: a.base, confidence: a.confidence });
  paint();
}, fail);

const survey = latest(async (signal) => {
  await new Promise((done) => setTimeout(done, 250)); // while a slider moves, only the open page follows
  if (signal.aborted) return;
  $('summary').ariaBusy = 'true'; // until all are there, as screen readers would read out every number on the way
  try {
    await api.results(query(state.set), voting(), signal, (r) => { results.set(r.id, r); showList(); });
  } finally {
    if (!signal.aborted) $('summary').ariaBusy = 'false';
  }
});

// reasons asks why the block that is picked has its label. Until they are there, those before are shown.
const reasons = latest(async (signal) => {
  const [n] = picked(), of = page;
  if (n === undefined) return;
  await new Promise((done) => setTimeout(done, 100)); // who walks on does not ask
  if (signal.aborted) return;
  const effects = await api.why(of.id, n, query(state.set), signal);
  if (signal.aborted || of !== page) return;
  page.why = { block: n, effects };
  showBlock();
});

// showBlock tells of the block that the pointer is at, or else of the one that is picked.
function showBlock() {
  const n = stage.hovered >= 0 ? stage.hovered : picked()[0] ?? -1;
  panels.block($('block'), page, judged, n);
  if (judged && page.why?.block === n) panels.why($('block'), page.why.effects);
}

// aim has the address name a page, from its beginning unless it named it already.
function aim(id, named) {
  const turned = !named && state.page !== id;
  if (turned) state.block = '';
  state.page = id;
  write(state, turned);
}

// take makes a page the open one; without one, nothing is shown of the one before.
function take(next) {
  relabel.stop();
  page = next;
  judged = other = undefined;
  offered.clear();
  document.title = page ? `${page.title || page.id} – mullion` : 'mullion';
  $('stages').hidden = !page;
  panels.remarks($('remarks'), page);
  if (page) return;
  delete document.body.dataset.labels;
  $('score').textContent = $('score').title = '';
  for (const id of ['text', 'differences']) $(id).replaceChildren();
  $('copy').hidden = true;
  showBlock();
  showList();
}

// openPage shows a page, from its beginning unless the address named it.
const openPage = latest(async (signal, id, named) => {
  const next = await api.open(id);
  if (signal.aborted) return;
  settle();
  aim(id, named);
  take(next);
  for (const s of [stage, second]) s.hovered = s.picked = -1;
  stage.show(page);
  second.show(page);
  stage.fit();
  await relabel();
  if (!signal.aborted && state.block !== '') pick(Number(state.block));
}, (e, id, named) => {
  aim(id, named);
  take();
  fail(e);
});

// move changes settings, and undo takes it back.
function move(changes, key) {
  undo.remember(state.set, key);
  for (const [k, v] of Object.entries(changes)) {
    const s = room.settings.find((s) => s.key === k);
    if (s && String(s.value) === String(v)) delete state.set[k];
    else state.set[k] = String(v);
  }
  changed();
}

function changed() {
  write(state);
  $('method').value = method();
  relabel();
  survey();
}

// showAddressed shows what the address names, or the first page.
async function showAddressed() {
  const strange = Object.keys(state.set).filter((key) => !room.settings.some((s) => s.key === key));
  for (const key of strange) delete state.set[key];
  if (strange.length) note(`${t('noSetting')} ${strange.join(', ')}`, true);
  $('method').value = method();
  $('against').value = state.against;
  showSettings();
  const id = state.page || room.pages[0]?.id;
  if (id) await openPage(id, true);
}

// goTo shows what an address names that the browser goes back or forth to.
async function goTo(addressed) {
  const moved = query(addressed.set) !== query(state.set);
  if (moved) undo.remember(state.set, 'address');
  Object.assign(state, addressed);
  await showAddressed();
  if (moved) survey();
}

// look takes over what changed elsewhere, by another window or program: the pages, the gold, the model in use.
const look = latest(async (signal) => {
  const before = room;
  if (room === unknown || !$('failure').hidden) return again();
  const now = await api.room(signal);
  if (signal.aborted || before !== room) return;
  const alike = (key) => JSON.stringify(now[key]) === JSON.stringify(room[key]);
  const dressed = alike('settings') && alike('methods');
  room = now;
  for (const id of results.keys()) if (!room.pages.some((p) => p.id === id)) results.delete(id);
  if (dressed) showList();
  else dress();
  if (page) lookAt(page);
  else showAddressed();
  if (tab === 'teach') teach.refresh();
  survey();
});

// lookAt takes over what changed of the open page, when the server has all labels that were given here.
function lookAt(of) {
  labelling(async () => {
    if (of !== page) return;
    const now = room.pages.find((p) => p.id === of.id);
    if (now?.added !== of.added) return openPage(of.id, true);
    const { labels } = await api.open(of.id);
    if (of !== page) return;
    of.labels = labels;
    relabel();
  });
}

function back() {
  const before = undo.back();
  if (!before) return note(t('noMove'));
  state.set = before;
  changed();
  showSettings();
}

// drag moves a threshold to a place on the page. All four are then fixed, where they are.
function drag(line, at) {
  const now = { ...judged.thresholds, [line]: at };
  const pixels = (x) => (x < 1 ? 0 : Math.max(2, Math.round(x))); // up to 1 is a share
  const changes = {
    'regions.mode': 'fixed', 'regions.fixed.header': pixels(now.header), 'regions.fixed.footer': pixels(page.height - now.footer),
    'regions.fixed.left': pixels(now.left), 'regions.fixed.right': pixels(page.width - now.right),
  };
  if (method() === 'vlps-adaptive') changes.method = 'vlps';
  move(changes, `line ${line}`);
  showSettings.later();
}

function hover(n) {
  if (stage.hovered === n) return;
  stage.hovered = second.hovered = n;
  camera.draw();
  showBlock();
}

function pick(n) {
  const is = n >= 0 && n < page.texts.length; // an address may name a block that the page does not have
  state.block = is ? String(n) : '';
  stage.picked = second.picked = is ? n : -1;
  stage.hovered = second.hovered = -1; // until the pointer moves
  write(state);
  panels.mark($('differences'), stage.picked);
  showBlock();
  if (is) stage.reveal(n);
  reasons();
  camera.draw();
}

function label(blocks, is) {
  if (!blocks.length) return note(t('pickFirst'));
  golden((id, by) => api.label(id, by, Object.fromEntries(blocks.map((b) => [b, is]))));
}

function place(blocks, region) {
  const seen = blocks.filter((b) => page.spots[b][2] && page.spots[b][3]);
  if (!seen.length) return note(t(blocks.length ? 'notShown' : 'pickFirst'));
  golden((id, by) => api.place(id, by, Object.fromEntries(seen.map((b) => [b, region]))));
}

// offer shows the block that most needs a label: the one that the model is least sure of, or methods disagree most about.
function offer() {
  if (!judged) return;
  const known = new Set(page.labels?.judged), doubts = panels.doubts(page, judged);
  const left = doubts.map((_, i) => i).filter((i) => !known.has(i) && !offered.has(i) && page.spots[i][2]);
  if (left.length === 0) return note(t('noDoubt'));
  const most = left.reduce((a, b) => (doubts[b] > doubts[a] ? b : a));
  offered.add(most);
  pick(most);
}

let unsent = 0; // labels that the server does not have yet
let silent = false; // whether it did not answer one of them

// answered asks until the server answers, and says meanwhile how much waits for it.
async function answered(ask) {
  for (;;) {
    try {
      const answer = await ask();
      if (silent && unsent === 1) {
        silent = false;
        note(t('kept'));
      }
      return answer;
    } catch (e) {
      if (!e.silent) throw e;
      silent = true;
      note(`${e.message} ${t('waiting')} ${unsent}`, true);
      await new Promise((done) => setTimeout(done, patience));
    }
  }
}

// golden gives labels of the open page to the server, each when the ones before are kept.
const labelling = inTurn();
function golden(call, needs) {
  const of = page, by = query(state.set);
  hover(-1); // the block that is told of is the one that is labelled
  unsent++;
  labelling(async () => {
    try {
      if (needs && !of.labels?.[needs]) return note(t(`no_${needs}`));
      of.labels = await answered(() => call(of.id, by));
    } finally {
      unsent--;
    }
    if (of === page) relabel();
    teach.again();
  });
}

// undoLabel takes back the last label of the open page, and redoLabel gives it back.
const undoLabel = () => page && golden(api.unlabel, 'undo');
const redoLabel = () => page && golden(api.relabel, 'redo');

const picked = () => (!page || state.block === '' ? [] : [Number(state.block)]);
const region = () => picked().flatMap((n) => [...judged?.regions ?? []].flatMap((r, i) => (r === judged.regions[n] ? [i] : [])));

function walk(step, among = page?.texts.map((_, i) => i) ?? []) {
  if (among.length === 0) return;
  const now = state.block === '' ? (step > 0 ? -1 : page.texts.length) : Number(state.block);
  const next = step > 0 ? among.find((b) => b > now) : among.findLast((b) => b < now);
  if (next !== undefined) pick(next);
}

const inSight = () => panels.sorted(room.pages, results, $('order').value, $('find').value);

function turn(step) {
  const pages = inSight(), next = pages[pages.findIndex((p) => p.id === state.page) + step];
  if (next) openPage(next.id);
}

async function save() {
  try {
    const { file } = await api.save(query(state.set));
    note(`${t('saved')} ${file}`);
  } catch (e) {
    note(e.message, true);
  }
}

// copy puts the Markdown of the open page into the clipboard. Browsers give it to addresses of this machine and https only:
// elsewhere the text is selected, for whoever copies it by hand.
async function copy() {
  if (!judged?.markdown.trim()) return note(t('noContent'));
  try {
    await navigator.clipboard.writeText(judged.markdown);
    note(t('copied'));
  } catch {
    choose('markdown');
    getSelection().selectAllChildren($('text'));
    note(t('selected'));
  }
}

const keys = {
  j: () => walk(1), k: () => walk(-1), ArrowDown: () => walk(1), ArrowUp: () => walk(-1), n: () => turn(1), p: () => turn(-1),
  c: () => label(picked(), true), b: () => label(picked(), false), C: () => label(region(), true), B: () => label(region(), false),
  q: offer,
  d: () => other && walk(1, panels.different(judged, other)), '+': () => camera.zoom(1.25, stage.root.clientWidth / 2, 0), '-': () => camera.zoom(0.8, stage.root.clientWidth / 2, 0), 0: () => stage.fit(),
  u: back, z: undoLabel, Z: redoLabel, s: save, y: copy, '/': () => $('find').focus(), '?': () => $('keys').showModal(),
  r: () => { undo.remember(state.set, 'reset'); state.set = {}; changed(); showSettings(); },
};

placed.forEach((name, i) => { keys[i + 1] = () => place(picked(), name); });

// keyed is what a key does. Digits go by their place, as some keyboards write them with Shift.
function keyed(e) {
  if (e.ctrlKey || e.metaKey) return { z: e.shiftKey ? redoLabel : undoLabel, y: redoLabel }[e.key.toLowerCase()];
  const digit = /^Digit([1-5])$/.exec(e.code)?.[1];
  if (digit) return () => place(e.shiftKey ? region() : picked(), placed[digit - 1]);
  return Object.hasOwn(keys, e.key) ? keys[e.key] : undefined;
}

const help = [['j k ↓ ↑', 'keyBlock'], ['n p', 'keyPage'], ['c b', 'keyLabel'], ['C B', 'keyRegion'], ['1 2 3 4 5', 'keyPlace'], ['q', 'keyDoubt'], ['z Ctrl+Z', 'keyGold'], ['Z Ctrl+Shift+Z Ctrl+Y', 'keyRedo'], ['d', 'keyDifference'], ['u', 'keyUndo'], ['r', 'keyReset'], ['+ − 0', 'keyZoom'], ['s', 'keySave'], ['y', 'keyCopy'], ['/', 'keyFind']];

addEventListener('keydown', (e) => {
  const typing = e.target.matches('input:not([type=range], [type=checkbox]), select, textarea') || $('keys').open;
  if (e.key === 'Escape' && typing) return e.target.blur();
  const arrow = e.key.startsWith('Arrow') && e.target.closest('input, [role=tab], [role=tabpanel], #block'); // they move or scroll by themselves
  const act = keyed(e);
  if (typing || arrow || e.altKey || !act) return;
  e.preventDefault();
  act();
});

addEventListener('beforeunload', (e) => { if (unsent) e.preventDefault(); });

// showList shows the pages at the next frame, as results of many may arrive until then.
function showList() {
  showList.frame ??= requestAnimationFrame(() => { showList.frame = undefined; drawList(); });
}

function summary(found) {
  if (room === unknown) return '';
  if (room.pages.length === 0) return t('noPages');
  return found.length ? panels.summary(results, room.pages.length) : t('noneFound');
}

function drawList() {
  const found = inSight();
  panels.list($('pages'), found, results, state.page, (id) => openPage(id));
  panels.say($('summary'), summary(found));
}

function showSettings() {
  settings.show($('settings'), room.settings, state.set, (key, value) => move({ [key]: value }, key));
}
showSettings.later = () => {
  clearTimeout(showSettings.timer);
  showSettings.timer = setTimeout(showSettings, 150);
};

// titled names a method beside its picture; where two are compared, with their scores.
function titled(of) {
  return other && of.score != null ? `${of.method} · F1 ${panels.percent(of.score)}` : of.method;
}

function paint() {
  Object.assign(stage, { judged, other });
  Object.assign(second, { judged: other, other: judged });
  stage.title.textContent = titled(judged);
  second.title.textContent = other ? titled(other) : '';
  if (Boolean(other) !== Boolean(second.root.parentNode)) {
    if (other) $('stages').append(second.root);
    else second.root.remove();
    stage.fit();
    picked().forEach((n) => stage.reveal(n));
  }
  const change = judged.score == null ? t('noGold') : `F1 ${(100 * judged.score).toFixed(1)} (${panels.signed(judged.score - judged.base)})`;
  const regions = judged.placed == null ? '' : ` · ${t('regionScore')} ${panels.percent(judged.placed)}`;
  const confidence = judged.confidence ? ` · ${t('confidence')} ${panels.percent(judged.confidence)}` : '';
  $('score').dataset.placed = judged.placed ?? '';
  const facts = `${change}${regions}${confidence}`, took = panels.element('span', { className: 'aside', ariaHidden: 'true', textContent: ` · ${judged.took_ms.toFixed(1)} ms` });
  $('score').replaceChildren(facts, took);
  $('score').title = facts;
  $('score').dataset.score = judged.score ?? '';
  $('copy').hidden = !judged.markdown.trim();
  panels.markdown($('text'), judged.markdown, other?.markdown);
  panels.differences($('differences'), page, judged, other, pick);
  panels.mark($('differences'), stage.picked);
  panels.remarks($('remarks'), page, judged);
  showBlock();
  reasons();
  document.body.dataset.labels = judged.labels; // for whoever drives the page
  showList();
  camera.draw();
}

function choose(name) {
  tab = name;
  for (const button of $('tabs').children) {
    const is = button.dataset.tab === name;
    button.setAttribute('aria-selected', is);
    button.tabIndex = is ? 0 : -1;
    $(button.dataset.tab).hidden = !is;
  }
  if (name === 'teach') teach.refresh();
}

// showLabelling makes the buttons that do what the keys of labelling do.
function showLabelling() {
  const whole = panels.element('input', { type: 'checkbox', checked: $('labelling').querySelector('input')?.checked ?? false });
  const blocks = () => (whole.checked ? region() : picked());
  const button = (name, key, act) => {
    const b = panels.element('button', { textContent: t(name), title: key, onclick: () => judged && act(blocks()) });
    b.setAttribute('aria-keyshortcuts', key.replaceAll('Ctrl', 'Control'));
    return b;
  };
  $('labelling').setAttribute('aria-label', t('labelling'));
  $('labelling').replaceChildren(button('content', 'c', (of) => label(of, true)), button('boilerplate', 'b', (of) => label(of, false)),
    ...placed.map((name, i) => button(name, String(i + 1), (of) => place(of, name))), panels.element('label', {}, whole, ` ${t('wholeRegion')}`),
    button('undo', 'z Ctrl+Z', undoLabel), button('redo', 'Shift+Z Ctrl+Shift+Z Ctrl+Y', redoLabel));
}

// dress writes all texts of the page in the chosen language.
function dress() {
  document.documentElement.lang = language();
  for (const el of document.querySelectorAll('[data-text]')) el.textContent = t(el.dataset.text);
  for (const id of ['undoSetting', 'save', 'help', 'language', 'copy']) $(id).textContent = t(id);
  const dark = document.documentElement.dataset.dark === '1';
  $('dark').textContent = t(dark ? 'light' : 'dark');
  $('find').placeholder = t('find');
  $('find').setAttribute('aria-label', t('find'));
  const order = $('order').value || panels.orderNames[0];
  $('order').replaceChildren(...panels.orderNames.map((name) => new Option(t(name), name, false, name === order)));
  $('order').setAttribute('aria-label', t('order'));
  $('list').setAttribute('aria-label', t('pages'));
  $('keys').setAttribute('aria-label', t('help'));
  $('block').setAttribute('aria-label', t('block'));
  for (const s of [stage, second]) s.canvas.setAttribute('aria-label', t('picture'));
  for (const name of tabs) $(name).setAttribute('aria-label', t(name));
  $('method').replaceChildren(...room.methods.map((m) => new Option(m, m)));
  $('method').value = method();
  $('against').replaceChildren(new Option(t('nothing'), ''), ...room.methods.map((m) => new Option(m, m)));
  $('against').value = state.against;
  $('tabs').replaceChildren(...tabs.map((name) => {
    const button = Object.assign(document.createElement('button'), { textContent: t(name), onclick: () => choose(name), role: 'tab' });
    button.dataset.tab = name;
    button.setAttribute('aria-controls', name);
    return button;
  }));
  choose(tab);
  const rows = help.map(([key, text]) => `<tr><td>${key.split(' ').map((k) => `<kbd>${k}</kbd>`).join(' ')}<td>${t(text)}`);
  $('keys').innerHTML = `<form method=dialog><table>${rows.join('')}</table><button>OK</button></form>`;
  showLabelling();
  showSettings();
  showList();
  teach.show();
  if (judged) paint();
  else panels.block($('block'));
}

$('method').onchange = () => move({ method: $('method').value }, 'method');
$('against').onchange = () => { state.against = $('against').value; write(state); relabel(); };
$('undoSetting').onclick = back;
$('save').onclick = save;
$('copy').onclick = copy;
$('help').onclick = () => $('keys').showModal();
$('language').onclick = () => { switchLanguage(); dress(); };
$('dark').onclick = () => setDark(document.documentElement.dataset.dark !== '1');
$('find').oninput = showList;
new ResizeObserver(() => panels.uncut($('pages'))).observe($('pages'));
$('order').onchange = () => {
  showList();
  offered.clear();
  relabel(); // methods are asked only where that is wanted
  survey();
};
$('tabs').onkeydown = (e) => {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[e.key];
  if (!step) return;
  choose(tabs[(tabs.indexOf(tab) + step + tabs.length) % tabs.length]);
  $('tabs').querySelector('[aria-selected=true]').focus();
};

// begin shows the workspace, once the server told of it.
async function begin() {
  try {
    room = await api.room();
  } catch (e) {
    return fail(e);
  }
  settle();
  dress();
  await showAddressed();
  survey();
}

function setDark(is) {
  document.documentElement.dataset.dark = is ? '1' : '0';
  localStorage.setItem('dark', is ? '1' : '0');
  $('dark').textContent = t(is ? 'light' : 'dark');
}

setDark((localStorage.getItem('dark') ?? (matchMedia('(prefers-color-scheme: dark)').matches ? '1' : '0')) === '1');
dress();
onReturn(goTo);
addEventListener('focus', look);
document.addEventListener('visibilitychange', () => { if (!document.hidden) look(); });
begin();
