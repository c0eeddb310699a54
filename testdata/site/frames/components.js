// Three custom elements whose text lives in shadow trees: two are boilerplate, one belongs to the article.
(function () {
  'use strict';
  const define = (name, html) => customElements.define(name, class extends HTMLElement {
    connectedCallback() {
      this.attachShadow({ mode: 'open' }).innerHTML = html(this);
    }
  });

  define('site-masthead', host => `
    <style>
      header { display: flex; align-items: center; gap: 34px; height: 84px; padding: 0 40px; background: #fff; border-bottom: 3px solid #16324a; font: 16px "Liberation Sans", sans-serif; }
      b { font: bold 26px "Liberation Serif", serif; color: #16324a; }
      a { color: #44566a; text-decoration: none; } a.on { color: #16324a; font-weight: bold; border-bottom: 2px solid #ffb648; }
      .join { margin-left: auto; padding: 9px 18px; background: #16324a; color: #fff; }
    </style>
    <header><b>Hinterland Field Notes</b><nav>${['Woods', 'Rivers', 'Ice', 'Stone', 'Maps'].map(name =>
      `<a href="#" class="${name === host.getAttribute('current') ? 'on' : ''}">${name}</a>`).join(' &nbsp; ')}</nav><a class="join" href="#">Join the Society</a></header>`);

  define('field-note', () => `
    <style>
      section { margin: 0 40px 30px; padding: 18px 26px; border-left: 5px solid #ffb648; background: #fff8ea; font: 17px/1.6 "Liberation Serif", serif; color: #26323d; }
      h3 { margin: 0 0 6px; font-size: 20px; } p { margin: 0 0 8px; }
    </style>
    <section><h3>The postman's rule of thumb</h3>
    <p>Five centimetres of black ice will carry a careful walker, eight a small group in single file, and twelve a horse that trusts you.</p>
    <p>Double every figure for white ice, and stay at home for grey.</p></section>`);

  define('site-feedback', () => `
    <style>div { margin: 0 40px; padding: 14px 0; border-top: 1px solid #d8dee4; font: 14px "Liberation Sans", sans-serif; color: #66778a; } button { margin-left: 10px; }</style>
    <div>Did you find a mistake in this note?<button>Tell us</button><button>Share</button></div>`);
})();
