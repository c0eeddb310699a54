// Sliders, boxes and menus for all settings that the server lets change, made from its description of them.
import { t } from './text.js';

const steps = 1000;
const wide = 1000; // from this range on, sliders are finer near the least value
const power = 3;

// place and value turn a setting's value into the slider's place and back.
const place = (s, value) => {
  const share = (value - s.min) / (s.max - s.min);
  return Math.round(steps * (s.max - s.min > wide ? share ** (1 / power) : share));
};

const value = (s, at) => {
  const share = at / steps, x = s.min + (s.max - s.min) * (s.max - s.min > wide ? share ** power : share);
  if (s.kind === 'integer') return Math.round(x);
  return Number(x.toPrecision(s.max - s.min > wide ? 4 : 3));
};

function control(s, now, change) {
  const row = document.createElement('div');
  row.className = 'row';
  const add = (tag, props) => {
    const el = Object.assign(document.createElement(tag), props);
    el.setAttribute('aria-label', s.key);
    row.append(el);
    return el;
  };
  if (s.one_of) {
    const menu = add('select', {});
    for (const word of s.one_of) menu.append(new Option(word, word, false, word === String(now)));
    menu.onchange = () => change(menu.value);
  } else if (s.kind === 'boolean') {
    const box = add('input', { type: 'checkbox', checked: String(now) === 'true' });
    box.onchange = () => change(String(box.checked));
  } else if ((s.kind === 'number' || s.kind === 'integer') && s.min !== undefined && s.max !== undefined) {
    const range = add('input', { type: 'range', min: 0, max: steps, value: place(s, Number(now)) });
    const box = add('input', { type: 'number', min: s.min, max: s.max, step: s.kind === 'integer' ? 1 : 'any', value: now });
    range.oninput = () => { box.value = value(s, range.valueAsNumber); change(box.value); };
    box.required = true;
    box.onchange = () => { if (box.reportValidity()) { range.value = place(s, box.valueAsNumber); change(box.value); } };
  } else {
    const box = add('input', { type: 'text', value: Array.isArray(now) ? now.join(',') : now ?? '' });
    box.onchange = () => change(box.value);
  }
  return row;
}

const fieldOf = (el) => `[data-key="${el.closest('.setting')?.dataset.key}"] ${el.localName}${el.type === 'range' ? '[type=range]' : ':not([type=range])'}`;

// show fills the panel, and leaves the focus at the field that has it. set holds what differs from the server's; change(key, value) is called for each move.
export function show(panel, list, set, change) {
  const focused = panel.contains(document.activeElement) && document.activeElement.closest('.setting') ? fieldOf(document.activeElement) : '';
  const open = new Set([...panel.querySelectorAll('details[open]')].map((d) => d.dataset.section));
  const find = Object.assign(document.createElement('input'), { type: 'search', placeholder: t('findSetting'), value: panel.querySelector('input[type=search]')?.value ?? '' });
  find.setAttribute('aria-label', t('findSetting'));
  panel.replaceChildren(find);
  const sections = new Map();
  for (const s of list) {
    if (s.key === 'method') continue; // it has a menu above
    const name = s.key.includes('.') ? s.key.slice(0, s.key.lastIndexOf('.')) : 'general';
    if (!sections.has(name)) {
      const box = document.createElement('details');
      box.dataset.section = name;
      box.open = open.has(name);
      box.append(Object.assign(document.createElement('summary'), { textContent: name }));
      sections.set(name, box);
      panel.append(box);
    }
    const el = document.createElement('div');
    el.className = 'setting';
    el.dataset.key = s.key;
    el.classList.toggle('changed', s.key in set);
    const title = Object.assign(document.createElement('label'), { textContent: s.key.slice(s.key.lastIndexOf('.') + 1) });
    const doc = Object.assign(document.createElement('p'), { textContent: `${s.doc} (${t('default')}: ${s.default || '""'}${s.min === undefined ? '' : `; ${s.min} … ${s.max ?? ''}`})` });
    el.append(title, control(s, set[s.key] ?? s.value, (v) => { change(s.key, v); el.classList.toggle('changed', s.key in set); }), doc);
    sections.get(name).append(el);
  }
  const filter = () => {
    const word = find.value.toLowerCase();
    for (const box of sections.values()) {
      let any = false;
      for (const el of box.querySelectorAll('.setting')) {
        el.hidden = !el.textContent.toLowerCase().includes(word) && !el.dataset.key.includes(word);
        any ||= !el.hidden;
      }
      box.hidden = !any;
      if (word) box.open = any;
    }
  };
  find.oninput = filter;
  filter();
  if (focused) panel.querySelector(focused)?.focus({ preventScroll: true });
}
