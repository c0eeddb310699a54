// A small single-page app: it shows a spinner, loads its texts a little later and draws the page that the
// hash names. A script element stands in for fetch, which browsers refuse on file: pages.
(function () {
  'use strict';
  const root = document.getElementById('app');
  const el = (tag, attrs, ...children) => {
    const node = document.createElement(tag);
    Object.entries(attrs || {}).forEach(([k, v]) => node.setAttribute(k, v));
    node.append(...children.filter(c => c != null));
    return node;
  };
  const slug = text => text.toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '');

  const load = src => new Promise((done, failed) => {
    const script = el('script', { src });
    script.onload = done;
    script.onerror = failed;
    document.head.append(script);
  });

  function inline(parent, text) {
    text.split(/(`[^`]+`)/).forEach(part => {
      if (part.startsWith('`')) parent.append(el('code', {}, part.slice(1, -1)));
      else parent.append(part);
    });
    return parent;
  }

  function code(lang, source) {
    const out = el('code', { class: 'language-' + lang });
    const word = /("[^"]*"|#.*$|\/\/.*$|\b(?:func|return|if|for|import|every|run|needs|retry|curl|sluice)\b)/gm;
    source.split(word).forEach(part => {
      if (!part) return;
      const cls = part[0] === '"' ? 's' : /^(#|\/\/)/.test(part) ? 'c' : /^(func|return|if|for|import|every|run|needs|retry|curl|sluice)$/.test(part) ? 'k' : '';
      out.append(cls ? el('span', { class: cls }, part) : part);
    });
    return el('div', { class: 'code' }, el('pre', {}, out), el('button', { type: 'button' }, 'Copy'));
  }

  const draw = {
    h2: b => el('h2', { id: slug(b.h2) }, b.h2, el('a', { class: 'anchor', href: '#', 'aria-hidden': 'true' }, '#')),
    h3: b => el('h3', { id: slug(b.h3) }, b.h3),
    p: b => inline(el('p'), b.p),
    ul: b => el('ul', {}, ...b.ul.map(t => inline(el('li'), t))),
    ol: b => el('ol', {}, ...b.ol.map(t => inline(el('li'), t))),
    code: b => code(b.lang, b.code),
    note: b => el('div', { class: 'note ' + (b.kind || '') }, el('b', {}, b.title), inline(el('p'), b.note)),
    table: b => el('table', {},
      el('thead', {}, el('tr', {}, ...b.table[0].map(c => el('th', {}, c)))),
      el('tbody', {}, ...b.table.slice(1).map(r => el('tr', {}, ...r.map(c => inline(el('td'), c)))))),
  };

  function page(data, id) {
    const all = data.menu.flatMap(g => g.pages);
    const at = Math.max(all.findIndex(p => p.id === id), 0);
    const here = data.pages[all[at].id] || { title: all[at].name, group: 'Drafts', updated: 'never', blocks: [{ p: 'This page has not been written yet.' }] };
    document.title = here.title + ' | Sluice documentation';
    document.documentElement.lang = data.lang;
    const bar = el('div', { class: 'bar' }, el('a', { class: 'logo', href: '#retries' }, '≋ Sluice'), el('span', { class: 'ver' }, data.version),
      ...data.links.map(t => el('a', { href: '#' }, t)), el('span', { class: 'find' }, 'Search the docs  ⌘K'), el('a', { href: '#' }, 'GitHub'));
    const side = el('div', { class: 'side' });
    data.menu.forEach(g => side.append(el('h4', {}, g.name), ...g.pages.map(p =>
      el('a', { href: '#' + p.id, class: p.id === all[at].id ? 'on' : '' }, p.name))));
    const doc = el('div', { class: 'doc' }, el('div', { class: 'trail' }, 'Docs › ' + here.group + ' › ' + here.title), el('h1', {}, here.title));
    const body = el('div', { class: 'text' });
    here.blocks.forEach(b => body.append(draw[Object.keys(b).find(k => draw[k])](b)));
    doc.append(body,
      el('div', { class: 'helpful' }, 'Was this page helpful?', el('button', {}, 'Yes'), el('button', {}, 'No'), el('span', {}, 'Edit this page')),
      el('div', { class: 'pager' }, el('a', { href: '#' }, el('small', {}, 'Previous'), 'Schedules'), el('a', { href: '#' }, el('small', {}, 'Next'), 'Secrets')),
      el('div', { class: 'foot' }, 'Last updated ' + here.updated + '. © 2026 The Sluice contributors. Built with three shell scripts.'));
    const toc = el('div', { class: 'toc' }, el('b', {}, 'On this page'), ...here.blocks.filter(b => b.h2 || b.h3).map(b =>
      el('a', { href: '#' + all[at].id, class: b.h3 ? 'sub' : '' }, b.h2 || b.h3)));
    root.replaceChildren(bar, el('div', { class: 'body' }, side, el('div', { class: 'scroll' }, doc, toc)));
  }

  root.append(el('div', { class: 'splash' }, el('div', { class: 'spin' }), 'Loading…'));
  setTimeout(() => load('data.js').then(() => setTimeout(() => {
    const show = () => page(window.SLUICE_DOCS, location.hash.slice(1) || 'retries');
    window.addEventListener('hashchange', show);
    show();
  }, 200)), 150);
})();
