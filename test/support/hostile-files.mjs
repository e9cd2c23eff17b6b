import { crc32, deflateRawSync, deflateSync } from 'node:zlib'

// Files that a stranger might send to stop the program, made anew each time and always the same, byte for byte.
// `use` says where such a file is handed in; every file of research can be uploaded.

const MB = 1_000_000
const text = (bytes) => Buffer.from(bytes, 'latin1')

const packed = (bytes, times) => {
  let out = bytes
  for (let time = 0; time < times; time++) out = deflateSync(out, { level: 9 })
  return out
}
/** Zeros, deflated: `size` bytes are deflated in one go, so keep them below a few hundred MB. */
const zeros = (size, times) => packed(Buffer.alloc(size), times)

/** A PDF of these objects, from 1 on; the first is its catalogue. */
function pdf(objects, { trailer = '', prev = false } = {}) {
  const parts = [text('%PDF-1.7\n')]
  const places = []
  let at = parts[0].length
  const add = (bytes) => {
    parts.push(bytes)
    at += bytes.length
  }
  for (const [index, object] of objects.entries()) {
    places.push(at)
    add(
      Buffer.concat([
        text(`${index + 1} 0 obj\n`),
        Buffer.isBuffer(object) ? object : text(object),
        text('\nendobj\n'),
      ]),
    )
  }
  const start = at
  const rows = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('')
  const more = prev ? ` /Prev ${start}` : ''
  add(
    text(
      `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R${more}${trailer} >>\nstartxref\n${start}\n%%EOF\n`,
    ),
  )
  return Buffer.concat(parts)
}
const stream = (bytes, entries) =>
  Buffer.concat([text(`<< /Length ${bytes.length} ${entries} >>\nstream\n`), bytes, text('\nendstream')])
const CATALOGUE = '<< /Type /Catalog /Pages 2 0 R >>'
const PAGE = '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> >> >>'
const FONT = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'
const page = (content, font = FONT, ...rest) =>
  pdf([CATALOGUE, '<< /Type /Pages /Kids [3 0 R] /Count 1 >>', PAGE, content, font, ...rest])
const FLATE = '/FlateDecode'
const filters = (...names) => `/Filter [${names.join(' ')}]`
const toHex = (bytes) => Buffer.from(`${bytes.toString('hex')}>`)
/** RunLength: each pair of bytes becomes 128. */
const runs = (pairs) => Buffer.alloc(pairs * 2, Buffer.from([129, 32]))

const NOTHING = deflateRawSync(Buffer.alloc(0))
function zip(entries) {
  const parts = []
  const list = []
  let offset = 0
  for (const {
    name,
    raw = Buffer.alloc(0),
    claims = raw.length,
    deflated = deflateRawSync(raw, { level: 9 }),
  } of entries) {
    const local = Buffer.alloc(30)
    local.writeUInt32LE(0x04034b50, 0)
    local.writeUInt16LE(8, 8)
    local.writeUInt32LE(crc32 ? crc32(raw) : 0, 14)
    local.writeUInt32LE(deflated.length, 18)
    local.writeUInt32LE(claims, 22)
    local.writeUInt16LE(name.length, 26)
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02014b50, 0)
    local.copy(entry, 6, 4, 30)
    entry.writeUInt32LE(offset, 42)
    parts.push(local, text(name), deflated)
    list.push(entry, text(name))
    offset += 30 + name.length + deflated.length
  }
  const directory = Buffer.concat(list)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(Math.min(entries.length, 65_535), 8)
  end.writeUInt16LE(Math.min(entries.length, 65_535), 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...parts, directory, end])
}
const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
const docx = (xml, more = {}) => zip([{ name: 'word/document.xml', raw: text(xml), ...more }])
const word = (body) => docx(`<w:document ${W}><w:body>${body}</w:body></w:document>`)

const csv = (cell, rows, head = 'answer,age') => `${head}\n${`"${cell}",30\n`.repeat(rows)}`
const deepYaml = (depth) => Array.from({ length: depth }, (_, level) => `${' '.repeat(level)}a:\n`).join('')
const aliases = (levels) =>
  ['a0: &a0 [x, x, x, x, x, x, x, x, x]']
    .concat(
      Array.from({ length: levels }, (_, at) => `a${at + 1}: &a${at + 1} [${Array(9).fill(`*a${at}`).join(', ')}]`),
    )
    .join('\n')

/** Name to bytes, or to what makes them. */
const RESEARCH = {
  'three-filters.pdf': () => page(stream(zeros(300 * MB, 3), filters(FLATE, FLATE, FLATE))),
  'flate.pdf': () => page(stream(zeros(300 * MB, 1), filters(FLATE))),
  'hex-flate.pdf': () => page(stream(toHex(zeros(300 * MB, 2)), filters('/ASCIIHexDecode', FLATE, FLATE))),
  'run-length.pdf': () => page(stream(packed(runs(3 * MB), 1), filters(FLATE, '/RunLengthDecode'))),
  'many-streams.pdf': () => {
    const bytes = stream(zeros(40 * MB, 2), filters(FLATE, FLATE))
    const kids = Array.from({ length: 60 }, (_, at) => 4 + 2 * at)
    const pages = kids.flatMap((at) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents ${at + 1} 0 R /Resources << /Font << /F 3 0 R >> >> >>`,
      bytes,
    ])
    return pdf([
      CATALOGUE,
      `<< /Type /Pages /Kids [${kids.map((at) => `${at} 0 R`).join(' ')}] /Count 60 >>`,
      FONT,
      ...pages,
    ])
  },
  'operators.pdf': () => page(stream(packed(text('BT /F 9 Tf (a) Tj ET '.repeat(1.5 * MB)), 1), filters(FLATE))),
  'nested-operands.pdf': () => page(stream(packed(text('['.repeat(5 * MB)), 1), filters(FLATE))),
  'nested-object.pdf': () =>
    pdf([`<< /Type /Catalog /Pages 2 0 R /A ${'['.repeat(MB)} >>`, '<< /Type /Pages /Kids [] /Count 0 >>']),
  'own-parent.pdf': () => pdf([CATALOGUE, '<< /Type /Pages /Kids [2 0 R 2 0 R] /Count 2 >>']),
  'billion-pages.pdf': () => pdf([CATALOGUE, '<< /Type /Pages /Kids [] /Count 1000000000 >>']),
  'previous-itself.pdf': () => pdf([CATALOGUE, '<< /Type /Pages /Kids [] /Count 0 >>'], { prev: true }),
  'character-map.pdf': () =>
    page(
      stream(text('BT /F 9 Tf <0001> Tj ET'), ''),
      '<< /Type /Font /Subtype /Type0 /BaseFont /A /Encoding /Identity-H /ToUnicode 6 0 R /DescendantFonts [7 0 R] >>',
      stream(
        packed(
          text(
            `begincmap 1 begincodespacerange <0000> <ffff> endcodespacerange ${'1 beginbfrange <00000000> <ffffffff> <0041> endbfrange '.repeat(200)}endcmap`,
          ),
          1,
        ),
        filters(FLATE),
      ),
      '<< /Type /Font /Subtype /CIDFontType2 /BaseFont /A /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> >>',
    ),
  'object-stream.pdf': () =>
    pdf([
      CATALOGUE,
      '<< /Type /Pages /Kids [] /Count 0 >>',
      stream(zeros(300 * MB, 2), `/Type /ObjStm /N 100000000 /First 1000000000 ${filters(FLATE, FLATE)}`),
    ]),
  'cut.pdf': () => page(stream(zeros(9 * MB, 1), filters(FLATE))).subarray(0, 400),
  'bomb.docx': () => docx('', { raw: Buffer.alloc(400 * MB, 97) }),
  'liar.docx': () => docx('', { raw: Buffer.alloc(400 * MB, 97), claims: 12 }),
  'parts.docx': () => zip(Array.from({ length: 60_000 }, (_, at) => ({ name: `a${at}`, deflated: NOTHING }))),
  'nested.docx': () => word('<w:p>'.repeat(3 * MB)),
  'entities.docx': () =>
    docx(
      `<!DOCTYPE d [<!ENTITY a0 "ha">${Array.from({ length: 30 }, (_, at) => `<!ENTITY a${at + 1} "&a${at};&a${at};">`).join('')}]><w:document ${W}><w:body><w:p><w:r><w:t>&a30;</w:t></w:r></w:p></w:body></w:document>`,
    ),
  'attribute.docx': () => word(`<w:p w:val="${'a'.repeat(15 * MB)}"/>`),
  'attributes.docx': () => word(`<w:p ${Array.from({ length: 200_000 }, (_, at) => `a${at}="1"`).join(' ')}/>`),
  'paragraphs.docx': () => word('<w:p><w:r><w:t>a</w:t></w:r></w:p>'.repeat(550_000)),
  'cut.docx': () => word('<w:p><w:r><w:t>words</w:t></w:r></w:p>'.repeat(9)).subarray(0, 120),
  'nested-div.html': () => '<div>'.repeat(400_000),
  'nested-just-below.html': () => `${'<div>'.repeat(1_990)}words${'</div>'.repeat(1_990)}`.repeat(100),
  'nested-lists.html': () => `${'<ul><li>a'.repeat(990)}${'</li></ul>'.repeat(990)}`.repeat(100),
  'nested-tables.html': () => `${'<table><tr><td>a'.repeat(600)}${'</td></tr></table>'.repeat(600)}`.repeat(60),
  'open-tags.html': () => '<a '.repeat(MB),
  'comments.html': () => '<!--'.repeat(700_000),
  'entities.html': () => '&amp'.repeat(700_000),
  'attribute.html': () => `<p title="${'a'.repeat(2.9 * MB)}">words</p>`,
  'wide-table.html': () =>
    `<table><tr><td colspan="1000000000" rowspan="1000000000">a</td></tr></table>${'<td>'.repeat(500_000)}`,
  'scripts.html': () => '<script>'.repeat(370_000),
  'blanks.html': () => `<pre>${' \n'.repeat(1.4 * MB)}</pre>`,
  'inline.html': () => '<b>a</b> '.repeat(320_000),
  'mail.csv': () => csv('a@'.repeat(1_000), 80),
  'mail-large.csv': () => csv('a@'.repeat(9_900), 480),
  'mail-heading.csv': () => `${'a@'.repeat(90_000)},b\n${'words about something that happened,3\n'.repeat(9)}`,
  'account.csv': () => csv('DE12 ABCD '.repeat(1_900), 250),
  'telephone.csv': () => csv('+1 (2) - '.repeat(2_000), 250),
  'address.csv': () => csv('1.1.1.1.1.1.1.'.repeat(1_200), 250),
  'handles.csv': () => csv('@a.a.a.a.'.repeat(2_000), 250),
  'names.csv': () => csv('Aa de van '.repeat(1_900), 250),
  'web.csv': () => csv('http://http://'.repeat(1_300), 250),
  'stops.csv': () => csv('a. '.repeat(6_000), 250),
  'columns.csv': () => `${'a,'.repeat(100_000)}\n1\n`,
  'wide.csv': () =>
    `${Array.from({ length: 199 }, (_, at) => `c${at}`).join(',')}\n${`${'1,'.repeat(190)}\n`.repeat(24_000)}`,
  'rows.csv': () => `a,b\n${'x,y\n'.repeat(2.4 * MB)}`,
  'open-quote.csv': () => `a,b\n"${'words, words\n'.repeat(700_000)}`,
  'one-cell.csv': () => `a\n${'x'.repeat(9.9 * MB)}`,
  'marks.md': () => '#'.repeat(1.9 * MB),
  'stars.md': () => '*a_b`'.repeat(380_000),
  'images.md': () => '![['.repeat(600_000),
  'lines.md': () => '\n'.repeat(1.9 * MB),
  'piled-marks.txt': () => Buffer.from(`a${'\u0301'.repeat(900_000)}`),
  'controls.txt': () => '\u0001'.repeat(1.9 * MB),
  'wrong-encoding.txt': () => Buffer.alloc(1.9 * MB, 0xff),
  'deep.json': () => '['.repeat(9 * MB),
  'deep-record.json': () => `[${'{"a":'.repeat(1.5 * MB)}1${'}'.repeat(1.5 * MB)}]`,
  'keys.json': () => `[{${Array.from({ length: 600_000 }, (_, at) => `"k${at}":1`).join(',')}}]`,
  'records.json': () =>
    `[${Array(49_000).fill('{"a":{"b":{"c":"words about it that somebody wrote down one day"}}}').join(',')}]`,
  'messages.json': () =>
    `[{"m":[${Array(60_000).fill('{"from":"a","body":"words about it that somebody wrote down one day"}').join(',')}]}]`,
  'prototype.json': () => '[{"__proto__":{"polluted":"yes"},"constructor":{"prototype":{"polluted":"yes"}},"a":"b"}]',
}

const AGENTS = {
  'aliases.yaml': () => aliases(12),
  'deep-flow.yaml': () => `agent: ${'['.repeat(800_000)}`,
  'deep-block.yaml': () => deepYaml(1_300),
  'dashes.yaml': () => '- '.repeat(480_000),
  'questions.yaml': () => '? '.repeat(480_000),
  'anchors.yaml': () => Array.from({ length: 60_000 }, (_, at) => `a${at}: &a${at}`).join('\n'),
  'merge.yaml': () => `a: &a {x: 1}\n${'<<: *a\n'.repeat(120_000)}`,
  'quotes.yaml': () => `agent: "${'\\x41'.repeat(240_000)}`,
  'comment.yaml': () => `#${' #'.repeat(490_000)}`,
  'itself.yaml': () => 'agent: &a\n  name: *a\n  tools: [*a, *a]\n',
  'deep-agent.json': () => `{"agent":${'{"a":'.repeat(190_000)}`,
  'keys-agent.json': () => `{${Array.from({ length: 80_000 }, (_, at) => `"k${at}":1`).join(',')}}`,
}

const CASES = {
  'stray-quotes.csv': () => `name,opening\n${'a"b"c,x\n'.repeat(110_000)}`,
  'open-quote-cases.csv': () => `name,opening\n"${'a,b\n'.repeat(230_000)}`,
  'long-line.jsonl': () => `{"name":"${'a'.repeat(980_000)}"}`,
  'deep.jsonl': () => '[['.repeat(480_000),
  'escapes.jsonl': () => `{"a${'\\\\"'.repeat(300_000)}":1}`,
  'unknown-columns.csv': () => `${Array.from({ length: 99 }, (_, at) => `nome${at}`.padEnd(80, 'x')).join(',')}\n1\n`,
}

const PRODUCTS = {
  'aliases.product.yaml': () => aliases(12),
  'screens.product.yaml': () =>
    `schema: 1\nid: a\nname: a\nscreens:\n${Array.from({ length: 9_000 }, (_, at) => `  s${at}: {action: x}`).join('\n')}`,
  'deep.product.json': () => '{"screens":'.repeat(17_000),
}

const made = (use, files) =>
  Object.entries(files).map(([name, make]) => ({ use, name, bytes: () => Buffer.from(make()) }))

export const HOSTILE_FILES = [
  ...made('research', RESEARCH),
  ...made('agent', AGENTS),
  ...made('cases', CASES),
  ...made('product', PRODUCTS),
]
