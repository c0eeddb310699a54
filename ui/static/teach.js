// The panel that evaluates and trains: the job that runs, how well models do, the model that waits, and the one in use.
import * as api from './api.js';
import { element as el, percent, signed } from './panels.js';
import { t } from './text.js';

const pause = 400; // milliseconds between two looks at a job
const patience = 5000; // milliseconds until a server that did not answer is asked again
const noticed = 0.0005; // a change of scores below what is shown is none
const shown = 12; // estimates

export class Teach {
  // on: settings() are the query of a job, changed() is called when another model is in use, open(id) opens a page,
  // failed(message) tells what went wrong.
  constructor(root, on) {
    this.root = root;
    this.on = on;
  }

  async refresh() {
    clearTimeout(this.timer);
    try {
      this.take(await api.training());
    } catch (e) {
      this.on.failed(e.message);
      if (this.state?.job.running) this.timer = setTimeout(() => this.refresh(), patience);
    }
  }

  // again evaluates a while after the last label, where that is wanted.
  again() {
    clearTimeout(this.waiting);
    if (this.root.hidden) return;
    this.waiting = setTimeout(() => {
      if (localStorage.getItem('evaluate') === '1' && !this.state?.job.running) this.act('evaluate');
      else this.refresh();
    }, pause);
  }

  async act(name) {
    try {
      const before = this.state?.model;
      this.take(await api.teach(name, this.on.settings()));
      if (this.state.model !== before) this.on.changed();
    } catch (e) {
      this.on.failed(e.message);
      this.refresh();
    }
  }

  take(state) {
    const before = this.state;
    this.state = state;
    if (before?.job.running && state.job.running && before.gold === state.gold) this.#advance(state.job); // nothing else changes then
    else this.show();
    clearTimeout(this.timer);
    if (state.job.running) this.timer = setTimeout(() => this.refresh(), pause);
  }

  show() {
    if (!this.state) return;
    const focused = this.root.contains(document.activeElement) ? document.activeElement.dataset.act : undefined;
    const { job, report, proposed } = this.state;
    this.root.dataset.state = job.running ? 'running' : proposed ? 'proposed' : 'idle'; // for whoever drives the page
    this.root.replaceChildren(
      el('p', { textContent: `${t('goldPages')} ${this.state.gold}` }), el('p', { className: 'note', textContent: t('teachHelp') }),
      ...(job.running ? this.#progress(job) : this.#actions(job)),
      ...(proposed ? [this.#estimate(proposed, t('proposed')), this.#decide(), this.#pages(proposed)] : report ? [this.#estimate(report, t('lastEstimate')), this.#pages(report)] : []),
      ...this.#history(), this.#model(),
    );
    if (focused) (this.root.querySelector(`[data-act="${focused}"]`) ?? this.root.querySelector('button'))?.focus();
  }

  #button(name, act = () => this.act(name)) {
    const button = el('button', { textContent: t(name), onclick: act });
    button.dataset.act = name;
    return button;
  }

  #actions(job) {
    const box = el('input', { type: 'checkbox', checked: localStorage.getItem('evaluate') === '1' });
    box.onchange = () => localStorage.setItem('evaluate', box.checked ? '1' : '0');
    const rows = [el('p', { className: 'actions' }, this.#button('evaluate'), this.#button('train'), el('label', {}, box, ` ${t('evaluateAgain')}`))];
    const end = job.error || (job.stopped ? t('stopped') : '');
    if (end) rows.push(el('p', { className: job.error ? 'worse' : '', role: 'status', textContent: end }));
    return rows;
  }

  #progress(job) {
    this.step = el('p', { role: 'status' });
    this.bar = el('progress');
    this.bar.setAttribute('aria-label', t(job.kind));
    this.#advance(job);
    return [this.step, el('p', { className: 'actions' }, this.bar, this.#button('cancel'))];
  }

  #advance(job) {
    this.step.textContent = `${t(`step_${job.step}`)} ${job.total > 1 ? `${job.done} ${t('of')} ${job.total}` : ''}`;
    Object.assign(this.bar, { max: Math.max(job.total, 1), value: job.done });
  }

  #estimate(e, title) {
    const row = (name, value) => el('tr', {}, el('th', { textContent: name, scope: 'row' }), el('td', { textContent: value }));
    const apart = e.by_site ? `${t('sitesApart')} (${t('sites')}: ${e.sites}, ${t('parts')}: ${e.parts}).` : t('pagesApart');
    const seen = e.rows.filter((r) => r.seen).length;
    const notes = [apart];
    if (seen) notes.push(`${t('seen')} ${seen} ${t('of')} ${e.pages}`);
    if (e.left) notes.push(`${t('leftOut')} ${e.left} ${t('of')} ${e.pages}`);
    notes.push(...(e.broken ?? [])); // estimates of old have none
    const table = el('table', { className: 'scores' }, el('caption', { textContent: `${title}, ${e.at.slice(0, 10)}` }),
      row(t('serversModel'), percent(e.base)), row(t('modelInUse'), percent(e.old)), row(t('taughtModel'), percent(e.new)),
      row(t('change'), `${signed(e.new - e.old)} (${signed(e.low)} … ${signed(e.high)})`));
    if (e.hand.blocks) table.append(row(t('handRight'), `${e.hand.old} → ${e.hand.new} ${t('of')} ${e.hand.blocks}`));
    return el('div', {}, table, ...notes.map((n) => el('p', { className: 'note', textContent: n })));
  }

  #decide() {
    return el('p', { className: 'actions' }, this.#button('accept'), this.#button('reject'));
  }

  // pages lists those that a taught model makes better and worse, the most changed first.
  #pages(e) {
    const change = (r) => r.new - r.old;
    const rows = e.rows.filter((r) => Math.abs(change(r)) > noticed).sort((a, b) => Math.abs(change(b)) - Math.abs(change(a)));
    const better = rows.filter((r) => change(r) > 0).length;
    return el('details', { open: rows.length > 0 }, el('summary', { textContent: `${better} ${t('better')}, ${rows.length - better} ${t('worse')}` }),
      el('ol', { className: 'changes' }, ...rows.map((r) => el('li', {}, el('button', { onclick: () => this.on.open(r.id) }, r.id,
        el('span', { className: change(r) > 0 ? 'better' : 'worse', textContent: `${percent(r.old)} → ${percent(r.new)}` }))))));
  }

  // history is how the estimate changes as labels arrive.
  #history() {
    const list = this.state.history.slice(-shown);
    if (list.length === 0) return [];
    const rows = list.map((e) => {
      const bar = el('span', { className: 'bar' });
      bar.style.width = `${100 * e.new}%`;
      return el('tr', {}, el('td', { textContent: e.labels }), el('td', { textContent: e.pages }), el('td', { textContent: percent(e.old) }), el('td', { textContent: percent(e.new) }), el('td', {}, bar));
    });
    const head = ['labels', 'pages', 'modelInUse', 'taughtModel'].map((name) => el('th', { textContent: t(name), scope: 'col' }));
    return [el('table', { className: 'history' }, el('caption', { textContent: t('history') }), el('tr', {}, ...head, el('td')), ...rows)];
  }

  #model() {
    const line = el('p', { className: 'note' }, `${t('modelInUse')}: `, el('code', { textContent: this.state.model }));
    if (this.state.taught && !this.state.job.running) line.append(' ', this.#button('undoModel', () => this.act('undo')));
    return line;
  }
}
