// A Stage shows a page: its picture, the tints of its regions, the outlines of its blocks and the four thresholds. It
// draws what is in sight only, once a frame. Stages that share a camera move together.
import * as api from './api.js';
import { t } from './text.js';

// Tints are of Okabe and Ito, which people who confuse colours tell apart. Content is solid, boilerplate dashed.
const tints = { header: '#e69f00', footer: '#cc79a7', left: '#56b4e9', right: '#f0e442', center: '#009e73' };
const outline = { 1: '#0072b2', 0: '#d55e00' };
const mark = '#c000c0';
const tintShare = 0.16;
const reach = 6; // pixels from a line within which it is grabbed
const readable = 0.25; // the least scale that a page is fitted at: of a wider one the beginning is shown
const dash = [4, 3];
const patience = 1000; // milliseconds until a piece of the picture that did not come is asked for again; each time twice as long

// across are the thresholds that go from left to right.
const across = (line) => line === 'header' || line === 'footer';

// cut is what is in sight, least to most, of a stretch. Whole steps are cut off it, so that its dashes stay where they are.
function cut(from, size, least, most, step) {
  const off = (beyond) => Math.max(0, Math.floor(beyond / step)) * step;
  const [before, after] = [off(least - from), off(from + size - most)];
  return [from + before, size - before - after];
}

export class Camera {
  x = 0; y = 0; scale = 1;
  fitted = 0; // the width that the page was fitted to; 0 since somebody chose another size
  stages = [];
  draw() { for (const s of this.stages) s.later(); }
  zoom(factor, x, y) {
    this.fitted = 0;
    const scale = Math.min(8, Math.max(0.05, this.scale * factor));
    this.x += x / this.scale - x / scale;
    this.y += y / this.scale - y / scale;
    this.scale = scale;
    this.draw();
  }
}

export class Stage {
  constructor(camera, on) {
    this.camera = camera;
    this.on = on; // hover(block), pick(block), drag(line, pixels), drop()
    this.root = document.createElement('div');
    this.root.className = 'stage';
    this.canvas = document.createElement('canvas');
    this.canvas.tabIndex = 0;
    this.canvas.role = 'img';
    this.title = document.createElement('h2');
    this.root.append(this.canvas, this.title);
    this.tiles = [];
    camera.stages.push(this);
    new ResizeObserver(() => this.#resized()).observe(this.root);
    this.canvas.addEventListener('wheel', (e) => this.#wheel(e), { passive: false });
    this.canvas.addEventListener('pointerdown', (e) => this.#down(e));
    this.canvas.addEventListener('pointermove', (e) => this.#move(e));
    this.canvas.addEventListener('pointerup', (e) => this.#up(e));
    this.canvas.addEventListener('pointerleave', () => this.on.hover(-1));
  }

  show(page) {
    if (page === this.page) return;
    this.page = page;
    this.tiles = Array.from({ length: page.tiles }, () => null);
  }

  fit() {
    const width = this.root.clientWidth;
    Object.assign(this.camera, { x: 0, y: 0, fitted: width, scale: this.page && width ? Math.min(1, Math.max(readable, width / this.page.width)) : 1 });
    this.camera.draw();
  }

  // #resized fits the page to another width, where it was fitted to the one before, and stays at its place.
  #resized() {
    const { fitted, y } = this.camera, width = this.root.clientWidth;
    if (fitted && width && fitted !== width) {
      this.fit();
      this.camera.y = y;
    }
    this.camera.draw();
  }

  reveal(block) {
    const [x, y, w, h] = this.page.spots[block];
    if (!w || !h) return;
    const c = this.camera, width = this.root.clientWidth / c.scale, height = this.root.clientHeight / c.scale;
    if (y < c.y || y + Math.min(h, height) > c.y + height) c.y = Math.max(0, y - height / 3);
    if (x < c.x || x + Math.min(w, width) > c.x + width) c.x = Math.max(0, x - width / 8);
    c.draw();
  }

  later() {
    if (this.frame) return;
    this.frame = requestAnimationFrame(() => { this.frame = 0; this.#draw(); });
  }

  #tile(n) {
    if (!this.tiles[n]) {
      const image = this.tiles[n] = new Image(), address = api.tile(this.page, n);
      let pause = patience;
      image.onload = () => this.later();
      image.onerror = () => {
        if (image === this.tiles[n]) setTimeout(() => { image.src = address; }, pause);
        pause *= 2;
      };
      image.src = address;
    }
    return this.tiles[n];
  }

  #draw() {
    const { canvas, camera, page, judged } = this, ratio = devicePixelRatio;
    const width = this.root.clientWidth, height = this.root.clientHeight;
    if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio)) {
      canvas.width = Math.round(width * ratio);
      canvas.height = Math.round(height * ratio);
    }
    const g = canvas.getContext('2d');
    g.setTransform(1, 0, 0, 1, 0, 0);
    g.clearRect(0, 0, canvas.width, canvas.height);
    if (!page) return;
    const s = camera.scale * ratio;
    g.setTransform(s, 0, 0, s, -camera.x * s, -camera.y * s);
    const top = camera.y, bottom = camera.y + height / camera.scale;
    g.fillStyle = '#fff';
    g.fillRect(0, 0, page.width, page.height);
    for (let n = Math.max(0, Math.floor(top / page.tile_height)); n < page.tiles && n * page.tile_height < bottom; n++) {
      const image = this.#tile(n);
      if (image.complete && image.naturalWidth) g.drawImage(image, 0, n * page.tile_height, page.width, image.naturalHeight * page.width / image.naturalWidth);
    }
    if (!judged) return;
    g.globalAlpha = tintShare;
    for (const [name, patches] of Object.entries(judged.tints)) {
      g.fillStyle = tints[name];
      g.beginPath(); // one path a region, so that its patches do not darken each other
      for (const [x, y, w, h] of patches) if (y < bottom && y + h > top) g.rect(x, y, w, h);
      g.fill();
    }
    g.globalAlpha = 1;
    this.#blocks(g, camera.x, top, camera.x + width / camera.scale, bottom);
    this.#lines(g);
  }

  // #blocks draws the outlines of what is in sight, and no more of them: dashes are costly, and a line may be very long.
  #blocks(g, left, top, right, bottom) {
    const { page, judged, other } = this, fine = 1 / this.camera.scale;
    const gold = page.labels?.content && new Set(page.labels.content);
    const seen = [...page.spots.keys()].filter((i) => {
      const [x, y, w, h] = page.spots[i];
      return w && x < right && x + w > left && y < bottom && y + h > top;
    });
    const margin = 3 * fine, step = (dash[0] + dash[1]) * fine; // the edge at a cut is out of sight
    for (const kind of ['0', '1']) {
      g.beginPath();
      for (const i of seen) {
        if (judged.labels[i] !== kind) continue;
        const [x, y, w, h] = page.spots[i];
        const [x1, w1] = cut(x, w, left - margin, right + margin, step), [y1, h1] = cut(y, h, top - margin, bottom + margin, step);
        g.rect(x1, y1, w1, h1);
      }
      g.strokeStyle = outline[kind];
      g.lineWidth = 1.5 * fine;
      g.setLineDash(kind === '0' ? dash.map((d) => d * fine) : []);
      g.stroke();
    }
    g.setLineDash([]);
    g.fillStyle = mark;
    for (const i of seen) {
      const [x, y, w, h] = page.spots[i];
      const differs = other ? other.labels[i] !== judged.labels[i] : gold && gold.has(i) !== (judged.labels[i] === '1');
      if (!differs) continue;
      g.fillRect(x - 7 * fine, y, 5 * fine, h);
      g.globalAlpha = 0.14;
      g.fillRect(x, y, w, h);
      g.globalAlpha = 1;
    }
    for (const [block, alpha] of [[this.hovered, 0.12], [this.picked, 0.22]]) {
      if (!(block >= 0) || !page.spots[block]) continue;
      g.globalAlpha = alpha;
      g.fillStyle = '#0072b2';
      g.fillRect(...page.spots[block]);
      g.globalAlpha = 1;
    }
  }

  #lines(g) {
    const { page, judged } = this, fine = 1 / this.camera.scale;
    if (!judged.thresholds) return;
    g.lineWidth = 2 * fine;
    g.font = `${12 * fine}px system-ui, sans-serif`;
    g.strokeStyle = '#111';
    g.setLineDash([10 * fine, 4 * fine]);
    for (const [name, at] of Object.entries(judged.thresholds)) {
      g.beginPath();
      g.moveTo(across(name) ? 0 : at, across(name) ? at : 0);
      g.lineTo(across(name) ? page.width : at, across(name) ? at : page.height);
      g.stroke();
    }
    g.setLineDash([]);
    for (const [name, at] of Object.entries(judged.thresholds)) { // over all lines, which would cross out a name
      const label = t(name), width = g.measureText(label).width;
      const x = across(name) ? this.camera.x + 6 * fine : Math.min(at + 4 * fine, page.width - width - 3 * fine);
      const y = across(name) ? Math.max(at - 4 * fine, 12 * fine) : this.camera.y + 46 * fine;
      g.fillStyle = '#111';
      g.fillRect(x - 3 * fine, y - 12 * fine, width + 6 * fine, 16 * fine);
      g.fillStyle = '#fff';
      g.fillText(label, x, y);
    }
  }

  // point is an event's place on the page, in CSS pixels of the page.
  point(e) {
    const at = this.canvas.getBoundingClientRect(), c = this.camera;
    return [(e.clientX - at.left) / c.scale + c.x, (e.clientY - at.top) / c.scale + c.y];
  }

  // blockAt is the smallest block at a point, -1 for none.
  blockAt(x, y) {
    let best = -1, size = Infinity;
    this.page?.spots.forEach(([bx, by, w, h], i) => {
      if (w && h && x >= bx && x <= bx + w && y >= by && y <= by + h && w * h < size) [best, size] = [i, w * h];
    });
    return best;
  }

  lineAt(x, y) {
    const near = reach / this.camera.scale;
    for (const [name, at] of Object.entries(this.judged?.thresholds ?? {})) {
      if (Math.abs((across(name) ? y : x) - at) <= near) return name;
    }
    return '';
  }

  #wheel(e) {
    e.preventDefault();
    const c = this.camera, at = this.canvas.getBoundingClientRect();
    if (e.ctrlKey) return c.zoom(Math.exp(-e.deltaY / 200), e.clientX - at.left, e.clientY - at.top);
    c.x += (e.shiftKey ? e.deltaY : e.deltaX) / c.scale;
    c.y += (e.shiftKey ? 0 : e.deltaY) / c.scale;
    c.draw();
  }

  #down(e) {
    this.canvas.setPointerCapture(e.pointerId);
    this.held = { line: this.lineAt(...this.point(e)), x: e.clientX, y: e.clientY, moved: false };
  }

  #move(e) {
    const [x, y] = this.point(e), held = this.held;
    if (!held) {
      const line = this.lineAt(x, y);
      this.canvas.style.cursor = line ? (across(line) ? 'ns-resize' : 'ew-resize') : '';
      return this.on.hover(this.blockAt(x, y));
    }
    const dx = e.clientX - held.x, dy = e.clientY - held.y;
    if (!held.moved && Math.hypot(dx, dy) < 3) return;
    held.moved = true;
    if (held.line) return this.on.drag(held.line, across(held.line) ? y : x);
    this.camera.x -= dx / this.camera.scale;
    this.camera.y -= dy / this.camera.scale;
    Object.assign(held, { x: e.clientX, y: e.clientY });
    this.camera.draw();
  }

  #up(e) {
    if (this.held && !this.held.moved) this.on.pick(this.blockAt(...this.point(e)));
    this.held = null;
  }
}
