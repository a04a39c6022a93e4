// SPDX-License-Identifier: GPL-3.0-or-later
// As much of a browser as resources/page/page.js asks for, so that its part for the browser can be driven under node: a
// strict reader of HTML, elements with classes and attributes, selectors of one element, events that go up to the root.
'use strict';

const voids = new Set(['br', 'hr', 'img', 'meta', 'input', 'link']);
const decode = (text) => text.replace(/&(amp|lt|gt|quot|nbsp|#39);/g,
  (_, name) => ({ amp: '&', lt: '<', gt: '>', quot: '"', nbsp: '\u00a0', '#39': "'" })[name]);
const camel = (name) => name.replace(/-([a-z])/g, (_, letter) => letter.toUpperCase());

class Element {
  constructor(tag, document) {
    this.tag = tag;
    this.document = document;
    this.attributes = new Map();
    this.children = [];
    this.parent = null;
    this.own = ''; // text, where there is nothing else inside
    this.listeners = {};
    this.scrollTop = this.offsetTop = this.clientHeight = 0;
    this.offsetParent = {};
    this.disabled = false;
    const element = this;
    this.dataset = new Proxy({}, {
      get: (_, name) => element.getAttribute('data-' + String(name)) ?? undefined,
      set: (_, name, value) => (element.setAttribute('data-' + String(name), value), true),
    });
    this.classList = {
      toggle: (name, on) => {
        const names = new Set((element.getAttribute('class') || '').split(' ').filter(Boolean));
        names[on ? 'add' : 'delete'](name);
        element.setAttribute('class', [...names].join(' '));
      },
      contains: (name) => (element.getAttribute('class') || '').split(' ').includes(name),
    };
  }
  getAttribute(name) { return this.attributes.has(name) ? this.attributes.get(name) : null; }
  setAttribute(name, value) { this.attributes.set(name, String(value)); }
  get hidden() { return this.attributes.has('hidden'); }
  set hidden(on) { on ? this.attributes.set('hidden', '') : this.attributes.delete('hidden'); }
  get parentElement() { return this.parent; }
  get textContent() { return this.own + this.children.map((child) => child.textContent).join(''); }
  set textContent(text) { this.children = []; this.own = String(text); }
  set innerHTML(html) { this.children = []; this.own = ''; parse(html, this); }
  matches(selector) {
    return selector.split(',').some((each) => {
      const match = /^([a-z0-9]*)((?:\.[\w-]+|\[[\w-]+(?:="[^"]*")?\])*)$/.exec(each.trim());
      if (!match)
        throw new Error(`this browser knows no selector ${each}`);
      const parts = match[2].match(/\.[\w-]+|\[[^\]]+\]/g) || [];
      return (!match[1] || match[1] === this.tag) && parts.every((part) => {
        if (part[0] === '.')
          return this.classList.contains(part.slice(1));
        const [, name, value] = /^\[([\w-]+)(?:="([^"]*)")?\]$/.exec(part);
        return this.attributes.has(name) && (value === undefined || this.getAttribute(name) === value);
      });
    });
  }
  querySelectorAll(selector) {
    return this.children.flatMap((child) => [...(child.matches(selector) ? [child] : []), ...child.querySelectorAll(selector)]);
  }
  querySelector(selector) { return this.querySelectorAll(selector)[0] || null; }
  closest(selector) { return this.matches(selector) ? this : this.parent ? this.parent.closest(selector) : null; }
  addEventListener(name, listener) { (this.listeners[name] = this.listeners[name] || []).push(listener); }
  dispatch(name, more = {}) {
    const event = { type: name, target: this, defaultPrevented: false, preventDefault() { this.defaultPrevented = true; }, ...more };
    for (let at = this; at; at = at.parent)
      for (const listener of at.listeners[name] || [])
        listener(event);
    for (const listener of this.document.listeners[name] || [])
      listener(event);
    return event;
  }
  focus() {
    const before = this.document.activeElement;
    if (before && before !== this)
      before.dispatch('focusout', { relatedTarget: this });
    this.document.activeElement = this;
    this.dispatch('focusin', { relatedTarget: before });
  }
}

/// Throws for what a browser would have to guess: tags that are not closed, attributes without quotes or given twice.
function parse(html, into) {
  const tags = /<(\/?)([a-zA-Z][a-zA-Z0-9]*)((?:\s+[\w-]+(?:="[^"<]*")?)*)\s*(\/?)>|([^<]+)|(<)/g;
  let at = into;
  const ids = new Set();
  for (const match of html.matchAll(tags)) {
    const [, closing, tag, attributes, selfClosing, text, stray] = match;
    if (stray)
      throw new Error(`a stray < in …${html.slice(match.index - 40, match.index + 60)}…`);
    if (text !== undefined) {
      const bad = /&(?!(?:amp|lt|gt|quot|nbsp|#39);)/.exec(text);
      if (bad)
        throw new Error(`a stray & in ${text}`);
      const leaf = new Element('#text', into.document);
      leaf.own = decode(text);
      leaf.parent = at;
      at.children.push(leaf);
      continue;
    }
    if (closing) {
      if (at.tag !== tag)
        throw new Error(`</${tag}> closes <${at.tag}>`);
      at = at.parent;
      continue;
    }
    const element = new Element(tag, into.document);
    for (const [, name, value] of attributes.matchAll(/([\w-]+)(?:="([^"<]*)")?/g)) {
      if (element.attributes.has(name))
        throw new Error(`<${tag}> has ${name} twice`);
      element.setAttribute(name, decode(value || ''));
      if (name === 'id') {
        if (ids.has(value))
          throw new Error(`two elements are #${value}`);
        ids.add(value);
      }
    }
    element.parent = at;
    at.children.push(element);
    if (!selfClosing && !voids.has(tag))
      at = element;
  }
  if (at !== into)
    throw new Error(`<${at.tag}> is not closed`);
}

function makeBrowser(data, { dark = false, hash = '' } = {}) {
  const document = { listeners: {}, activeElement: null };
  document.addEventListener = Element.prototype.addEventListener.bind(document);
  document.documentElement = new Element('html', document);
  const page = new Element('div', document), holder = new Element('script', document);
  holder.textContent = JSON.stringify(data);
  document.getElementById = (id) => ({ page, data: holder })[id];
  const timers = [];
  const window = {
    location: { hash },
    history: { replaceState: (state, title, url) => { window.location.hash = url; } },
    matchMedia: () => ({ matches: dark }),
    scrollTo: () => {},
    setInterval: (work) => timers.push(work),
    clearInterval: (timer) => { if (timer) timers[timer - 1] = null; },
    /// One beat of each clock that goes.
    tick: () => timers.slice().forEach((work) => work && work()),
  };
  const key = (name, more = {}) => (document.activeElement || page).dispatch('keydown', { key: name, ...more });
  return { document, window, page, key };
}

module.exports = { Element, parse, makeBrowser };
