// SPDX-License-Identifier: GPL-3.0-or-later
// node page_test.js PAGE.JS WARPLENS: what the script of a page draws of real lessons, and what it does when somebody points,
// answers and goes on. Needs no browser: see dom.js.
'use strict';

const assert = require('node:assert/strict');
const { execFileSync, spawnSync } = require('node:child_process');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { Element, parse, makeBrowser } = require('./dom.js');

const [script, warplens] = process.argv.slice(2);
const Page = require(path.resolve(script));
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'warplens-page-'));
process.on('exit', () => fs.rmSync(folder, { recursive: true, force: true }));

const write = (what) => {
  const file = path.join(folder, `${what.replace(/\W/g, '_')}.html`);
  execFileSync(warplens, ['export', '--html', what, '--out', file], { stdio: 'pipe' });
  return fs.readFileSync(file, 'utf8');
};
const dataOf = (html) => JSON.parse(/<script type="application\/json" id="data">([\s\S]*?)<\/script/.exec(html)[1]);
const known = new Map();
const lesson = (what) => {
  if (!known.has(what))
    known.set(what, dataOf(write(what)));
  return known.get(what);
};
const drawn = (html) => {
  const root = new Element('div', {});
  parse(html, root);
  return root;
};
const keysOf = (element) => element.dataset.k.split(' ');
const number = (element, name) => Number(element.getAttribute(name));
const open = (what, options) => {
  const browser = makeBrowser(lesson(what), options);
  Page.start(browser.document, browser.window);
  const shown = () => browser.page.querySelectorAll('.step').filter((step) => !step.hidden);
  return { ...browser, shown, live: () => browser.page.querySelector('.live').textContent, spoken: () => browser.page.querySelector('.spoken').textContent };
};

const conflicts = 'matmul/06-tiled-conflicts';
const lessons = [conflicts, 'matmul/00-cpu-loops', 'matmul/05-tiled-uncoalesced', 'matmul/17-warp-tile', 'matmul/20-summit',
  'patterns/02-stride', 'patterns/07-gather', 'reduction/07-tree-halving', 'transpose/05-swizzled', '01-coalescing-and-banks', '02-matrix-products', '03-sums-and-transposes',
  'warplens:matmul/06-tiled-conflicts?arch=1.0&at=r3&show=banks,ptx', 'warplens:matmul/06-tiled-conflicts?at=r3&with=arch:3.0&show=banks,tiles'];

const tests = {
  everyTextIsEscaped() {
    assert.equal(Page.esc('<a href="x">\'&'), '&lt;a href=&quot;x&quot;&gt;&#39;&amp;');
    const evil = '"><script>alert(1)</script>&\'';
    const data = JSON.parse(JSON.stringify(lesson(conflicts)), (key, value) =>
      typeof value === 'string' && !['tone', 'address', 'begin', 'sector', 'memory', 'link', 'request'].includes(key) && !/^(global|banks|tiles|warp|source|[.o#]+)$/.test(value) ? value + evil : value);
    const { html } = Page.drawPage(data);
    const root = drawn(html); // which throws for what is not escaped
    assert.equal(root.querySelectorAll('script').length, 0);
    assert.ok(root.querySelector('h1').textContent.endsWith(evil));
  },

  everyLessonIsWellFormed() {
    for (const what of lessons) {
      const data = lesson(what), { html, focuses } = Page.drawPage(data), root = drawn(html);
      const steps = root.querySelectorAll('.step');
      assert.equal(steps.length, data.steps.length);
      for (const bad of ['undefined', 'NaN', 'Infinity', '[object'])
        assert.ok(!html.includes(bad), `${what}: ${bad} in …${html.slice(html.indexOf(bad) - 80, html.indexOf(bad) + 20)}`);
      steps.forEach((step, index) => {
        const caption = step.querySelector('.caption');
        assert.equal(caption ? caption.textContent : '', data.steps[index].caption.map((piece) => piece.text).join(''));
      });
      // What can be pointed at says something, and can be reached: one item of each picture with Tab.
      for (const each of root.querySelectorAll('[data-f]'))
        assert.ok(focuses[Number(each.dataset.f)].text.length > 5);
      for (const figure of root.querySelectorAll('figure')) {
        const items = figure.querySelectorAll('.item');
        assert.equal(items.filter((item) => item.getAttribute('tabindex') === '0').length, items.length > 0 ? 1 : 0);
        assert.ok(figure.querySelector('figcaption').textContent.length > 0);
      }
      for (const svg of root.querySelectorAll('svg'))
        assert.ok(svg.getAttribute('aria-hidden') || svg.getAttribute('aria-label').length > 5, what);
    }
  },

  nothingLiesOutsideItsPicture() {
    for (const what of lessons)
      for (const svg of drawn(Page.drawPage(lesson(what)).html).querySelectorAll('svg.drawn')) {
        const [, , width, height] = svg.getAttribute('viewBox').split(' ').map(Number);
        for (const rect of svg.querySelectorAll('rect')) {
          assert.ok(number(rect, 'x') >= 0 && number(rect, 'x') + number(rect, 'width') <= width + 1.5, `${what}: ${[...rect.attributes]}`);
          assert.ok(number(rect, 'y') >= 0 && number(rect, 'y') + number(rect, 'height') <= height + 1.5, `${what}: ${[...rect.attributes]}`);
        }
        for (const text of svg.querySelectorAll('text'))
          assert.ok(number(text, 'x') >= 0 && number(text, 'x') <= width && number(text, 'y') >= 8 && number(text, 'y') <= height, `${what}: ${text.textContent}`);
      }
  },

  noTextIsSmall() {
    const css = fs.readFileSync(path.join(path.dirname(path.resolve(script)), 'page.css'), 'utf8');
    // Pictures are shown no smaller than they are drawn: they scroll instead.
    for (const what of lessons)
      for (const svg of drawn(Page.drawPage(lesson(what)).html).querySelectorAll('svg.drawn')) {
        const width = svg.getAttribute('viewBox').split(' ')[2];
        assert.ok(svg.classList.contains(`w${width}`) && css.includes(`svg.w${width} { min-width: ${width}px; }`), width);
      }
    for (const [, size, unit] of css.matchAll(/font(?:-size)?:[^;]*?([0-9.]+)(px|rem|em)\b/g))
      assert.ok(unit === 'px' ? size >= 16 : size >= 1, `${size}${unit}`);
    assert.ok(!/font-size|<small|<sub|<sup/.test(fs.readFileSync(script, 'utf8')));
  },

  everyTextCanBeReadOnItsColour() {
    const css = fs.readFileSync(path.join(path.dirname(path.resolve(script)), 'page.css'), 'utf8');
    const linear = (byte) => byte / 255 <= 0.04045 ? byte / 255 / 12.92 : ((byte / 255 + 0.055) / 1.055) ** 2.4;
    const luminance = (colour) => [0.2126, 0.7152, 0.0722].reduce((sum, weight, index) => sum + weight * linear(parseInt(colour.slice(1 + 2 * index, 3 + 2 * index), 16)), 0);
    const contrast = (a, b) => (Math.max(luminance(a), luminance(b)) + 0.05) / (Math.min(luminance(a), luminance(b)) + 0.05);
    const themes = [...css.matchAll(/:root[^{]*\{([^}]*--background[^}]*)\}/g)].map(([, block]) =>
      Object.fromEntries([...block.matchAll(/--([a-z-]+):\s*(#[0-9a-f]{6})/g)].map(([, name, colour]) => [name, colour])));
    assert.equal(themes.length, 4, 'light, dark twice, and print');
    assert.deepEqual(themes[1], themes[2], 'dark by choice is dark by preference');
    for (const theme of themes) {
      const on = (text, ground, least) => assert.ok(contrast(theme[text], theme[ground]) >= least, `${text} ${theme[text]} on ${ground} ${theme[ground]}: ${contrast(theme[text], theme[ground])}`);
      for (const fill of ['a', 'b', 'result', 'good', 'bad', 'merged', 'plain'])
        on('on', fill, 4.5);
      for (const ground of ['background', 'pane', 'untouched', 'selection', 'cursor-wash'])
        on('text', ground, 7);
      for (const text of ['secondary', 'a', 'b-text', 'result', 'good', 'bad', 'merged'])
        on(text, 'pane', 4.5);
    }
  },

  banksHaveACellForEachBankAndWavefront() {
    for (const what of lessons)
      for (const step of lesson(what).steps)
        for (const pane of step.panes || []) {
          if (!pane.banks)
            continue;
          const focuses = [], root = drawn(Page.drawBanks(pane.banks, focuses));
          const cells = root.querySelectorAll('[data-w]');
          const wanted = new Map();
          for (const word of pane.banks.words) {
            const key = `${word.wavefront} ${word.bank}`;
            wanted.set(key, (wanted.get(key) || new Set()).add(`s${word.lane}`));
          }
          assert.equal(cells.length, wanted.size);
          const headers = root.querySelectorAll('.item').filter((item) => /^b\d+$/.test(item.dataset.k));
          assert.equal(headers.length, pane.banks.banks.length);
          for (const cell of cells) {
            const middle = number(cell.querySelector('rect'), 'x') + number(cell.querySelector('rect'), 'width') / 2;
            const bank = headers.findIndex((header) => Math.abs(number(header.querySelector('rect'), 'x') + number(header.querySelector('rect'), 'width') / 2 - middle) < 1);
            assert.deepEqual(new Set(keysOf(cell)), wanted.get(`${cell.dataset.w} ${bank}`));
          }
        }
  },

  aConflictIsOneColumnAndPaddingMakesItOneRow() {
    const [, conflict, padded] = lesson(conflicts).steps.map((step) => step.panes[0].banks);
    const rowsOf = (banks) => new Set(drawn(Page.drawBanks(banks, [])).querySelectorAll('[data-w]').map((cell) => cell.dataset.w)).size;
    const columnsOf = (banks) => new Set(drawn(Page.drawBanks(banks, [])).querySelectorAll('[data-w]').map((cell) => cell.querySelector('rect').getAttribute('x'))).size;
    assert.deepEqual([rowsOf(conflict), columnsOf(conflict)], [32, 1]);
    assert.deepEqual([rowsOf(padded), columnsOf(padded)], [1, 32]);
    assert.ok(Page.drawBanks(conflict, []).includes('class="f-bad"'));
    assert.ok(!Page.drawBanks(padded, []).includes('class="f-bad"'));
    assert.ok(Page.drawBanks(null, []).includes('No request'));
    // Of a copy that waits for L1 it is not known which wavefront brings which word: no rows without any, and nothing to play.
    const copied = { ...padded, wavefronts: 18, told: false };
    const rectsOf = (banks) => drawn(Page.drawBanks(banks, [])).querySelectorAll('rect').map((each) => number(each, 'height'));
    assert.deepEqual(rectsOf(copied), rectsOf(padded));
    assert.ok(!Page.drawBanks({ ...conflict, told: false }, []).includes('class="player"'));
    assert.ok(!Page.drawBanks(copied, []).includes(', wavefront '));
    assert.ok(Page.drawBanks(copied, []).includes('which wavefront brings which is not known'));
    // Some GPUs deliver two words of a bank at once: that is no conflict.
    assert.ok(!Page.drawBanks({ ...conflict, wavefronts: conflict.wavefrontsIdeal }, []).includes('class="f-bad"'));
  },

  everyLaneLiesInItsSector() {
    for (const what of lessons)
      for (const step of lesson(what).steps)
        for (const pane of step.panes || []) {
          if (!pane.global)
            continue;
          const root = drawn(Page.drawGlobal(pane.global, []));
          const sectors = root.querySelectorAll('rect').filter((rect) => (rect.dataset.k || '').startsWith('x'));
          assert.equal(sectors.length, pane.global.rows.flatMap((row) => row.sectors).length);
          for (const lane of pane.global.lanes.filter((each) => each.active)) {
            const spot = root.querySelectorAll('rect').find((rect) => rect.dataset.k && keysOf(rect).includes(`g${lane.lane}`));
            const sector = sectors.find((rect) => rect.dataset.k === `x0x${(BigInt(lane.address) / 32n * 32n).toString(16)}`);
            const x = number(spot, 'x'), left = number(sector, 'x');
            assert.ok(x >= left - 0.1 && x + number(spot, 'width') <= left + number(sector, 'width') + 0.6, `${what}: lane ${lane.lane}`);
            assert.ok(number(spot, 'y') >= number(sector, 'y') && number(spot, 'y') < number(sector, 'y') + number(sector, 'height'));
          }
        }
  },

  rowsBeginWhereThereIsSomethingToSee() {
    const global = lesson(conflicts).steps[0].panes[0].global;
    const moved = JSON.parse(JSON.stringify(global));
    moved.first += 96;
    moved.end += 96;
    for (const row of moved.rows)
      for (const sector of row.sectors)
        sector.offset += 96;
    assert.equal(Page.drawGlobal(moved, []), Page.drawGlobal(global, []));
  },

  tilesStandAsOneWritesAProduct() {
    const pane = lesson('matmul/05-tiled-uncoalesced').steps.flatMap((step) => step.panes || []).find((each) => each.tiles);
    const { places } = Page.layOutTiles(pane.tiles.arrays, pane.tiles.product);
    const [a, b, c] = pane.tiles.arrays.slice(0, 3).map((array) => places.get(array));
    assert.ok(pane.tiles.product && b.y + b.height < c.y && a.x + a.width < c.x && a.y === c.y && b.x === c.x);
    assert.ok(Math.abs(a.width / pane.tiles.arrays[0].columns - b.width / pane.tiles.arrays[1].columns) < 0.01, 'one scale');
  },

  statesAreDrawnWhereTheyAre() {
    const place = { x: 0, y: 0, width: 40, height: 20 };
    assert.equal(Page.statePath(['.##.', 'o..#'], '#', place), 'M10 0h20v10h-20zM30 10h10v10h-10z');
    assert.equal(Page.statePath(['.##.', 'o..#'], 'o', place), 'M0 10h10v10h-10z');
    assert.equal(Page.statePath(['....'], 'o', place), '');
  },

  theLineThatIsExecutedIsMarked() {
    for (const step of lesson(conflicts).steps)
      for (const pane of step.panes.filter((each) => each.source)) {
        const now = drawn(Page.drawSource(pane.source, [])).querySelectorAll('.now');
        assert.equal(now.length, 1);
        assert.equal(now[0].querySelector('.number').textContent, String(pane.source.lines.find((line) => line.now).line));
      }
  },

  chartsHaveTheirValues() {
    for (const what of ['matmul/00-cpu-loops', 'matmul/20-summit', 'patterns/02-stride']) {
      const charts = lesson(what).steps.filter((step) => step.chart).map((step) => step.chart);
      assert.ok(charts.length > 0);
      for (const chart of charts) {
        assert.equal(chart.missing, undefined);
        const focuses = [], root = drawn(Page.drawChart(chart, focuses));
        const points = chart.series.filter((series) => series.form !== 'ceiling').flatMap((series) => series.points);
        assert.equal(root.querySelectorAll('.item').length, points.length);
        assert.equal(root.querySelectorAll('tr').length, 1 + chart.series.flatMap((series) => series.points).length);
        const bars = root.querySelectorAll('.item').filter((item) => item.tag === 'g');
        if (bars.length > 0 && !chart.y.log) // lengths are as the values
          bars.forEach((bar, index) => assert.ok(Math.abs(number(bar.querySelector('rect'), 'width') / points[index].y - number(bars[0].querySelector('rect'), 'width') / points[0].y) < 0.3));
      }
    }
  },

  // Bold letters take 10 pixels at most, and those of the first row as many as those of the last.
  namesOfBarsHaveRoom() {
    const chart = { title: 't', origin: 'o', note: '', oneBarEach: true, x: { text: 'x', log: false }, y: { text: 'y', log: false },
      categories: ['Drzewo, podwaj.', 'Drzewo', 'CUB'], series: [{ name: 's', form: 'bars', points: [0, 1, 2].map((x) => ({ x, y: 5, text: '5', tip: 't' })) }] };
    for (const categories of [chart.categories, [...chart.categories].reverse()]) {
      const root = drawn(Page.drawChart({ ...chart, categories }, []));
      const labels = root.querySelectorAll('text').filter((text) => categories.includes(text.textContent));
      assert.equal(labels.length, 3);
      for (const label of labels)
        assert.ok(number(label, 'x') >= 10 * label.textContent.length, `${label.textContent} ends at ${number(label, 'x')}`);
    }
  },

  // Characters of Chinese are as wide as they are high: 16 pixels.
  chineseNamesOfLinesHaveRoom() {
    const chart = lesson('matmul/20-summit').steps.find((step) => step.chart && step.chart.categories.length === 0).chart;
    for (const name of ['峰值 66.9 TFLOP/s，由核心数和时钟得出', '模'.repeat(60)]) {
      const named = { ...chart, series: chart.series.map((series) => ({ ...series, name })) };
      const root = drawn(Page.drawChart(named, []));
      const whole = Number(root.querySelector('svg').getAttribute('viewBox').split(' ')[2]);
      const labels = root.querySelectorAll('text').filter((text) => text.textContent.startsWith(name.slice(0, 3)));
      assert.equal(labels.length, chart.series.length);
      for (const label of labels)
        assert.ok(number(label, 'x') + [...label.textContent].reduce((sum, c) => sum + (c > '\u2e7f' ? 16 : 8), 0) <= whole, label.textContent);
      assert.ok(labels.every((label) => name.length < 60 ? label.textContent === name : label.textContent.endsWith('…')));
    }
  },

  pagesGoOnAndAskFirst() {
    const data = lesson(conflicts);
    let state = Page.moved(data, Page.begin, 'back');
    assert.equal(state.at, 0);
    state = Page.moved(data, state, 'next');
    assert.deepEqual([state.at, Page.isAsking(data, state)], [1, true]);
    state = Page.moved(data, state, 'next');
    assert.deepEqual([state.at, Page.isAsking(data, state)], [1, false]);
    state = Page.moved(data, state, 'last');
    assert.equal(state.at, data.steps.length - 1);
    assert.equal(Page.moved(data, state, 'next').at, data.steps.length - 1);
    assert.equal(Page.moved(data, state, 'first').at, 0);
    assert.deepEqual(Page.begin, { at: 0, open: {} }, 'values do not change');
    for (const [key, action] of [['ArrowRight', 'next'], ['PageDown', 'next'], ['ArrowLeft', 'back'], ['PageUp', 'back'], ['Home', 'first'], ['End', 'last'], ['x', undefined]])
      assert.equal(Page.actionOf(key), action);
  },

  keysWalkThroughThePage() {
    const browser = open(conflicts);
    assert.equal(browser.shown().length, 1);
    assert.equal(browser.shown()[0].dataset.step, '0');
    assert.ok(browser.page.querySelector('[data-do="back"]').disabled);
    assert.ok(browser.key('PageDown').defaultPrevented);
    assert.equal(browser.shown()[0].dataset.step, '1');
    assert.ok(browser.shown()[0].querySelector('.shown').hidden, 'the question goes first');
    assert.ok(browser.spoken().includes(lesson(conflicts).steps[1].question.text));
    browser.key('ArrowRight');
    assert.ok(browser.spoken().includes(lesson(conflicts).steps[1].caption.map((piece) => piece.text).join('')));
    assert.ok(!browser.shown()[0].querySelector('.shown').hidden);
    assert.equal(browser.window.location.hash, '#2');
    browser.key('ArrowRight', { ctrlKey: true });
    assert.equal(browser.shown()[0].dataset.step, '1', 'the browser has keys of its own');
    browser.key('End');
    assert.ok(browser.page.querySelector('[data-do="next"]').disabled);
    browser.key('Home');
    browser.page.querySelector('[data-do="next"]').dispatch('click');
    assert.equal(browser.shown()[0].dataset.step, '1');
    assert.equal(open(conflicts, { hash: '#3' }).shown()[0].dataset.step, '2');
    for (const hash of ['#0', '#99', '#x', ''])
      assert.equal(open(conflicts, { hash }).shown().length, 1);
  },

  answersAreJudged() {
    const question = lesson(conflicts).steps[1].question, right = question.choices.findIndex((choice) => choice.right);
    for (let choice = 0; choice < question.choices.length; ++choice) {
      const browser = open(conflicts, { hash: '#2' });
      if (choice % 2)
        browser.key(String(choice + 1));
      else
        browser.shown()[0].querySelectorAll('[data-choice]')[choice].dispatch('click');
      const step = browser.shown()[0], said = step.querySelector('.verdict').textContent;
      assert.ok(said.startsWith(choice === right ? 'Right: ' : 'No. '), said);
      assert.ok(said.includes(question.choices[right].text) && said.includes(question.choices[choice].why) && said.includes(question.choices[right].why));
      assert.ok(!step.querySelector('.shown').hidden, 'then it shows');
      const buttons = step.querySelectorAll('[data-choice]');
      assert.deepEqual(buttons.map((button) => button.classList.contains('right')), question.choices.map((each) => each.right));
      assert.deepEqual(buttons.map((button) => button.classList.contains('wrong')), buttons.map((_, index) => index === choice && choice !== right));
    }
    const browser = open(conflicts, { hash: '#2' });
    browser.key('9');
    assert.equal(browser.shown()[0].querySelector('.verdict').textContent, '', 'there is no ninth answer');
  },

  aWrongAnswerHasItsPicture() {
    const seen = new Set();
    for (const what of ['matmul/06-tiled-conflicts', 'matmul/16-thread-tile-transposed', 'matmul/02-naive', 'patterns/04-structures'])
      lesson(what).steps.forEach((step, index) => {
        const question = step.question;
        if (!question)
          return;
        question.choices.forEach((choice, given) => {
          const browser = open(what, { hash: `#${index + 1}` });
          assert.equal(browser.shown()[0].querySelector('.beside').textContent, '', 'nothing tells before an answer');
          browser.key(String(given + 1));
          const beside = browser.shown()[0].querySelector('.beside'), drawn = beside.querySelectorAll('svg');
          assert.equal(drawn.length, choice.right ? 0 : choice.shown.length);
          drawn.forEach((svg, place) => {
            const request = question.requests[choice.shown[place]], spoken = svg.getAttribute('aria-label');
            assert.ok(spoken.includes(request.text) && beside.textContent.includes(request.text));
            const [, , width, height] = svg.getAttribute('viewBox').split(' ').map(Number);
            for (const rect of svg.querySelectorAll('rect'))
              assert.ok(number(rect, 'x') >= 0 && number(rect, 'x') + number(rect, 'width') <= width + 1 && number(rect, 'y') + number(rect, 'height') <= height + 1, `${what}: ${[...rect.attributes]}`);
            if (request.words) {
              seen.add('banks');
              const cells = new Set(svg.querySelectorAll('.wanted').map((cell) => cell.dataset.cell));
              assert.deepEqual(cells, new Set(request.words.map((word) => `${word.wavefront} ${word.bank}`)));
              assert.equal(Math.max(...[...cells].map((cell) => Number(cell.split(' ')[0]))) + 1, request.cost);
            } else {
              seen.add('sectors');
              assert.equal(svg.querySelectorAll('.idle').length, request.cost);
              assert.equal(svg.querySelectorAll('.wanted').length, request.sectors.reduce((sum, sector) => sum + sector.lanes.length, 0));
            }
            if (choice.said !== undefined) {
              seen.add('said');
              assert.equal(svg.querySelectorAll('.f-a').length, choice.said, 'so many were said');
              assert.ok(spoken.includes(String(choice.said)));
            }
          });
          browser.key(String(question.choices.findIndex((each) => each.right) + 1));
          assert.equal(beside.textContent, '', 'the right one needs none');
        });
      });
    assert.deepEqual(seen, new Set(['banks', 'sectors', 'said']));
  },

  pointingMarksTheSameEverywhere() {
    const browser = open(conflicts, { hash: '#3' }); // padded: each lane has its bank
    const banks = lesson(conflicts).steps[2].panes[0].banks, step = browser.shown()[0];
    const cell = step.querySelectorAll('[data-w]').find((each) => each.dataset.k === 's5');
    const lit = () => new Set(step.querySelectorAll('.lit').flatMap(keysOf));
    cell.dispatch('mouseover');
    assert.equal(browser.live(), banks.lanes[5].focus.text);
    assert.deepEqual(lit(), new Set(['s5', `b${banks.lanes[5].focus.bank}`, `l${banks.lanes[5].focus.line}`]));
    cell.dispatch('mouseout', { relatedTarget: null });
    assert.equal(step.querySelectorAll('.lit').length, 0);
    assert.ok(browser.live().startsWith('Step 3 of'));
    assert.equal(browser.spoken(), banks.lanes[5].focus.text, 'the step is not read again');
    const line = step.querySelector('.now');
    line.focus();
    assert.deepEqual(lit(), new Set(Page.keysOf(lesson(conflicts).steps[2].panes[0].source.lines.find((each) => each.now).focus)
      .filter((key) => step.querySelectorAll('[data-k]').some((each) => keysOf(each).includes(key)))));
    assert.ok(lit().has('s31'), 'all lanes of the line');
  },

  upAndDownWalkThroughAPicture() {
    const browser = open(conflicts, { hash: '#3' });
    const items = browser.shown()[0].querySelector('figure').querySelectorAll('.item');
    items[0].focus();
    const said = browser.live();
    assert.ok(browser.key('ArrowDown').defaultPrevented);
    assert.equal(browser.document.activeElement, items[1]);
    assert.notEqual(browser.live(), said);
    assert.deepEqual([items[0], items[1]].map((item) => item.getAttribute('tabindex')), ['-1', '0']);
    browser.key('ArrowUp');
    browser.key('ArrowUp');
    assert.equal(browser.document.activeElement, items[0]);
    browser.key('ArrowRight');
    assert.equal(browser.shown()[0].dataset.step, '3', 'right still goes on');
  },

  wavefrontsPlay() {
    const browser = open(conflicts, { hash: '#2' });
    browser.key('PageDown'); // past the question
    const figure = browser.shown()[0].querySelector('[data-picture="banks"]');
    const text = () => figure.querySelector('.wave-text').textContent;
    const served = () => figure.querySelectorAll('.served').map((cell) => cell.dataset.w);
    assert.equal(text(), 'all 32 wavefronts');
    browser.key('p');
    assert.deepEqual([text(), served()], ['wavefront 1 of 32', ['0']]);
    browser.window.tick();
    assert.deepEqual([text(), served()], ['wavefront 2 of 32', ['1']]);
    figure.querySelector('[data-wave="on"]').dispatch('click');
    assert.deepEqual([text(), served()], ['wavefront 3 of 32', ['2']]);
    browser.window.tick();
    assert.equal(text(), 'wavefront 3 of 32', 'who steps does not play');
    browser.key('P');
    for (let i = 0; i < 32; ++i)
      browser.window.tick();
    assert.equal(text(), 'all 32 wavefronts');
    browser.window.tick();
    assert.equal(text(), 'all 32 wavefronts', 'it ends');
    figure.querySelector('[data-wave="back"]').dispatch('click');
    assert.equal(text(), 'wavefront 32 of 32');
  },

  themesSwitch() {
    for (const dark of [false, true]) {
      const browser = open(conflicts, { dark }), button = browser.page.querySelector('[data-do="theme"]');
      button.dispatch('click');
      assert.equal(browser.document.documentElement.dataset.theme, dark ? 'light' : 'dark');
      button.dispatch('click');
      assert.equal(browser.document.documentElement.dataset.theme, dark ? 'dark' : 'light');
    }
  },

  anotherFormatIsRefused() {
    const browser = makeBrowser({ ...lesson(conflicts), format: 2 });
    Page.start(browser.document, browser.window);
    assert.ok(browser.page.textContent.includes('write it again'));
  },

  filesAreWholeOrNotThere() {
    assert.equal(write(conflicts), write(conflicts), 'the same bytes twice');
    const file = path.join(folder, 'kept.html');
    fs.writeFileSync(file, 'as it was');
    for (const [args, why] of [
      [['--html', 'matmul/07-tile', '--out', file], /did you mean 'matmul\/07-tiled'/],
      [['--html', conflicts, '--out', path.join(folder, 'nowhere', 'x.html')], /cannot write .*nowhere/],
      [['--html', conflicts, '--out', path.join(folder, 'x.svg')], /ends with \.html/],
      [['--html', conflicts], /ends with \.html/],
      [['--html', '', '--out', file], /a page of what/],
      [['--html', conflicts, '--at', 'warplens:matmul/07-tiled', '--out', file], /one of them/],
      [['--html', 'warplens:matmul/07-tiled?PAD=9', '--out', file], /PAD/],
      [['--html', 'warplens:matmul/07-tiled?page=charts&chart=nothing', '--out', file], /no chart 'nothing'/],
      [['--html', conflicts, '--theme', 'dark', '--out', file], /leave out --theme/],
      [['--html', conflicts, '-D', 'PAD=0', '--out', file], /leave out -D/],
      [['stages', '--html', conflicts, '--out', file], /write: warplens export/]]) {
      const result = spawnSync(warplens, ['export', ...args], { encoding: 'utf8' });
      assert.equal(result.status, 2, args.join(' '));
      assert.match(result.stderr, why);
    }
    assert.equal(fs.readFileSync(file, 'utf8'), 'as it was');
    assert.deepEqual(fs.readdirSync(folder).filter((name) => !name.endsWith('.html')), []);
  },
};

let failed = 0;
for (const [name, test] of Object.entries(tests)) {
  try {
    test();
    console.log(`ok      ${name}`);
  } catch (error) {
    ++failed;
    console.log(`FAILED  ${name}\n${error.stack}`);
  }
}
process.exitCode = failed ? 1 : 0;
