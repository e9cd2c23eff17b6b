import { crc32, deflateRawSync, deflateSync } from 'node:zlib'

type ZipOptions = {
  /** An unpacked size to write instead of the true one. */
  readonly claims?: number
  /** Sizes behind each file, as a program writes them that cannot go back. */
  readonly sizesBehind?: boolean
}

/** A ZIP archive of these files. */
export function zipOf(
  files: Record<string, Buffer | string>,
  { claims, sizesBehind = false }: ZipOptions = {},
): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [name, content] of Object.entries(files)) {
    const raw = Buffer.from(content)
    const packed = deflateRawSync(raw)
    const local = Buffer.alloc(30)
    local.writeUInt32LE(0x04034b50, 0)
    local.writeUInt16LE(8, 8)
    local.writeUInt32LE(crc32 ? crc32(raw) : 0, 14)
    local.writeUInt32LE(packed.length, 18)
    local.writeUInt32LE(claims ?? raw.length, 22)
    local.writeUInt16LE(name.length, 26)
    const behind = Buffer.alloc(sizesBehind ? 16 : 0)
    if (sizesBehind) {
      behind.writeUInt32LE(0x08074b50, 0)
      local.copy(behind, 4, 14, 26)
      local.fill(0, 14, 26)
      local.writeUInt16LE(8, 6)
    }
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02014b50, 0)
    entry.writeUInt16LE(8, 10)
    entry.writeUInt32LE(packed.length, 20)
    entry.writeUInt32LE(claims ?? raw.length, 24)
    entry.writeUInt16LE(name.length, 28)
    entry.writeUInt32LE(offset, 42)
    parts.push(local, Buffer.from(name), packed, behind)
    directory.push(entry, Buffer.from(name))
    offset += 30 + name.length + packed.length + behind.length
  }
  const list = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(Object.keys(files).length, 8)
  end.writeUInt16LE(Object.keys(files).length, 10)
  end.writeUInt32LE(list.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...parts, list, end])
}

type Paragraph = string | { readonly text: string; readonly style?: string; readonly item?: boolean }

/** A Word document with these paragraphs. */
export function docxOf(paragraphs: readonly Paragraph[], options?: ZipOptions): Buffer {
  const body = paragraphs
    .map((one) => (typeof one === 'string' ? { text: one } : one))
    .map(
      ({ text, style, item }) =>
        `<w:p><w:pPr>${style ? `<w:pStyle w:val="${style}"/>` : ''}${item ? '<w:numPr><w:ilvl w:val="0"/></w:numPr>' : ''}</w:pPr><w:r><w:t xml:space="preserve">${text}</w:t></w:r><w:del><w:r><w:delText>gone</w:delText></w:r></w:del></w:p>`,
    )
    .join('')
  const xml = `<?xml version="1.0" encoding="UTF-8"?><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${body}</w:body></w:document>`
  return zipOf({ '[Content_Types].xml': '<Types/>', 'word/document.xml': xml, 'word/styles.xml': '<s/>' }, options)
}

/** The rows of a table, with their paragraphs in order; "|" parts the paragraphs of a cell. */
const tableOf = (names: string, rows: readonly (readonly string[])[], paragraph: (text: string) => string): string => {
  const cell = (text: string) => `<${names}:tc>${text.split('|').map(paragraph).join('')}</${names}:tc>`
  const lines = rows.map((cells) => `<${names}:tr>${cells.map(cell).join('')}</${names}:tr>`)
  return `<${names}:tbl>${lines.join('')}</${names}:tbl>`
}

/** A Word document with a table between two paragraphs. */
export function docxTableOf(rows: readonly (readonly string[])[]): Buffer {
  const paragraph = (text: string) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`
  const body = `${paragraph('Prices')}${tableOf('w', rows, paragraph)}${paragraph('No card needed.')}`
  return zipOf({ 'word/document.xml': `<w:document xmlns:w="w"><w:body>${body}</w:body></w:document>` })
}

/** A deck of one slide with a table. */
export function pptxTableOf(rows: readonly (readonly string[])[]): Buffer {
  const paragraph = (text: string) => `<a:p><a:r><a:t>${text}</a:t></a:r></a:p>`
  const body = `${paragraph('Prices')}${tableOf('a', rows, paragraph)}`
  return zipOf({ 'ppt/slides/slide1.xml': `<p:sld xmlns:p="p" xmlns:a="a">${body}</p:sld>` })
}

/** A PDF with a page per text; an empty text is a page with a picture's worth of nothing. `packed`: how often content streams are deflated. */
export function pdfOf(pages: readonly (string | Buffer)[], packed = 1): Buffer {
  const objects: Buffer[] = []
  const kids = pages.map((_, page) => `${3 + 2 * page} 0 R`).join(' ')
  objects.push(Buffer.from('<< /Type /Catalog /Pages 2 0 R >>'))
  objects.push(Buffer.from(`<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`))
  const font = 3 + 2 * pages.length
  for (const [page, text] of pages.entries()) {
    objects.push(
      Buffer.from(
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${4 + 2 * page} 0 R /Resources << /Font << /F1 ${font} 0 R >> >> >>`,
      ),
    )
    const lines = typeof text === 'string' ? text.split('\n') : []
    const drawing =
      typeof text === 'string'
        ? Buffer.from(
            `BT /F1 11 Tf 14 TL 50 740 Td ${lines.map((line) => `(${line.replace(/([()\\])/g, '\\$1')}) Tj T*`).join(' ')} ET`,
            'latin1',
          )
        : text
    const content = Array.from({ length: packed }).reduce<Buffer>((bytes) => deflateSync(bytes), drawing)
    objects.push(
      Buffer.concat([
        Buffer.from(
          `<< /Length ${content.length}${packed > 0 ? ` /Filter [${'/FlateDecode '.repeat(packed)}]` : ''} >>\nstream\n`,
        ),
        content,
        Buffer.from('\nendstream'),
      ]),
    )
  }
  objects.push(Buffer.from(HELVETICA))
  return pdfFileOf(objects)
}

const HELVETICA = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'

/** A tagged PDF of a page with a table; its cells are 100 points wide. */
export function pdfTableOf(rows: readonly (readonly string[])[], { isOfChromium = false } = {}): Buffer {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R /MarkInfo << /Marked true >> /StructTreeRoot 6 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /StructParents 0 /Resources << /Font << /F1 5 0 R >> >> >>',
    '',
    HELVETICA,
    '<< /Type /StructTreeRoot /K 7 0 R /ParentTree << /Nums [0 8 0 R] >> >>',
    `<< /S /Table /P 6 0 R /K [${rows.map((_, row) => `${9 + row} 0 R`).join(' ')}] >>`,
    '',
  ]
  const cells = rows.flatMap((row, index) => row.map((text, column) => ({ text, index, column })))
  const first = 9 + rows.length
  let content = ''
  let count = 0
  for (const [index] of rows.entries()) {
    const isTagged = ({ text }: { readonly text: string }) => text !== '' || !isOfChromium
    const own = cells.flatMap((cell, at) => (cell.index === index && isTagged(cell) ? [`${first + at} 0 R`] : []))
    objects.push(`<< /S /TR /P 7 0 R /K [${own.join(' ')}] >>`)
  }
  const marked: string[] = []
  for (const [at, { text, index, column }] of cells.entries()) {
    const place = `${50 + column * 100} ${700 - index * 20}`
    if (text !== '') {
      content += `/TD << /MCID ${count} >> BDC BT /F1 11 Tf ${place} Td (${text}) Tj ET EMC\n`
      marked.push(`${first + at} 0 R`)
    }
    objects.push(`<< /S /TD /P ${9 + index} 0 R /Pg 3 0 R /K ${text === '' ? '[]' : count++} >>`)
  }
  objects[3] = `<< /Length ${content.length} >>\nstream\n${content}\nendstream`
  objects[7] = `[${marked.join(' ')}]`
  return pdfFileOf(objects.map((object) => Buffer.from(object, 'latin1')))
}

export function pdfFileOf(objects: readonly Buffer[]): Buffer {
  const chunks: Buffer[] = [Buffer.from('%PDF-1.4\n')]
  const offsets: number[] = []
  let size = 9
  for (const [index, object] of objects.entries()) {
    offsets.push(size)
    const whole = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), object, Buffer.from('\nendobj\n')])
    chunks.push(whole)
    size += whole.length
  }
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  chunks.push(
    Buffer.from(
      `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer << /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${size}\n%%EOF`,
    ),
  )
  return Buffer.concat(chunks)
}

/** A PowerPoint deck with these slides; `order`: as they are shown, by number. */
export function pptxOf(slides: readonly (readonly string[])[], order = slides.map((_, index) => index + 1)): Buffer {
  const paragraph = (text: string) => `<a:p><a:r><a:t>${text}</a:t></a:r></a:p>`
  const files: Record<string, string> = {
    '[Content_Types].xml': '<Types/>',
    'ppt/presentation.xml': `<p:presentation xmlns:p="p" xmlns:r="r"><p:sldIdLst>${order.map((slide) => `<p:sldId id="${255 + slide}" r:id="rId${slide}"/>`).join('')}</p:sldIdLst></p:presentation>`,
    'ppt/_rels/presentation.xml.rels': `<Relationships>${order.map((slide) => `<Relationship Id="rId${slide}" Target="slides/slide${slide}.xml"/>`).join('')}</Relationships>`,
  }
  for (const [index, lines] of slides.entries())
    files[`ppt/slides/slide${index + 1}.xml`] =
      `<p:sld xmlns:p="p" xmlns:a="a"><p:txBody>${lines.map(paragraph).join('')}</p:txBody></p:sld>`
  return zipOf(files)
}

const pngChunk = (type: string, data: Buffer): Buffer => {
  const named = Buffer.concat([Buffer.from(type), data])
  const whole = Buffer.alloc(named.length + 8)
  whole.writeUInt32BE(data.length, 0)
  named.copy(whole, 4)
  whole.writeUInt32BE(crc32(named), named.length + 4)
  return whole
}

/** A PNG with these pixels, packed; `kind`: bits a sample, and type of colour. */
function pngWith(width: number, height: number, kind: readonly [number, number], pixels: Buffer, interlaced = false) {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([...kind, 0, 0, interlaced ? 1 : 0], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    pngChunk('IHDR', head),
    pngChunk('IDAT', pixels),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

/** A whole black PNG of one bit a pixel. */
export const pngOf = (width: number, height: number): Buffer =>
  pngWith(width, height, [1, 0], deflateSync(Buffer.alloc(height * (1 + Math.ceil(width / 8)))))

/** A PNG that says it is of this size, with no pixel in it. */
export const emptyPng = (width: number, height: number): Buffer => pngWith(width, height, [1, 0], Buffer.alloc(0))

/** The passes of an interlaced PNG: where each begins, and its steps. */
const ADAM7 = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const

/** A whole black PNG of 8 bytes a pixel. An interlaced one cannot be decoded without all of it in memory. */
export function blackPng(width: number, height: number, { interlaced = false } = {}): Buffer {
  const rows = (wide: number, high: number) => high * (1 + 8 * wide)
  const size = interlaced
    ? ADAM7.reduce((sum, [x, y, dx, dy]) => sum + rows(Math.ceil((width - x) / dx), Math.ceil((height - y) / dy)), 0)
    : rows(width, height)
  return pngWith(width, height, [16, 6], deflateSync(Buffer.alloc(size), { level: 1 }), interlaced)
}
