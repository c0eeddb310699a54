'use strict'
// The report's page: filters, the list, and three columns. Texts are only ever set as text.
const pages = JSON.parse(document.getElementById('data').textContent)
const at = (id) => document.getElementById(id)
const controls = { set: at('set'), type: at('type'), peer: at('peer'), order: at('order'), only: at('only') }
let shown = []
let current = 0

const textOf = (page, peer) => page.texts.find((t) => t.peer === peer)
const scoreOf = (page, peer) => textOf(page, peer)?.score ?? 0

const unique = (list) => [...new Set(list)]
const fill = (select, values, all) => {
  if (all) select.append(new Option(all, ''))
  for (const v of values) select.append(new Option(v, v))
}
fill(controls.set, unique(pages.map((p) => p.set)), 'all corpora')
fill(controls.type, unique(pages.map((p) => p.type)).sort(), 'all types')
fill(controls.peer, unique(pages.flatMap((p) => p.texts.map((t) => t.peer))).filter((p) => p !== OURS))

const orders = {
  behind: (a, b) => b.behind - a.behind,
  ours: (a, b) => scoreOf(a, OURS) - scoreOf(b, OURS),
  peer: (a, b) => gap(b) - gap(a),
  ahead: (a, b) => gap(a) - gap(b),
}
const gap = (page) => scoreOf(page, controls.peer.value) - scoreOf(page, OURS)

/** Chooses and orders the pages, and shows the first, or the one that was shown where it can. */
const choose = (stay) => {
  const last = stay ? shown[current] : undefined
  shown = pages.filter((p) => (!controls.set.value || p.set === controls.set.value) && (!controls.type.value || p.type === controls.type.value))
  shown.sort(orders[controls.order.value])
  current = Math.max(0, shown.indexOf(last))
  list()
  show()
}

const list = () => {
  at('list').replaceChildren(...shown.map((p, i) => {
    const button = document.createElement('button')
    button.textContent = `${scoreOf(p, OURS).toFixed(2)} · ${scoreOf(p, controls.peer.value).toFixed(2)}  ${p.set} ${p.url || p.id}`
    button.title = p.id
    button.onclick = () => go(i)
    const item = document.createElement('li')
    item.append(button)
    return item
  }))
}

const span = (text, name) => {
  const s = document.createElement('span')
  s.textContent = text
  if (name) s.className = name
  return s
}

/** Which words of the gold a text lacks. */
const lacks = (page, text) => {
  const out = new Array(page.gold.length).fill(false)
  let n = 0
  for (const piece of text?.pieces ?? []) {
    if (typeof piece === 'string') continue
    if (piece < 0) out.fill(true, n, n - piece)
    n += Math.abs(piece)
  }
  return out
}

/** Long stretches without differences are cut short on request. */
const AROUND = 25
const equal = (words) => {
  if (!controls.only.checked || words.length <= 2 * AROUND) return [span(words.join(''))]
  return [span(words.slice(0, AROUND).join('')), span(` … ${words.length - 2 * AROUND} words … `, 'gap'), span(words.slice(-AROUND).join(''))]
}

const goldColumn = (page, ours, theirs) => {
  const a = lacks(page, ours), b = lacks(page, theirs)
  const out = []
  for (let i = 0; i < page.gold.length;) {
    let j = i
    while (j < page.gold.length && a[j] === a[i] && b[j] === b[i]) j++
    const words = page.gold.slice(i, j)
    const name = [a[i] && 'lost', b[i] && 'other'].filter(Boolean).join(' ')
    out.push(...(name ? [span(words.join(''), name)] : equal(words)))
    i = j
  }
  return out
}

const textColumn = (page, text) => {
  const out = []
  let n = 0
  for (const piece of text?.pieces ?? []) {
    if (typeof piece === 'string') {
      out.push(span(piece, 'extra'))
      continue
    }
    if (piece > 0) out.push(...equal(page.gold.slice(n, n + piece)))
    n += Math.abs(piece)
  }
  return out
}

const link = (href, text) => {
  const a = document.createElement('a')
  a.href = href
  a.textContent = text
  a.target = '_blank'
  a.rel = 'noreferrer'
  return a
}

const show = () => {
  at('count').textContent = shown.length ? `${current + 1} of ${shown.length}` : 'no such pages'
  for (const id of ['title', 'scores', 'gold', 'ours', 'theirs']) at(id).replaceChildren()
  const page = shown[current]
  if (!page) return
  const peer = controls.peer.value
  const ours = textOf(page, OURS), theirs = textOf(page, peer)
  at('title').append(link(page.file, page.id), ` ${page.set}, ${page.type} `)
  if (page.url) at('title').append(link(page.url, page.url))
  for (const t of [...page.texts].sort((a, b) => b.score - a.score)) {
    const s = document.createElement(t.peer === OURS ? 'b' : 'span')
    s.textContent = `${t.peer} ${t.score.toFixed(3)}`
    at('scores').append(s, '  ')
  }
  at('gold-name').textContent = `gold: red is lost by ${OURS}, blue by ${peer}`
  at('ours-name').textContent = `${OURS} ${ours.score.toFixed(3)}: yellow is too much`
  at('theirs-name').textContent = theirs ? `${peer} ${theirs.score.toFixed(3)}: yellow is too much` : `${peer}: not run`
  at('gold').append(...goldColumn(page, ours, theirs))
  at('ours').append(...textColumn(page, ours))
  at('theirs').append(...textColumn(page, theirs))
  const buttons = at('list').querySelectorAll('button')
  buttons.forEach((b, i) => i === current ? b.setAttribute('aria-current', 'true') : b.removeAttribute('aria-current'))
  buttons[current]?.scrollIntoView({ block: 'nearest' })
}

const go = (i) => {
  if (i < 0 || i >= shown.length) return
  current = i
  show()
}

const turn = (by) => {
  const n = controls.peer.options.length
  if (!n) return
  controls.peer.selectedIndex = (controls.peer.selectedIndex + by + n) % n
  choose(true)
}

const toggle = () => {
  controls.only.checked = !controls.only.checked
  show()
}

const keys = {
  j: () => go(current + 1), ArrowDown: () => go(current + 1),
  k: () => go(current - 1), ArrowUp: () => go(current - 1),
  l: () => turn(1), ArrowRight: () => turn(1),
  h: () => turn(-1), ArrowLeft: () => turn(-1),
  d: toggle,
  o: () => shown[current] && window.open(shown[current].file, '_blank'),
}
document.addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches('select, input')) return
  if (keys[event.key]) {
    event.preventDefault()
    keys[event.key]()
  }
})
for (const c of Object.values(controls)) {
  c.addEventListener('change', () => {
    choose(c === controls.peer || c === controls.only)
    c.blur()
  })
}
choose(false)
