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

const pause = 125; // milliseconds between two changes of the address: browsers refuse more than a hundred in ten seconds
let next, last = 0;

// write puts the state into the address, at once or after the pause.
export function write(state, now = Date.now()) {
  clearTimeout(next);
  if (now - last < pause) return void (next = setTimeout(() => write(state), last + pause - now));
  last = now;
  put(state);
}

function put(state) {
  const query = new URLSearchParams();
  for (const key of own) if (state[key] !== '') query.set(key, state[key]);
  for (const key of Object.keys(state.set).sort()) query.set(key, state.set[key]);
  history.replaceState(null, '', query.size ? `?${query}` : location.pathname);
}

// settings is the query that the server judges by.
export const settings = (set, change = {}) => new URLSearchParams({ ...set, ...change }).toString();

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
