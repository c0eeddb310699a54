// What is looked at, and by which settings. All of it is in the address, so that reloading and sharing keep it.
const own = ['page', 'block', 'against'];

export function read(address = location.search) {
  const state = { page: '', block: '', against: '', set: {} };
  for (const [key, value] of new URLSearchParams(address)) {
    if (own.includes(key)) state[key] = value;
    else state.set[key] = value;
  }
  return state;
}

function address(state) {
  const query = new URLSearchParams();
  for (const key of own) if (state[key] !== '') query.set(key, state[key]);
  for (const key of Object.keys(state.set).sort()) query.set(key, state.set[key]);
  return query.size ? `?${query}` : location.pathname;
}

const pause = 125; // milliseconds between two changes of the address: browsers refuse more than a hundred in ten seconds
let next, last = 0;
let waiting, turned = false; // the address that is to be written, and whether to a new entry of the browser's history

// write puts the state into the address, at once or after the pause. Where another page was opened the one before stays in the
// browser's history, as it was last; pages that are only passed do not.
export function write(state, opened = false) {
  if (opened && waiting && !turned) put();
  waiting = address(state);
  turned ||= opened;
  clearTimeout(next);
  const left = last + pause - Date.now();
  if (left <= 0) put();
  else next = setTimeout(put, left);
}

function put() {
  last = Date.now();
  history[turned ? 'pushState' : 'replaceState'](null, '', waiting);
  drop();
}

function drop() {
  clearTimeout(next);
  [waiting, turned] = [undefined, false];
}

// onReturn has take be called with the state that the browser goes back or forth to.
export function onReturn(take) {
  addEventListener('popstate', () => { drop(); take(read()); });
}

// settings is the query that the server judges by.
export function settings(set, change = {}) {
  const query = new URLSearchParams({ ...set, ...change });
  query.sort();
  return query.toString();
}

// An Undo keeps what settings were. Changes to one key in quick succession, as sliders make them, are one step.
export class Undo {
  #past = [];
  #last = { key: '', time: 0 };

  remember(set, key, now = Date.now(), pause = 800) {
    if (key !== this.#last.key || now - this.#last.time > pause) this.#past.push({ ...set });
    this.#last = { key, time: now };
  }

  back() {
    this.#last = { key: '', time: 0 };
    return this.#past.pop();
  }
}
