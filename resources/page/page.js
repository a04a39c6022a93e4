// SPDX-License-Identifier: GPL-3.0-or-later
// A lesson on a web page: draws what the data says, and nothing else. All functions up to `start` turn data into text, so
// that they run without a browser (tests/page/page_test.js); `start` is the browser's part. docs/page.md has the data.
'use strict';

const WarplensPage = (() => {
  const format = 1;

  // ---- Text

  /// What the page itself says, by its English, in the language that the lesson is told in (page_words.cpp); none: English.
  let words = {};
  const say = (english, ...parts) => (words[english] || english).replace(/\{(\d)\}/g, (_, n) => parts[n]);
  const entities = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
  const esc = (text) => String(text).replace(/[&<>"']/g, (c) => entities[c]);
  const round = (number) => String(Math.round(number * 100) / 100);
  const phrases = (sentence) => sentence.map((p) => p.tone === 'plain' ? esc(p.text)
    : `<span class="t-${esc(p.tone)}">${esc(p.text)}</span>`).join('');
  const plain = (sentence) => sentence.map((p) => p.text).join('');

  const lanesOf = (mask) => {
    const lanes = [];
    for (let lane = 0; lane < 32; ++lane)
      if (mask >>> lane & 1)
        lanes.push(lane);
    return lanes;
  };

  // ---- What belongs together
  // Every drawn thing has keys, such as "g5": lane 5 of the request to global memory, "s5": of that to shared memory,
  // "b7": bank 7, "x0x…": a sector, "l19": a line of the source. What is pointed at has a focus, which names keys.

  const keysOf = (focus) => {
    const keys = [...lanesOf(focus.g || 0).map((lane) => `g${lane}`), ...lanesOf(focus.s || 0).map((lane) => `s${lane}`)];
    if (focus.sector !== undefined)
      keys.push(`x${focus.sector}`);
    if (focus.bank !== undefined)
      keys.push(`b${focus.bank}`);
    if (focus.line !== undefined)
      keys.push(`l${focus.line}`);
    return keys;
  };

  /// Of one picture: its items, which up and down walk through; the first can be reached with Tab.
  const itemsOf = (focuses) => {
    let first = true;
    const attributes = (focus, keys, classes) =>
      `class="${classes}" data-f="${focuses.push(focus) - 1}" data-k="${esc(keys)}"`;
    const tab = () => {
      const index = first ? 0 : -1;
      first = false;
      return `tabindex="${index}"`;
    };
    return {
      /// To be pointed at, with the mouse or with keys.
      item: (focus, label, keys, classes = '') =>
        `${attributes(focus, keys, `item ${classes}`.trim())} ${tab()} role="img" aria-label="${esc(label)}"`,
      /// A row of text, which needs no other label.
      row: (focus, keys, classes = '') => `${attributes(focus, keys, `item ${classes}`.trim())} ${tab()}`,
      /// With the mouse alone: the same can be reached elsewhere.
      hot: (focus, keys, classes = '') => attributes(focus, keys, classes),
    };
  };

  // ---- Parts of pictures

  const clamp = (value, low, high) => Math.max(low, Math.min(high, value));
  const rect = (x, y, width, height, attributes) =>
    `<rect x="${round(x)}" y="${round(y)}" width="${round(Math.max(width, 0.5))}" height="${round(Math.max(height, 0.5))}" ${attributes}/>`;
  const label = (x, y, text, classes) => `<text x="${round(x)}" y="${round(y)}" class="${classes}">${esc(text)}</text>`;
  /// A number in a narrow cell: squeezed where it would not fit, for it must not be small.
  const numberIn = (x, y, number, room, classes) =>
    `<text x="${round(x)}" y="${round(y)}" class="${classes}"${String(number).length > 1 && room < 26 ? ` textLength="${round(room - 5)}" lengthAdjust="spacingAndGlyphs"` : ''}>${esc(number)}</text>`;
  const svg = (width, height, name, body) =>
    `<div class="scroll"><svg class="drawn w${width}" viewBox="0 0 ${round(width)} ${round(height)}" role="group" aria-label="${esc(name)}">${body}</svg></div>`;
  const picture = (name, title, aside, body, after = '') =>
    `<figure class="picture" data-picture="${esc(name)}"><figcaption><b>${esc(title)}</b>${aside.map((text) => `<span>${text}</span>`).join('')}</figcaption>${body}${after}</figure>`;
  const table = (head, rows) =>
    `<table><thead><tr>${head.map((cell) => `<th scope="col">${esc(cell)}</th>`).join('')}</tr></thead><tbody>${rows.map((row) =>
      `<tr>${row.map((cell) => `<td>${esc(cell)}</td>`).join('')}</tr>`).join('')}</tbody></table>`;
  const asText = (what, body) => `<details class="as-text"><summary>${esc(what)}</summary><div class="scroll">${body}</div></details>`;
  const requestText = (data) => `${data.now ? '' : say('last request: ')}${say('warp {0}', data.warp)}, ${data.instruction}, ${data.element}${data.line ? `, ${say('line {0}', data.line)}` : ''}`;

  /// How wide a picture is drawn: what a screen of 1280 pixels has for it, beside the source or beside another pane, so that
  /// a text of 16 pixels is no smaller there. On narrower screens it scrolls (page.css).
  const wide = 700, narrow = 576;
  const textHeight = 18;

  // ---- Banks: a row for each wavefront, a column for each bank

  const cellsOf = (data) => {
    const cells = new Map();
    for (const word of data.words) {
      const key = `${word.wavefront},${word.bank}`;
      if (!cells.has(key))
        cells.set(key, { wavefront: word.wavefront, bank: word.bank, lanes: [] });
      const cell = cells.get(key);
      if (!cell.lanes.includes(word.lane))
        cell.lanes.push(word.lane);
    }
    return [...cells.values()];
  };

  const drawBanks = (data, focuses, width = wide) => {
    if (!data)
      return picture('banks', say('Shared memory banks'), [], `<p class="note">${say('No request to shared memory yet.')}</p>`);
    const marks = itemsOf(focuses);
    const cells = cellsOf(data);
    const rows = Math.max(1, data.rows);
    const left = 44, top = 28, cellWidth = (width - left - 2) / data.banks.length;
    const cellHeight = clamp(Math.floor(320 / rows), 4, 26);
    const conflict = data.wavefronts > data.wavefrontsIdeal;
    const every = cellWidth < 20 ? 2 : 1;
    let body = '';
    for (const bank of data.banks) {
      const x = left + bank.bank * cellWidth;
      body += `<g ${marks.item(bank.focus, `${say('Bank')} ${bank.bank}`, `b${bank.bank}`)}>` +
        rect(x + 1, 4, cellWidth - 2, top - 6, 'class="untouched"') +
        (bank.bank % every === 0 ? numberIn(x + cellWidth / 2, top - 8, bank.bank, every * cellWidth, 'mid') : '') + '</g>';
      body += rect(x + 1, top, cellWidth - 2, rows * cellHeight, 'class="untouched"');
    }
    const step = Math.ceil(textHeight / cellHeight);
    for (let row = 0; data.told && row < rows; row += step)
      body += label(left - 8, top + row * cellHeight + Math.max(cellHeight / 2 + 6, 14), row + 1, 'end quiet');
    for (const cell of cells) {
      const x = left + cell.bank * cellWidth, y = top + cell.wavefront * cellHeight;
      const bad = conflict && data.banks[cell.bank].words > data.wavefrontsIdeal;
      const tone = bad ? 'bad' : cell.lanes.length > 1 ? 'merged' : data.tone;
      const name = cell.lanes.length > 1 ? say('{0} lanes', cell.lanes.length) : say('lane {0}', cell.lanes[0]);
      const focus = cell.lanes.length > 1 ? data.banks[cell.bank].focus : data.lanes[cell.lanes[0]].focus;
      const short = cell.lanes.length > 1 ? (cellWidth > 30 ? `×${cell.lanes.length}` : '') : String(cell.lanes[0]);
      body += `<g ${marks.item(focus, data.told ? say('{0}, bank {1}, wavefront {2}', name, cell.bank, cell.wavefront + 1) : say('{0}, bank {1}', name, cell.bank),
        cell.lanes.map((lane) => `s${lane}`).join(' '), 'wave')} data-w="${cell.wavefront}">` +
        rect(x + 1, y + 0.5, cellWidth - 2, Math.max(cellHeight - 1, 2), `class="f-${esc(tone)}"`) +
        (cellHeight >= textHeight ? numberIn(x + cellWidth / 2, y + cellHeight / 2 + 6, short, cellWidth, 'inside') : '') + '</g>';
    }
    const merged = cells.some((cell) => cell.lanes.length > 1);
    const drawn = svg(width, top + rows * cellHeight + 4,
      `${say('Shared memory banks')}: ${plain(data.verdict)}`, body);
    const player = data.told && rows > 1 ? `<div class="player" data-rows="${rows}"><button type="button" data-wave="back" aria-label="${esc(say('wavefront before'))}">◀</button><button type="button" data-wave="play">${esc(say('Play the wavefronts'))}</button><button type="button" data-wave="on" aria-label="${esc(say('next wavefront'))}">▶</button><span class="wave-text">${esc(say('all {0} wavefronts', rows))}</span></div>` : '';
    const note = `<p class="note">${esc(data.told ? say('A column is a bank, a row is a wavefront, a number in a cell is the lane that it serves.') : say('A column is a bank, a number in a cell is the lane that it serves; which wavefront brings which is not known.'))}${merged ? ` ${esc(say('Violet: one word for several lanes.'))}` : ''} ${esc(data.title)}. ${phrases(data.sentence)}</p>`;
    return picture('banks', say('Shared memory banks'), [esc(requestText(data)), phrases(data.verdict)],
      drawn + player + note, asText(say('Banks and lanes as text'), table([say('Bank'), say('What it does')],
        data.banks.map((bank) => [bank.bank, bank.focus.text])) + table([say('Lane'), say('What it does')],
        data.lanes.map((lane) => [lane.lane, lane.focus.text]))));
  };

  // ---- Global memory: the lanes, and below them the sectors that move

  /// Lanes that want the same bytes, where these lie.
  const spotsOf = (data) => {
    const sectors = new Map();
    data.rows.forEach((row, index) => row.sectors.forEach((sector) => sectors.set(BigInt(sector.address), { row: index, sector })));
    const spots = new Map();
    for (const lane of data.lanes) {
      if (!lane.active)
        continue;
      const address = BigInt(lane.address), begin = address / 32n * 32n, found = sectors.get(begin);
      if (!found)
        continue;
      if (!spots.has(lane.address))
        spots.set(lane.address, { row: found.row, offset: found.sector.offset + Number(address - begin), lanes: [] });
      spots.get(lane.address).lanes.push(lane.lane);
    }
    return [...spots.values()];
  };

  const drawGlobal = (data, focuses, width = wide) => {
    if (!data)
      return picture('global', say('Global memory'), [], `<p class="note">${say('No request to global memory yet.')}</p>`);
    const marks = itemsOf(focuses);
    const spots = spotsOf(data);
    const left = data.byRow ? 64 : 146, chip = (width - 46) / 32;
    const touched = data.rows.filter((row) => row.sectors.length > 0).length;
    const rows = data.rows.length, rowHeight = clamp(Math.floor(270 / Math.max(rows, 1)), 9, 34), top = touched > 2 ? 38 : 84;
    const scale = (width - left - 4) / Math.max(1, data.end - data.first);
    const placeOf = (offset) => left + (offset - data.first) * scale;
    let body = label(0, 20, say('lanes'), 'quiet');
    for (const lane of data.lanes) {
      const x = 46 + lane.lane * chip;
      body += `<g ${marks.item(lane.focus, say('lane {0}', lane.lane), `g${lane.lane}`)}>` +
        rect(x + 0.5, 2, chip - 1, 24, `class="${lane.active ? `f-${esc(data.tone)}` : 'untouched'}"`) +
        numberIn(x + chip / 2, 20, lane.lane, chip, lane.active ? 'inside' : 'mid quiet') + '</g>';
    }
    for (const spot of spots)
      for (const lane of spot.lanes)
        body += `<line x1="${round(46 + (lane + 0.5) * chip)}" y1="26" x2="${round(placeOf(spot.offset + data.bytes / 2))}" y2="${round(top + spot.row * rowHeight + 1)}" class="ray${touched > 2 ? ' far' : ''}" data-k="g${lane}"/>`;
    const step = Math.ceil(textHeight / rowHeight);
    data.rows.forEach((row, index) => {
      const y = top + index * rowHeight;
      if (index % step === 0)
        body += label(left - 8, y + Math.max(rowHeight / 2 + 5, 13), row.label, 'end quiet');
      body += rect(left, y + 1, width - left - 4, rowHeight - 2, 'class="untouched" opacity=".45"');
      for (const sector of row.sectors)
        body += rect(placeOf(sector.offset), y + 1, 32 * scale, rowHeight - 2,
          marks.item(sector.focus, say('sector at {0}', sector.address), `x${sector.address}`, 'moved'));
    });
    for (const spot of spots) {
      const tone = spot.lanes.length > 1 ? 'merged' : data.tone;
      const pad = rowHeight > 16 ? 4 : 2;
      body += rect(placeOf(spot.offset) + 0.5, top + spot.row * rowHeight + pad, data.bytes * scale - 1, rowHeight - 2 * pad,
        marks.hot(data.lanes[spot.lanes[0]].focus, spot.lanes.map((lane) => `g${lane}`).join(' '), `f-${tone}`));
    }
    const note = `<p class="note">${esc(data.load ? say('A box with a frame is a sector of 32 bytes that moves; what is filled in it are bytes that lanes want.') : say('A box with a frame is a sector of 32 bytes that moves; what is filled in it are bytes that lanes write.'))} ${esc(data.title)}. ${esc(data.cost)}${data.drawsAll ? '' : ` ${esc(say('This GPU moves some of these sectors more than once.'))}`}</p>`;
    const aside = [esc(requestText(data)),
      esc(data.counts.transactions === null
        ? say('sectors: {0} (ideal {1}), lines: {2}', data.counts.sectors, data.counts.sectorsIdeal, data.counts.lines)
        : say('transactions: {0}, bytes moved: {1} (ideal {2})', data.counts.transactions, data.counts.moved, 32 * data.counts.sectorsIdeal)),
      phrases(data.sentence)];
    const told = data.rows.flatMap((row) => row.sectors.map((sector) => [row.label, sector.focus.text]));
    return picture('global', say('Global memory'), aside,
      svg(width, top + rows * rowHeight + 4, `${say('Global memory')}: ${plain(data.sentence)}`, body) + note,
      asText(say('Sectors and lanes as text'), table([data.byRow ? say('Row') : say('Line'), say('Sector')], told) +
        table([say('Lane'), say('What it does')], data.lanes.map((lane) => [lane.lane, lane.focus.text]))));
  };

  // ---- Tiles: which elements of each array were touched

  /// Where each array is drawn: {x, y, width, height}, its title above it.
  const layOutTiles = (arrays, product, width = wide) => {
    const title = 24, gap = 18;
    const globals = arrays.filter((array) => array.memory === 'global');
    const shareds = arrays.filter((array) => array.memory === 'shared');
    const places = new Map();
    const room = shareds.length > 0 ? width * 0.54 : width - 4;
    let bottom = 0;
    if (product) {
      const [a, b] = globals;
      const unit = Math.min((room - gap) / (a.columns + b.columns), 300 / (b.rows + a.rows));
      const size = (count) => Math.max(10, count * unit);
      const across = 2 + size(a.columns) + gap, down = title + size(b.rows) + gap + title;
      places.set(globals[0], { x: 2, y: down, width: size(a.columns), height: size(a.rows) });
      places.set(globals[1], { x: across, y: title, width: size(b.columns), height: size(b.rows) });
      places.set(globals[2], { x: across, y: down, width: size(b.columns), height: size(a.rows) });
      bottom = down + size(a.rows);
    } else if (globals.every((array) => array.rows < 4)) {
      let y = title;
      for (const array of globals) {
        const height = Math.max(22, room / array.columns * array.rows);
        places.set(array, { x: 2, y, width: room, height: Math.min(height, 80) });
        y += Math.min(height, 80) + gap + title;
      }
      bottom = y - gap - title;
    } else {
      const each = (room - gap * (globals.length - 1)) / Math.max(1, globals.length);
      globals.forEach((array, index) => {
        const unit = Math.min(each / array.columns, 300 / array.rows);
        const place = { x: 2 + index * (each + gap), y: title, width: Math.max(12, unit * array.columns), height: Math.max(12, unit * array.rows) };
        places.set(array, place);
        bottom = Math.max(bottom, place.y + place.height);
      });
    }
    const columns = shareds.reduce((most, array) => Math.max(most, array.columns), 1);
    const rows = shareds.reduce((sum, array) => sum + array.rows, 0);
    const unit = Math.min((width - room - 3 * gap) / columns, (350 - shareds.length * (title + gap)) / Math.max(rows, 1));
    let y = title;
    for (const array of shareds) {
      const place = { x: room + 2 * gap, y, width: Math.max(12, unit * array.columns), height: Math.max(14, unit * array.rows) };
      places.set(array, place);
      y += place.height + gap + title;
      bottom = Math.max(bottom, place.y + place.height);
    }
    return { places, height: bottom + 6 };
  };

  /// All cells of one state, as the path of one shape.
  const statePath = (states, letter, place) => {
    const height = place.height / states.length;
    let path = '';
    states.forEach((line, row) => {
      const cell = place.width / line.length;
      for (let at = line.indexOf(letter); at >= 0;) {
        let end = at;
        while (line[end] === letter)
          ++end;
        path += `M${round(place.x + at * cell)} ${round(place.y + row * height)}h${round((end - at) * cell)}v${round(height)}h-${round((end - at) * cell)}z`;
        at = line.indexOf(letter, end);
      }
    });
    return path;
  };

  const drawArray = (array, place, marks) => {
    const unitX = place.width / array.columns, unitY = place.height / array.rows;
    let body = label(place.x, place.y - 7, `${array.name} ${array.rows}×${array.columns}${array.memory === 'shared' ? ` ${say('shared')}` : ''}`, '');
    body += rect(place.x, place.y, place.width, place.height, 'class="untouched"');
    for (const [letter, classes] of [['o', ' old'], ['#', '']]) {
      const path = statePath(array.states, letter, place);
      if (path)
        body += `<path d="${path}" class="f-${esc(array.tone)}${classes}"/>`;
    }
    body += rect(place.x, place.y, unitX * array.usedColumns, unitY * array.usedRows, 'class="frame"');
    if (array.region)
      body += rect(place.x + array.region[2] * unitX, place.y + array.region[0] * unitY,
        (array.region[3] - array.region[2]) * unitX, (array.region[1] - array.region[0]) * unitY, 'class="region"');
    if (array.touched)
      for (const lane of array.touched.lanes) {
        const keys = `${array.memory === 'shared' ? 's' : 'g'}${lane.lane}`;
        const classes = array.touched.now ? 'nowmark' : 'frame';
        body += rect(place.x + lane.column * unitX, place.y + lane.row * unitY,
          Math.max(3, unitX * array.touched.wide), Math.max(3, unitY), array.touched.now
            ? marks.item(lane.focus, say('lane {0}: {1}, row {2}, column {3}', lane.lane, array.name, lane.row, lane.column), keys, classes)
            : marks.hot(lane.focus, keys, classes));
      }
    return body;
  };

  const drawTiles = (data, focuses, width = wide) => {
    const marks = itemsOf(focuses);
    const { places, height } = layOutTiles(data.arrays, data.product, width);
    const body = data.arrays.map((array) => drawArray(array, places.get(array), marks)).join('');
    const names = data.arrays.map((array) => `${array.name} ${array.rows}×${array.columns}`).join(', ');
    const told = data.arrays.map((array) => [array.name, `${array.memory === 'shared' ? say('shared memory') : say('global memory')}${array.note ? `, ${array.note}` : ''}`, array.rows, array.columns,
      array.touched ? `${array.touched.now ? say('now') : say('last')}: ${array.touched.lanes.map((lane) => `${say('lane {0}', lane.lane)} [${lane.row}][${lane.column}]`).join(', ')}` : say('not by this request')]);
    const note = `<p class="note">${esc(say('Filled: touched of late; pale: touched before; empty: not yet. Frames: the elements of the request. A green frame is what this block computes.'))}</p>`;
    return picture('tiles', say('Tiles'), [], svg(width, height, `${say('Tiles')}: ${names}`, body) + note,
      asText(say('Arrays as text'), table([say('Array'), say('Where'), say('Rows'), say('Columns'), say('Elements that the lanes touch')], told)));
  };

  // ---- The warp, lane by lane

  const drawWarp = (data, focuses) => {
    if (!data)
      return picture('warp', say('Warp'), [], `<p class="note">${say('This block touches no memory.')}</p>`);
    const marks = itemsOf(focuses);
    const shared = data.request === 'shared', key = shared ? 's' : 'g';
    const head = ['lane', 'element', ...(data.request === null ? [] : shared ? ['bank', 'wavefront'] : ['sector']), 'value'].map((each) => say(each));
    const half = (lanes) => `<table><thead><tr>${head.map((cell) => `<th scope="col">${esc(cell)}</th>`).join('')}</tr></thead><tbody>${lanes.map((lane) => {
      const acts = lane.state === 'acts' && data.request !== null;
      const cells = acts ? [lane.element || lane.address, ...(shared ? [lane.bank, lane.wavefront] : [lane.sector]), lane.value]
        : [say(lane.state) + (lane.line ? `, ${say('line {0}', lane.line)}` : '')];
      return `<tr ${marks.row(lane.focus, data.request === null ? '' : `${key}${lane.lane}`, acts ? '' : 'quiet')}><th scope="row">${lane.lane}</th>${cells.map((cell) => `<td${acts ? '' : ` colspan="${head.length - 1}"`}>${esc(cell)}</td>`).join('')}</tr>`;
    }).join('')}</tbody></table>`;
    const parties = data.parties.length > 1 ? `<p class="note">${data.parties.map((party) => esc(party.text)).join('; ')}.</p>` : '';
    return picture('warp', say('Warp {0}, lane by lane', data.warp), [],
      `${parties}<div class="lanes">${half(data.lanes.slice(0, 16))}${half(data.lanes.slice(16))}</div>`);
  };

  // ---- The source

  const drawSource = (data, focuses) => {
    const marks = itemsOf(focuses);
    const now = data.lines.find((line) => line.now);
    const lines = data.lines.map((line) => {
      const near = !now || Math.abs(line.line - now.line) <= 8 ? ' near' : '';
      const classes = `line${near}${line.now ? ' now' : ''}`;
      const attributes = line.focus ? marks.row(line.focus, `l${line.line}`, classes) : `class="${classes}" data-k="l${line.line}"`;
      return `<div ${attributes}><span class="number">${line.line}</span><span class="code">${line.now ? `<span class="hide">${say('the line that is executed: ')}</span>` : ''}${esc(line.text) || ' '}</span>${line.heat
        ? `<span class="heat${line.heat.bad ? ' bad' : ''}">${esc(line.heat.text)}</span>` : ''}</div>`;
    }).join('');
    const aside = data.heat ? [esc(say('beside the lines: {0}, this block', say(data.heat)))] : [];
    return picture('source', say('Source'), [`${esc(data.file)}`, ...aside],
      `<div class="source" tabindex="0" role="region" aria-label="${esc(say('Source'))}, ${esc(data.file)}">${lines}</div>`);
  };

  // ---- Charts

  const chartWidth = 1160;
  const barTones = { plain: 'a', library: 'library', good: 'good', waste: 'waste', total: 'total', quiet: 'quiet' };
  /// Series of a ramp have each their own colour.
  const tonesOf = (series) => {
    let next = 0;
    return series.map((each) => barTones[each.tone] || `r${next++ % 6}`);
  };

  /// Round values from the smallest to the largest, about so many.
  const ticksOf = (low, high, count, log) => {
    if (log) {
      const ticks = [];
      for (let power = Math.floor(Math.log10(low)); power <= Math.ceil(Math.log10(high)); ++power)
        ticks.push(10 ** power);
      return ticks;
    }
    const rough = (high - low) / count, unit = 10 ** Math.floor(Math.log10(rough));
    const step = [1, 2, 5, 10].map((factor) => factor * unit).find((each) => each >= rough * 0.999);
    const ticks = [];
    for (let at = Math.ceil(low / step); at * step <= high + step * 0.001; ++at)
      ticks.push(at * step);
    return ticks;
  };
  const smallText = (value) => {
    const [factor, power] = value.toExponential().split('e');
    const digits = [...String(Math.abs(power))].map((digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[digit]).join('');
    return `${+factor === 1 ? '' : `${+(+factor).toPrecision(3)}·`}10⁻${digits}`;
  };
  const tickText = (value) => {
    const size = Math.abs(value);
    return size === 0 ? '0' : size >= 1e9 ? `${+(value / 1e9).toPrecision(4)} G` : size >= 1e6 ? `${+(value / 1e6).toPrecision(4)} M`
      : size < 1e-3 ? smallText(value) : String(+value.toPrecision(4));
  };
  /// From the values of an axis to places on the page.
  const axisOf = (values, log, from, to, count) => {
    let low = Math.min(...values), high = Math.max(...values);
    if (log) {
      low = 10 ** Math.floor(Math.log10(low) + 0.001);
      high = 10 ** Math.ceil(Math.log10(high) - 0.001);
      if (low === high)
        high = low * 10;
    } else {
      low = Math.min(0, low);
      high = high === low ? low + 1 : high;
    }
    const share = log ? (value) => Math.log(Math.max(value, low) / low) / Math.log(high / low) : (value) => (value - low) / (high - low);
    return { place: (value) => from + share(value) * (to - from), ticks: ticksOf(low, high, count, log), low, high };
  };

  const tipOf = (point) => point.tip.replace(/:\n/g, ': ').replace(/\n/g, ' · ');

  /// Pixels that a text takes at most, whatever the font: bold, and characters of Chinese as wide as high.
  const roomOf = (text, letter = 10.2) => [...text].reduce((sum, c) => sum + (c > '\u2e7f' ? 17 : letter), 0);
  /// A text that takes no more than that.
  const shortened = (text, room, letter) => {
    if (roomOf(text, letter) <= room)
      return text;
    const letters = [...text];
    while (letters.length > 0 && roomOf(`${letters.join('')}…`, letter) > room)
      letters.pop();
    return `${letters.join('')}…`;
  };

  const drawBarChart = (chart, marks) => {
    const bars = chart.series.filter((series) => series.form === 'bars'), tones = tonesOf(bars);
    const lines = chart.series.filter((series) => series.form === 'ceiling' && series.points.length > 0);
    const left = clamp(Math.max(...chart.categories.map((name) => roomOf(name))) + 16, 120, 520), right = chartWidth - 90, top = 30, lanes = chart.oneBarEach ? 1 : Math.max(1, bars.length);
    // Several bars of a row are thin, and their figures stand in the table.
    const each = lanes > 1 ? Math.max(9, Math.ceil(textHeight / lanes)) : 20, rowHeight = lanes * each + 6, bottom = top + chart.categories.length * rowHeight;
    const values = chart.series.flatMap((series) => series.points.map((point) => point.y)).filter((value) => !chart.y.log || value > 0);
    const axis = axisOf(values, chart.y.log, left, right, 6);
    let body = '';
    for (const tick of axis.ticks)
      body += `<line x1="${round(axis.place(tick))}" y1="${top}" x2="${round(axis.place(tick))}" y2="${bottom}" class="grid"/>` +
        label(axis.place(tick), bottom + 20, tickText(tick), 'mid quiet');
    chart.categories.forEach((name, row) => {
      const current = bars.some((series) => series.points.some((point) => point.x === row && point.current));
      body += label(left - 10, top + (row + 0.5) * rowHeight + 5, name, `end${current ? ' strong' : ''}`);
    });
    bars.forEach((series, index) => {
      for (const point of series.points) {
        const y = top + point.x * rowHeight + 3 + (chart.oneBarEach ? 0 : index * each), end = axis.place(point.y);
        const fill = series.outlined ? `outlined l-${tones[index]}` : `f-${tones[index]}`;
        body += `<g ${marks.item({ text: tipOf(point) }, `${chart.categories[point.x]}, ${series.name}`, '')}>` +
          rect(left, y, end - left, each - 3, `class="${fill}"`) +
          (point.spread ? `<line x1="${round(axis.place(point.spread[0]))}" x2="${round(axis.place(point.spread[1]))}" y1="${round(y + each / 2 - 1)}" y2="${round(y + each / 2 - 1)}" class="axis"/>` : '') +
          (each >= textHeight ? label(end + 6, y + each - 6, point.text, point.current ? 'strong' : '') : '') + '</g>';
      }
    });
    for (const line of lines) {
      const x = axis.place(line.points[0].y);
      body += `<line x1="${round(x)}" y1="${top - 6}" x2="${round(x)}" y2="${bottom}" class="l-library" stroke-width="2"/>` +
        label(Math.min(x, right), top - 12, `${line.name} ${line.points[0].text}`, 'mid');
    }
    body += `<line x1="${left}" y1="${top}" x2="${left}" y2="${bottom}" class="axis"/>` + label(left, bottom + 44, chart.y.text, '');
    const keys = bars.length > 1 ? `<p class="note">${bars.map((series, index) => `<span class="key"><svg width="18" height="14" aria-hidden="true"><rect x="1" y="1" width="16" height="12" class="${series.outlined ? `outlined l-${tones[index]}` : `f-${tones[index]}`}"/></svg> ${esc(series.name)}</span>`).join(' &nbsp; ')}</p>` : '';
    return svg(chartWidth, bottom + 52, `${chart.title}: bars`, body) + keys;
  };

  /// Texts one below the other where they would overlap.
  const apart = (labels, low, high) => {
    labels.sort((a, b) => a.y - b.y);
    let least = low;
    for (const each of labels) {
      each.at = Math.max(each.y, least);
      least = each.at + textHeight;
    }
    let most = high;
    for (const each of [...labels].reverse()) {
      each.at = Math.min(each.at, most);
      most = each.at - textHeight;
    }
    return labels;
  };

  const drawLineChart = (chart, marks) => {
    const tones = tonesOf(chart.series);
    // Names stand behind the ends of their lines.
    const letter = 8.8, names = new Map(chart.series.map((series) => [series, shortened(series.name, 48 * letter, letter)]));
    const longest = Math.max(0, ...[...names.values()].map((name) => roomOf(name, letter)));
    const left = 90, right = chartWidth - 30 - longest, top = 36, bottom = Math.max(440, chart.series.length * textHeight + 60);
    const points = chart.series.flatMap((series) => series.points);
    const x = axisOf(points.map((point) => point.x), chart.x.log, left, right, 8);
    const y = axisOf(points.map((point) => point.y), chart.y.log, bottom, top, 6);
    // Sizes that were measured are better marks than powers of ten.
    const measured = [...new Set(chart.series.filter((series) => series.form !== 'ceiling').flatMap((series) => series.points.map((point) => point.x)))].sort((a, b) => a - b);
    if (chart.x.log && measured.length > 0 && measured.every(Number.isInteger)) {
      const share = (value) => left + Math.log(value / measured[0]) / Math.log(measured[measured.length - 1] / measured[0] || 2) * (right - left);
      if (measured.length > 1 && points.every((point) => point.x >= measured[0] && point.x <= measured[measured.length - 1]))
        x.place = share;
      x.ticks = [];
      for (const value of measured)
        if (x.ticks.length === 0 || x.place(value) - x.place(x.ticks[x.ticks.length - 1]) > 48)
          x.ticks.push(value);
    }
    let body = '';
    for (const tick of y.ticks)
      body += `<line x1="${left}" y1="${round(y.place(tick))}" x2="${right}" y2="${round(y.place(tick))}" class="grid"/>` + label(left - 8, y.place(tick) + 5, tickText(tick), 'end quiet');
    for (const tick of x.ticks)
      body += `<line x1="${round(x.place(tick))}" y1="${bottom}" x2="${round(x.place(tick))}" y2="${bottom + 5}" class="axis"/>` + label(x.place(tick), bottom + 24, tickText(tick), 'mid quiet');
    body += `<line x1="${left}" y1="${bottom}" x2="${right}" y2="${bottom}" class="axis"/>` + label(left, bottom + 48, chart.x.text, '') + label(4, 16, chart.y.text, 'quiet');
    const labels = [];
    chart.series.forEach((series, index) => {
      if (series.points.length === 0)
        return;
      const places = series.points.map((point) => [x.place(point.x), y.place(point.y)]);
      if (series.form !== 'dots')
        body += `<polyline points="${places.map((place) => place.map(round).join(',')).join(' ')}" class="curve l-${tones[index]}"/>`;
      const [lastX, lastY] = places[places.length - 1];
      const current = series.points.some((point) => point.current);
      if (series.name)
        labels.push({ y: lastY + 5, from: [lastX, lastY], text: names.get(series), current });
      if (series.form !== 'ceiling')
        series.points.forEach((point, at) => {
          body += `<circle cx="${round(places[at][0])}" cy="${round(places[at][1])}" r="${point.current ? 6 : 4.5}" ${marks.item({ text: tipOf(point) }, `${series.name}, ${chart.x.text} ${tickText(point.x)}`, '', `f-${tones[index]}`)}/>`;
        });
    });
    for (const each of apart(labels, top + 6, bottom))
      body += `<line x1="${round(each.from[0] + 6)}" y1="${round(each.from[1])}" x2="${right + 12}" y2="${round(each.at - 5)}" class="leader"/>` + label(right + 16, each.at, each.text, each.current ? 'strong' : '');
    return svg(chartWidth, bottom + 56, `${chart.title}: lines`, body);
  };

  const drawChart = (chart, focuses) => {
    if (chart.missing)
      return `<p class="note">${esc(chart.missing)}</p>`;
    const marks = itemsOf(focuses), named = chart.categories.length > 0;
    const drawn = named ? drawBarChart(chart, marks) : drawLineChart(chart, marks);
    const rows = chart.series.flatMap((series) => series.points.map((point) =>
      [series.name, named ? chart.categories[point.x] || '' : tickText(point.x), point.text, tipOf(point)]));
    return `<figure class="chart"><figcaption><b>${esc(chart.title)}</b><span>${esc(chart.origin)}</span></figcaption>${drawn}` +
      `${chart.note ? `<p class="note">${esc(chart.note)}</p>` : ''}${asText(say('Values as a table'), table([say('Series'), named ? say('Stage') : chart.x.text, chart.y.text, say('In words')], rows))}</figure>`;
  };

  // ---- Panes, questions, steps

  const drawCounts = (rows) => `<details class="counts"><summary>${say('Counts of this block so far, modelled')}</summary><table><thead><tr><th scope="col">${say('of this block, up to here')}</th><th scope="col" class="number">${say('count')}</th><th scope="col" class="number">${say('ideal')}</th><th scope="col">${say('unit')}</th></tr></thead><tbody>${rows.map((row) =>
    `<tr><th scope="row">${esc(say(row.what))}</th><td class="number">${row.count}</td><td class="number">${row.ideal === null ? '' : row.ideal}</td><td>${esc(say(row.unit))}</td></tr>`).join('')}</tbody></table></details>`;

  const drawers = { tiles: drawTiles, global: drawGlobal, banks: drawBanks, warp: drawWarp, source: drawSource };

  const drawPane = (pane, focuses, width) => {
    // The source is narrow: it stands behind the picture that it explains.
    const names = [...pane.pictures].sort((a, b) => (a === 'source') - (b === 'source'));
    const even = names.length === 2 && names[1] !== 'source'; // two that are drawn share the room
    const room = even ? narrow : width;
    const left = pane.left && pane.left.length > 0
      ? `<p class="note">${esc(say('The window shows more here, which a page does not: {0}.', pane.left.join(', ')))}</p>` : '';
    return `<div class="pane" data-wavefront="${pane.wavefront || 0}"><div class="head"><h3>${esc(pane.title)}</h3><p class="origin">${esc(pane.origin)}</p></div><p class="says">${phrases(pane.sentence)}</p>` +
      `<div class="pictures${even ? ' even' : names.length === 2 ? ' wide-first' : ''}">${names.map((name) => drawers[name](pane[name], focuses, room)).join('')}</div>${left}${pane.counts ? drawCounts(pane.counts) : ''}</div>`;
  };

  const drawQuestion = (question, step) =>
    `<section class="question" aria-label="${say('Question')}"><h3 id="q${step}">${esc(question.text)}</h3><pre>${esc(question.code)}</pre><div class="asked"><div class="asking"><ul>${question.details.map((text) => `<li>${esc(text)}</li>`).join('')}</ul>` +
    `<div class="choices" role="group" aria-labelledby="q${step}">${question.choices.map((choice, index) =>
      `<button type="button" data-choice="${index}"><kbd>${index + 1}</kbd>${esc(choice.text)}</button>`).join('')}</div><p class="verdict" role="status"></p></div><div class="beside"></div></div></section>`;

  // ---- What is so, beside a wrong answer

  /// A row for each wavefront, a column for each bank.
  const drawWanted = (request, width, top) => {
    const cells = cellsOf(request);
    const rows = Math.max(1, request.cost), left = 28, cellWidth = (width - left - 2) / 32;
    const cellHeight = clamp(Math.floor(256 / rows), 7, 24), step = Math.ceil(textHeight / cellHeight);
    let body = '';
    for (let bank = 0; bank < 32; ++bank) {
      const x = left + bank * cellWidth;
      if (bank % 2 === 0)
        body += numberIn(x + cellWidth / 2, top + 16, bank, 2 * cellWidth, 'mid quiet');
      body += rect(x + 1, top + 22, cellWidth - 2, rows * cellHeight, 'class="untouched"');
    }
    for (let row = 0; row < rows; row += step)
      body += label(left - 6, top + 22 + row * cellHeight + Math.max(cellHeight / 2 + 6, 14), row + 1, 'end quiet');
    for (const cell of cells) {
      const x = left + cell.bank * cellWidth, y = top + 22 + cell.wavefront * cellHeight;
      const tone = request.cost > request.ideal ? 'bad' : cell.lanes.length > 1 ? 'merged' : 'good';
      const short = cell.lanes.length > 1 ? (cellWidth > 30 ? `×${cell.lanes.length}` : '') : String(cell.lanes[0]);
      body += `<g class="wanted" data-cell="${cell.wavefront} ${cell.bank}">` + rect(x + 1, y + 0.5, cellWidth - 2, cellHeight - 1, `class="f-${tone}"`) +
        (cellHeight >= textHeight ? numberIn(x + cellWidth / 2, y + cellHeight / 2 + 6, short, cellWidth, 'inside') : '') + '</g>';
    }
    return { body, bottom: top + 22 + rows * cellHeight, numbered: cellHeight >= textHeight };
  };

  /// Boxes are sectors, with the bytes that lanes ask for.
  const drawTouched = (request, width, top) => {
    const longest = request.sectors.reduce((most, sector) => Math.max(most, sector.text.length), 1);
    const across = clamp(Math.floor(width / (longest * 9.5 + 8)), 2, 8), boxWidth = width / across, byte = (boxWidth - 8) / 32;
    const rows = Math.ceil(request.sectors.length / across), boxHeight = rows > 4 ? 14 : 24, step = boxHeight + 24;
    let body = '';
    request.sectors.forEach((sector, index) => {
      const x = 1 + index % across * boxWidth, y = top + Math.floor(index / across) * step;
      body += label(x, y + 16, sector.text, 'quiet') + rect(x, y + 21, boxWidth - 8, boxHeight, 'class="idle"');
      for (const lane of sector.lanes)
        body += `<g class="wanted" data-lane="${lane.lane}">` + rect(x + lane.at * byte + 0.5, y + 21, request.bytes * byte - 1, boxHeight, 'class="f-good"') + '</g>';
    });
    return { body, bottom: top + rows * step };
  };

  /// So many were counted, so many said.
  const drawStrips = (request, saidCount, width, top) => {
    const left = 190, chip = (width - left - 2) / Math.max(32, request.cost, saidCount);
    const strip = (y, text, count, tone) => {
      let body = label(0, y + 16, text, '');
      for (let index = 0; index < count; ++index)
        body += rect(left + index * chip, y + 3, Math.max(chip - 2, 1), 16, `class="f-${tone}"`);
      return body;
    };
    return strip(top, say('counted: {0}', request.cost), request.cost, request.cost > request.ideal ? 'bad' : 'good') +
      strip(top + 26, say('your answer: {0}', saidCount), saidCount, 'a');
  };

  /// The picture of a wrong answer; a right one needs none.
  const drawBeside = (question, choice) => {
    const chosen = question.choices[choice], shown = chosen.shown || [];
    if (shown.length === 0)
      return '';
    const width = narrow;
    let numbered = false;
    const one = (request) => {
      const { body, bottom, ...drawn } = request.words ? drawWanted(request, width, 0) : drawTouched(request, width, 0);
      const said = chosen.said !== undefined;
      numbered = numbered || drawn.numbered;
      const spoken = `${request.name}: ${request.text}${said ? `. ${say('your answer: {0}', chosen.said)}` : ''}`;
      return `<div class="counted"><p><code>${esc(request.name)}</code> <b class="t-${request.cost > request.ideal ? 'bad' : 'good'}">${esc(request.text)}</b></p>` +
        `<div class="scroll"><svg class="drawn w${width}" viewBox="0 0 ${width} ${round(bottom + (said ? 64 : 6))}" role="img" aria-label="${esc(spoken)}">${body}${said ? drawStrips(request, chosen.said, width, bottom + 10) : ''}</svg></div></div>`;
    };
    const requests = shown.map((index) => question.requests[index]);
    const pictures = requests.map(one).join('');
    const note = numbered ? say('A column is a bank, a row is a wavefront, a number in a cell is the lane that it serves.')
      : requests[0].words ? say('A column is a bank, a row is a wavefront.')
      : say('A box is a sector of 32 bytes that moves; what is filled in it are bytes that lanes ask for, the rest moves for nothing.');
    return `<figure class="${shown.length > 1 ? 'both' : 'alone'}" data-picture="answer"><figcaption><b>${esc(say('What is so, as counted'))}</b></figcaption><div class="pair">${pictures}</div><p class="note">${esc(note)}</p></figure>`;
  };

  /// What is said of an answer.
  const verdictOf = (question, choice) => {
    const chosen = question.choices[choice], key = question.choices.find((each) => each.right);
    return chosen.right ? say('Right: {0}. {1}', key.text, key.why) : say('No. {0} It is {1}: {2}', chosen.why, key.text, key.why);
  };

  const drawCaption = (step) => step.caption.map((piece) => piece.origin === undefined ? esc(piece.text)
    : `<span class="figure" title="${esc(piece.origin)}">${esc(piece.text)}</span>`).join('');

  const drawStep = (step, index, count, focuses) =>
    `<section class="step" data-step="${index}" aria-label="${say('Step {0} of {1}', index + 1, count)}"${index === 0 ? '' : ' hidden'}>` +
    `${step.lesson ? `<h2>${esc(step.lesson)}</h2>` : ''}${step.question ? drawQuestion(step.question, index) : ''}` +
    `<div class="shown"${step.question ? ' hidden' : ''}>${step.caption.length > 0 ? `<p class="caption">${drawCaption(step)}</p>` : ''}` +
    (step.chart ? drawChart(step.chart, focuses)
      : `<div class="panes${step.panes.length > 1 ? ' two' : ''}">${step.panes.map((pane) => drawPane(pane, focuses, step.panes.length > 1 ? narrow : wide)).join('')}</div>`) +
    `${step.origins.length > 0 ? `<p class="note">${esc(say('Figures: {0}.', step.origins.join('; ')))}</p>` : ''}</div></section>`;

  /// The whole page, and what can be pointed at in it.
  const drawPage = (data) => {
    words = data.words || {};
    const focuses = [];
    const count = data.steps.length;
    const steps = data.steps.map((step, index) => drawStep(step, index, count, focuses)).join('');
    const terms = data.terms.length > 0
      ? `<h2>${say('Terms')}</h2><dl>${data.terms.map((term) => `<dt>${esc(term.name)}</dt><dd>${esc(term.text)}</dd>`).join('')}</dl>` : '';
    const html = `<header class="top"><h1>${esc(data.title)}</h1><span class="count" aria-hidden="true"></span><button type="button" data-do="theme">${say('Dark or light')}</button></header>` +
      `<main>${steps}<div class="about">${terms}<p>${esc(say('{0}, written by {1}. Pictures and counts of blocks are modelled.', data.about, data.program))} ${esc(say('Keys: → or Page Down goes on, ← or Page Up goes back, Home, End; Tab goes to a picture, ↑ and ↓ walk through what is in it; numbers answer; P plays the wavefronts.'))}</p></div></main>` +
      `<nav class="bottom" aria-label="${say('Steps')}"><button type="button" data-do="back">◀ ${say('Back')}</button><div class="live" aria-hidden="true"></div><div class="spoken hide" role="status" aria-live="polite"></div><button type="button" class="primary" data-do="next">${say('Next')} ▶</button></nav>`;
    return { html, focuses };
  };

  // ---- Where somebody stands: a value, and what a key makes of it

  const begin = { at: 0, open: {} };
  const isAsking = (data, state) => Boolean(data.steps[state.at].question) && !state.open[state.at];
  const moved = (data, state, action) => {
    const last = data.steps.length - 1;
    const go = (at) => ({ ...state, at: clamp(at, 0, last) });
    switch (action) {
      case 'next':
        return isAsking(data, state) ? { ...state, open: { ...state.open, [state.at]: true } } : go(state.at + 1);
      case 'open':
        return { ...state, open: { ...state.open, [state.at]: true } };
      case 'back':
        return go(state.at - 1);
      case 'first':
        return go(0);
      case 'last':
        return go(last);
      default:
        return typeof action === 'number' && Number.isInteger(action) ? go(action) : state;
    }
  };
  const actionOf = (key) => ({ ArrowRight: 'next', PageDown: 'next', ArrowLeft: 'back', PageUp: 'back', Home: 'first', End: 'last' })[key];
  const saidOf = (data, state) => {
    const step = data.steps[state.at];
    const where = `${say('Step {0} of {1}', state.at + 1, data.steps.length)}.`;
    if (isAsking(data, state))
      return `${where} ${step.question.text}`;
    const caption = step.caption.map((piece) => piece.text).join('');
    return [where, caption, ...(step.panes || []).map((pane) => plain(pane.sentence))].filter(Boolean).join(' ');
  };

  // ---- The browser's part

  const start = (document, window) => {
    const root = document.getElementById('page');
    const data = JSON.parse(document.getElementById('data').textContent);
    if (data.format !== format) {
      root.textContent = 'This page was put together from parts that do not belong together: write it again.';
      return;
    }
    const { html, focuses } = drawPage(data);
    root.innerHTML = html;
    const steps = [...root.querySelectorAll('.step')];
    const live = root.querySelector('.live'), spoken = root.querySelector('.spoken');
    let state = moved(data, begin, Number((/^#([0-9]+)$/.exec(window.location.hash) || [0, 1])[1]) - 1);
    let timer = 0;

    const light = (focus) => {
      const keys = new Set(focus ? keysOf(focus) : []);
      for (const each of steps[state.at].querySelectorAll('[data-k]'))
        each.classList.toggle('lit', each.dataset.k.split(' ').some((key) => keys.has(key)));
    };
    const tell = (focus) => {
      light(focus);
      live.textContent = focus ? focus.text : say('Step {0} of {1}', state.at + 1, steps.length);
      if (focus) // what the step says is spoken once, when it comes
        spoken.textContent = focus.text;
    };

    // Wavefront after wavefront, in one picture of banks.
    const stopPlaying = () => {
      window.clearInterval(timer);
      timer = 0;
    };
    const showWave = (figure, wave) => {
      const player = figure.querySelector('.player');
      if (!player)
        return;
      const rows = Number(player.dataset.rows);
      const all = wave < 0 || wave >= rows;
      player.dataset.at = all ? '' : String(wave);
      figure.classList.toggle('waved', !all);
      for (const each of figure.querySelectorAll('[data-w]'))
        each.classList.toggle('served', Number(each.dataset.w) === wave);
      player.querySelector('.wave-text').textContent = all ? say('all {0} wavefronts', rows) : say('wavefront {0} of {1}', wave + 1, rows);
    };
    const waveOf = (figure) => {
      const at = figure.querySelector('.player').dataset.at;
      return at ? Number(at) : -1;
    };
    const play = (figure) => {
      const wasPlaying = timer !== 0;
      stopPlaying();
      if (wasPlaying)
        return;
      showWave(figure, 0);
      timer = window.setInterval(() => {
        const next = waveOf(figure) + 1;
        if (next === 0 || next >= Number(figure.querySelector('.player').dataset.rows)) {
          stopPlaying();
          showWave(figure, -1);
        } else {
          showWave(figure, next);
        }
      }, 700);
    };

    const show = () => {
      stopPlaying();
      steps.forEach((step, index) => {
        step.hidden = index !== state.at;
        const question = data.steps[index].question;
        step.querySelector('.shown').hidden = Boolean(question) && !state.open[index];
      });
      root.querySelector('.count').textContent = say('step {0} of {1}', state.at + 1, steps.length);
      root.querySelector('[data-do="back"]').disabled = state.at === 0;
      root.querySelector('[data-do="next"]').disabled = state.at === steps.length - 1 && !isAsking(data, state);
      for (const source of steps[state.at].querySelectorAll('.source')) {
        const now = source.querySelector('.now');
        if (now && now.offsetParent !== null)
          source.scrollTop = Math.max(0, now.offsetTop - source.offsetTop - source.clientHeight / 2);
      }
      tell(null);
      spoken.textContent = saidOf(data, state);
    };
    const act = (action) => {
      const before = state;
      state = moved(data, state, action);
      if (state === before)
        return;
      show();
      if (before.at !== state.at) {
        window.scrollTo(0, 0);
        try { // not every browser lets a file have a place
          window.history.replaceState(null, '', `#${state.at + 1}`);
        } catch (refused) { /* then reloading begins again */ }
      }
    };
    const answer = (choice) => {
      const step = steps[state.at], question = data.steps[state.at].question;
      const buttons = [...step.querySelectorAll('[data-choice]')];
      if (!question || !buttons[choice])
        return;
      buttons.forEach((button, index) => {
        button.classList.toggle('right', question.choices[index].right);
        button.classList.toggle('wrong', index === choice && !question.choices[index].right);
        button.setAttribute('aria-pressed', String(index === choice));
      });
      act('open');
      step.querySelector('.verdict').textContent = verdictOf(question, choice);
      step.querySelector('.beside').innerHTML = drawBeside(question, choice);
    };
    const isDark = () => (document.documentElement.dataset.theme ||
      (window.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')) === 'dark';

    root.addEventListener('click', (event) => {
      const button = event.target.closest('button');
      if (!button)
        return;
      if (button.dataset.choice !== undefined)
        answer(Number(button.dataset.choice));
      else if (button.dataset.do === 'theme')
        document.documentElement.dataset.theme = isDark() ? 'light' : 'dark';
      else if (button.dataset.do)
        act(button.dataset.do);
      else if (button.dataset.wave) {
        const figure = button.closest('figure');
        if (button.dataset.wave === 'play') {
          play(figure);
        } else {
          stopPlaying();
          const rows = Number(button.parentElement.dataset.rows), wave = waveOf(figure);
          showWave(figure, button.dataset.wave === 'on' ? (wave + 1 >= rows ? -1 : wave + 1) : wave < 0 ? rows - 1 : wave - 1);
        }
      }
    });
    const focusUnder = (target) => {
      const found = target && target.closest ? target.closest('[data-f]') : null;
      return found ? focuses[Number(found.dataset.f)] : null;
    };
    root.addEventListener('mouseover', (event) => {
      const focus = focusUnder(event.target);
      if (focus)
        tell(focus);
    });
    root.addEventListener('mouseout', (event) => {
      if (focusUnder(event.target) && !focusUnder(event.relatedTarget))
        tell(focusUnder(document.activeElement));
    });
    root.addEventListener('focusin', (event) => {
      const focus = focusUnder(event.target);
      if (focus)
        tell(focus);
    });
    root.addEventListener('focusout', (event) => {
      if (focusUnder(event.target) && !focusUnder(event.relatedTarget))
        tell(null);
    });

    /// Up and down go from item to item of a picture; the one that is left can be reached with Tab again.
    const walk = (item, by) => {
      const items = [...item.closest('figure').querySelectorAll('.item')];
      const next = items[clamp(items.indexOf(item) + by, 0, items.length - 1)];
      item.setAttribute('tabindex', '-1');
      next.setAttribute('tabindex', '0');
      next.focus();
    };
    document.addEventListener('keydown', (event) => {
      if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey)
        return;
      const item = event.target.closest ? event.target.closest('.item') : null;
      if (item && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
        event.preventDefault();
        walk(item, event.key === 'ArrowDown' ? 1 : -1);
        return;
      }
      const action = actionOf(event.key);
      if (action) {
        event.preventDefault();
        act(action);
      } else if (/^[1-9]$/.test(event.key)) {
        answer(Number(event.key) - 1);
      } else if (event.key === 'p' || event.key === 'P') {
        const figure = [...steps[state.at].querySelectorAll('figure')].find((each) => each.querySelector('.player'));
        if (figure)
          play(figure);
      }
    });
    // A moment that stands at a wavefront begins with it.
    for (const pane of root.querySelectorAll('.pane')) {
      const wave = Number(pane.dataset.wavefront), figure = pane.querySelector('[data-picture="banks"]');
      if (wave > 0 && figure)
        showWave(figure, wave);
    }
    show();
  };

  return { esc, keysOf, lanesOf, cellsOf, spotsOf, statePath, layOutTiles, drawBanks, drawGlobal, drawTiles, drawWarp,
    drawSource, drawChart, drawQuestion, drawBeside, drawStep, drawPage, verdictOf, begin, isAsking, moved, actionOf, saidOf, start };
})();

if (typeof module !== 'undefined')
  module.exports = WarplensPage;
else
  WarplensPage.start(document, window);
