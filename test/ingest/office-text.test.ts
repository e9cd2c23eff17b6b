import { describe, expect, it } from 'vitest'
import { readMarks } from '../../src/ingest/documents/cell-marks.js'
import { docxText } from '../../src/ingest/documents/docx.js'
import { withDirections } from '../../src/ingest/documents/pdf/direction.js'
import type { PdfItem } from '../../src/ingest/documents/pdf/item.js'
import { pdfLines } from '../../src/ingest/documents/pdf/lines.js'
import { paragraphsOf } from '../../src/ingest/documents/pdf/paragraphs.js'
import { pdfText } from '../../src/ingest/documents/pdf/pdf.js'
import { pptxText } from '../../src/ingest/documents/pptx.js'
import { docxTableOf, pdfOf, pdfTableOf, pptxTableOf, zipOf } from '../support/made-files.js'

const docx = (runs: string): string =>
  docxText(
    zipOf({ 'word/document.xml': `<w:document xmlns:w="w"><w:body><w:p>${runs}</w:p></w:body></w:document>` }),
    'a.docx',
  )
const run = (text: string, properties = ''): string => `<w:r><w:rPr>${properties}</w:rPr><w:t>${text}</w:t></w:r>`

const slide = (runs: string, attributes = ''): string =>
  `<p:sld xmlns:p="p" xmlns:a="a"${attributes}><a:p>${runs}</a:p></p:sld>`
const deck = (...slides: string[]): string =>
  pptxText(zipOf(Object.fromEntries(slides.map((xml, index) => [`ppt/slides/slide${index + 1}.xml`, xml]))), 'a.pptx')
const placeholder = (type: string, text: string): string =>
  `<p:sp><p:nvSpPr><p:nvPr><p:ph type="${type}"/></p:nvPr></p:nvSpPr><p:txBody><a:p>${piece(text)}</a:p></p:txBody></p:sp>`
const piece = (text: string, properties = ''): string => `<a:r><a:rPr${properties}/><a:t>${text}</a:t></a:r>`

describe('a Word document is read as it is seen', () => {
  const raised = '<w:vertAlign w:val="superscript"/>'
  it.each([
    ['hidden text', run('Now €349') + run(' internal: €200', '<w:vanish/>'), 'Now €349'],
    ['text that is not hidden after all', run('Now') + run(' €349', '<w:vanish w:val="0"/>'), 'Now €349'],
    ['a struck price', run('€499 ', '<w:strike/>') + run('€349'), '~~€499~~ €349'],
    ['one struck twice', run('MRP ') + run('₹24,999', '<w:dstrike/>') + run('₹14,499'), 'MRP ~~₹24,999~~ ₹14,499'],
    [
      'one struck in two pieces',
      run('Was ') + run('€4', '<w:strike/>') + run('99', '<w:strike/>') + run(', now €349'),
      'Was ~~€499~~, now €349',
    ],
    ['one that is hidden', run('Was ') + run('€499', '<w:strike/><w:vanish/>'), 'Was'],
    ['a struck word', run('We do ') + run('not ', '<w:strike/>') + run('deliver'), 'We do deliver'],
    ['a mark of a paragraph that is struck', `<w:pPr><w:rPr><w:strike/></w:rPr></w:pPr>${run('€349')}`, '€349'],
    ['moved text', `<w:moveFrom>${run('Froths. ')}</w:moveFrom><w:moveTo>${run('Froths.')}</w:moveTo>`, 'Froths.'],
    ['cents', run('€39') + run('99', raised) + run(' a month'), '€39.99 a month'],
    [
      'cents before their currency, in two runs',
      run('39') + run('9', raised) + run('9', raised) + run(' €'),
      '39.99 €',
    ],
    ['a power', run('10') + run('6', raised) + run(' cells'), '10⁶ cells'],
    ['a note', run('€39.99') + run('1', raised), '€39.99¹'],
    ['a hyphen that keeps words together', `${run('Soft')}<w:r><w:noBreakHyphen/></w:r>${run('touch')}`, 'Soft-touch'],
    ['a place for a hyphen', `${run('Water')}<w:r><w:softHyphen/></w:r>${run('proof')}`, 'Waterproof'],
    [
      'ticks and crosses of a font of symbols',
      `${run('Pro ')}<w:r><w:sym w:font="Wingdings" w:char="F0FC"/></w:r>${run(', Solo ')}<w:r><w:sym w:font="Wingdings 2" w:char="F04F"/></w:r>`,
      'Pro ✓, Solo ✗',
    ],
    ['one that is written as a letter', run('ü', '<w:rFonts w:ascii="Wingdings"/>') + run(' für alle'), '✓ für alle'],
    [
      'one that is struck',
      `${run('Pro')}<w:r><w:rPr><w:strike/></w:rPr><w:sym w:font="Wingdings" w:char="F0FC"/></w:r>`,
      'Pro',
    ],
    ['an ordinal', run('the 1') + run('st', raised), 'the 1st'],
  ])('%s', (_, runs, seen) => {
    expect(docx(runs)).toBe(seen)
  })
})

it('the notes of a Word document stand behind its text, by their numbers in it', () => {
  const note = (id: number, text: string, kind = 'foot', type = '') =>
    `<w:${kind}note ${type}w:id="${id}"><w:p><w:r><w:${kind}noteRef/></w:r>${run(text)}</w:p></w:${kind}note>`
  const mark = (id: number, kind = 'foot') => `<w:r><w:${kind}noteReference w:id="${id}"/></w:r>`
  const body = `<w:p>${run('Kept by 9 of 10')}${mark(2)}${run(', all in')}${mark(5, 'end')}${run('.')}</w:p>`
  const bytes = zipOf({
    'word/document.xml': `<w:document xmlns:w="w"><w:body>${body}</w:body></w:document>`,
    'word/footnotes.xml': `<w:footnotes>${note(0, 'x', 'foot', 'w:type="separator" ')}${note(2, 'Own survey.')}${note(3, 'Gone.')}</w:footnotes>`,
    'word/endnotes.xml': `<w:endnotes>${note(5, 'Until March.', 'end')}</w:endnotes>`,
  })
  expect(docxText(bytes, 'a.docx')).toBe('Kept by 9 of 10¹, all in².\n\n¹ Own survey.\n\n² Until March.')
})

describe('styles of a Word document', () => {
  const styled = (paragraph: string, styles: string): string =>
    docxText(
      zipOf({
        'word/document.xml': `<w:document xmlns:w="w"><w:body>${paragraph}</w:body></w:document>`,
        'word/styles.xml': `<w:styles xmlns:w="w">${styles}</w:styles>`,
      }),
      'a.docx',
    )
  const style = (id: string, inside: string) => `<w:style w:type="character" w:styleId="${id}">${inside}</w:style>`
  const hidden = style('Internal', '<w:rPr><w:vanish/></w:rPr>')
  it.each([
    [
      'hide a run',
      `<w:p>${run('Now €349')}${run(' internal: €200', '<w:rStyle w:val="Internal"/>')}</w:p>`,
      'Now €349',
    ],
    [
      'hide a paragraph',
      `<w:p>${run('Now €349')}</w:p><w:p><w:pPr><w:pStyle w:val="Internal"/></w:pPr>${run('€200')}</w:p><w:p>${run('New')}</w:p>`,
      'Now €349\n\nNew',
    ],
    ['hide by the one below', `<w:p>${run('Now €349')}${run('€200', '<w:rStyle w:val="Note"/>')}</w:p>`, 'Now €349'],
    [
      'hide nothing that is shown all the same',
      `<w:p>${run('Now €349', '<w:rStyle w:val="Internal"/><w:vanish w:val="0"/>')}</w:p>`,
      'Now €349',
    ],
  ])('%s', (_, paragraph, seen) => {
    expect(styled(paragraph, `${hidden}${style('Note', '<w:basedOn w:val="Internal"/>')}`)).toBe(seen)
  })
})

describe('merged cells of', () => {
  it('a Word document stand in each of their columns and rows', () => {
    const cell = (text: string, properties = '') => `<w:tc><w:tcPr>${properties}</w:tcPr><w:p>${run(text)}</w:p></w:tc>`
    const row = (...cells: string[]) => `<w:tr>${cells.join('')}</w:tr>`
    const table = [
      row(cell('All plans', '<w:gridSpan w:val="3"/>')),
      row(cell(''), cell('Free'), cell('Pro')),
      row(cell('Export'), cell('✓', '<w:gridSpan w:val="2"/>')),
      row(cell('Seats', '<w:vMerge w:val="restart"/>'), cell('1'), cell('5')),
      row(cell('', '<w:vMerge/>'), cell('2'), cell('20')),
    ]
    const xml = `<w:document xmlns:w="w"><w:body><w:tbl>${table.join('')}</w:tbl></w:body></w:document>`
    expect(docxText(zipOf({ 'word/document.xml': xml }), 'a.docx', 'rows')).toBe(
      'All plans\n– · Free · Pro\nExport · ✓ · ✓\nSeats · 1 · 5\nSeats · 2 · 20',
    )
  })

  it('a deck, too', () => {
    const cell = (text: string, attributes = '') => `<a:tc${attributes}><a:p>${piece(text)}</a:p></a:tc>`
    const row = (...cells: string[]) => `<a:tr>${cells.join('')}</a:tr>`
    const table = [
      row(cell('Export', ' rowSpan="2"'), cell('✓', ' gridSpan="2"'), cell('', ' hMerge="1"')),
      row(cell('', ' vMerge="1"'), cell('CSV'), cell('PDF')),
    ]
    expect(deck(slide(`</a:p><a:tbl>${table.join('')}</a:tbl><a:p>`))).toBe('Export · ✓ · ✓\nExport · CSV · PDF')
  })
})

describe('a deck is read as it is shown', () => {
  it.each([
    [
      'a hidden slide',
      deck(slide(piece('One')), slide(piece('Two'), ' show="0"'), slide(piece('Three'), ' show="1"')),
      'One\n\nThree',
    ],
    [
      'a struck price',
      deck(slide(piece('€499 ', ' strike="sngStrike"') + piece('€349', ' strike="noStrike"'))),
      '~~€499~~ €349',
    ],
    [
      'one behind its label',
      deck(slide(piece('€349 statt ') + piece('€499', ' strike="sngStrike"'))),
      '€349 statt ~~€499~~',
    ],
    ['cents', deck(slide(piece('€39') + piece('99', ' baseline="30000"') + piece(' a month'))), '€39.99 a month'],
    [
      'number, footer and date of a slide',
      deck(
        slide(
          `${piece('Now €349')}</a:p>${placeholder('sldNum', '1')}${placeholder('ftr', 'Confidential – Agentur Rot')}${placeholder('dt', '4 March 2026')}${placeholder('body', 'For two')}<a:p>`,
        ),
      ),
      'Now €349\nFor two',
    ],
    [
      'the number of a slide in a text',
      deck(slide(`${piece('Now €349')}<a:fld type="slidenum"><a:t>7</a:t></a:fld>`)),
      'Now €349',
    ],
    ['lowered figures', deck(slide(piece('CO') + piece('2', ' baseline="-25000"'))), 'CO2'],
  ])('%s', (_, text, seen) => {
    expect(text).toBe(seen)
  })

  it('without what lies outside its slides, but with what turns, moves or stands in a group on them', () => {
    const box = (text: string, [x, y]: readonly [number, number], rest = '') =>
      `<p:sp><p:spPr><a:xfrm${rest}><a:off x="${x}" y="${y}"/><a:ext cx="90" cy="40"/></a:xfrm></p:spPr><p:txBody><a:p>${piece(text)}</a:p></p:txBody></p:sp>`
    const group = `<p:grpSp><p:grpSpPr><a:xfrm><a:off x="10" y="10"/><a:ext cx="80" cy="80"/><a:chOff x="5000" y="0"/><a:chExt cx="800" cy="800"/></a:xfrm></p:grpSpPr>${box('G', [5100, 10])}${box('H', [9000, 10])}</p:grpSp>`
    const size = (shapes: string, rest = '') =>
      pptxText(
        zipOf({
          'ppt/presentation.xml': '<p:presentation xmlns:p="p"><p:sldSz cx="200" cy="100"/></p:presentation>',
          'ppt/slides/slide1.xml': `<p:sld xmlns:p="p" xmlns:a="a">${shapes}${rest}</p:sld>`,
        }),
        'a.pptx',
      )
    const shapes = `${box('A', [-20, 0])}${box('B', [-90, 0])}${box('C', [200, 0])}${box('D', [0, 100])}${box('E', [0, 99])}${box('F', [0, -60], ' rot="5400000"')}${group}`
    expect(size(shapes)).toBe('A\nE\nF\nG')
    expect(size(shapes, '<p:timing><p:animMotion/></p:timing>')).toBe('A\nB\nC\nD\nE\nF\nG\nH')
  })

  it('with its SmartArt where it stands, in the order in which it is drawn', () => {
    const frame =
      '<p:graphicFrame><a:graphicData><dgm:relIds r:dm="rId2" r:lo="rId3"/></a:graphicData></p:graphicFrame>'
    const point = (id: string, runs: string, type = 'node') =>
      `<dgm:pt modelId="${id}" type="${type}"><dgm:prSet/><dgm:t><a:bodyPr/><a:p>${runs}</a:p></dgm:t></dgm:pt>`
    const below = (from: string, to: string, order: number) =>
      `<dgm:cxn modelId="c${to}" srcId="${from}" destId="${to}" srcOrd="${order}" destOrd="0"/>`
    const shown = '<dgm:cxn modelId="9" type="presOf" srcId="D" destId="P"/>'
    const data = (connections: string) =>
      `<dgm:dataModel xmlns:dgm="d"><dgm:ptLst><dgm:pt modelId="P" type="pres"/>${point('B', piece('Froth'))}${point('A', piece('€9', ' strike="sngStrike"') + piece(' €7'))}${point('C', piece('Pour'))}${point('D', '', 'doc')}</dgm:ptLst><dgm:cxnLst>${connections}</dgm:cxnLst></dgm:dataModel>`
    const smart = (xml: string) =>
      pptxText(
        zipOf({
          'ppt/slides/slide1.xml': `<p:sld xmlns:p="p" xmlns:a="a"><a:p>${piece('How')}</a:p>${frame}<a:p>${piece('Now')}</a:p></p:sld>`,
          'ppt/slides/_rels/slide1.xml.rels':
            '<Relationships><Relationship Id="rId2" Target="../diagrams/data1.xml"/></Relationships>',
          'ppt/diagrams/data1.xml': xml,
        }),
        'a.pptx',
      )
    const tree = below('D', 'A', 0) + below('D', 'C', 1) + below('A', 'B', 0) + shown
    expect(smart(data(tree))).toBe('How\n~~€9~~ €7\nFroth\nPour\nNow')
    expect(smart(data(below('A', 'B', 0) + below('B', 'A', 0)))).toBe('How\nFroth\n~~€9~~ €7\nPour\nNow')
  })

  it('one of hidden slides only is refused', () => {
    expect(() => deck(slide(piece('One'), ' show="0"'))).toThrow(/has slides without text/)
  })
})

it('tables keep empty cells in their columns, and no column that is empty in all rows', () => {
  const rows = [
    ['', '', 'Free', 'Pro €12', 'Business €39'],
    ['Export', '', '', '', '✓'],
    ['', '', '', '', ''],
    ['Seats', '', '1', '–', '20'],
  ]
  const lines = '– · Free · Pro €12 · Business €39\nExport · – · – · ✓\nSeats · 1 · – · 20'
  expect(docxText(docxTableOf(rows), 'a.docx', 'rows')).toBe(`Prices\n\n${lines}\n\nNo card needed.`)
  expect(pptxText(pptxTableOf(rows), 'a.pptx')).toBe(`Prices\n${lines}`)
})

describe('a PDF is read as it is seen', () => {
  const at = (x: number, y: number, text: string): string => `BT /F1 11 Tf ${x} ${y} Td (${text}) Tj ET\n`
  const side = (left: readonly string[], right: readonly string[]): string =>
    left.map((text, row) => at(50, 700 - row * 14, text) + at(320, 700 - row * 14, right[row] ?? '')).join('')
  const read = (...pages: string[]): Promise<string> =>
    pdfText(pdfOf(pages.map((page) => Buffer.from(page, 'latin1'))), 'a.pdf')

  it('without what stands at the same place on every page, but with a price that does', async () => {
    const page = (number: number, lines: string) =>
      at(50, 760, 'Confidential') + at(400, 760, 'All beds from 900 euros') + lines + at(280, 40, `Page ${number} of 2`)
    const first = at(50, 700, 'A bed for life, made of oak') + at(50, 686, 'Made for you by hand')
    const second = at(50, 700, 'Comes in twenty days') + at(50, 686, 'Mended for ten years')
    expect(await read(page(1, first), page(2, second))).toBe(
      'Confidential All beds from 900 euros\n\nA bed for life, made of oak\nMade for you by hand\n\nComes in twenty days\nMended for ten years',
    )
    const numbered = [first + at(280, 40, 'Page 1 of 2'), second + at(280, 40, 'Page 2 of 2')]
    expect(await read(...numbered)).not.toContain('Page')
    expect(await read(first + at(280, 40, 'Page 1 of 1'))).not.toContain('Page')
    const header = (number: number) => at(50, 760, 'Confidential') + at(500, 40, `${number}`)
    const third = at(50, 700, 'Ordered by nine of ten who slept in one') + at(50, 660, 'Open on Sundays')
    const covered = await read(first, header(2) + second, header(3) + third)
    expect(covered.match(/Confidential|^\d$/gm)).toEqual(['Confidential'])
    const footed = (number: number, y: number) => at(400, y, `${number} / 3 · Confidential`)
    expect(await read(first + footed(1, 34), second + footed(2, 40), third + footed(3, 40))).not.toContain('/ 3')
  })

  it('column by column, where two are drawn row by row', async () => {
    const left = [
      'We make beds of oak, and',
      'we make them to last for',
      'as long as you live in a bed-',
      'room of your own.',
    ]
    const right = [
      'Every bed has money-',
      'back for ten years, if it',
      'creaks; or we come and',
      'mend it at your home.',
    ]
    expect(await read(at(50, 730, 'A bed for life') + side(left, right) + at(50, 600, 'Order now'))).toBe(
      'A bed for life\n\nWe make beds of oak, and we make them to last for as long as you live in a bedroom of your own.\n\nEvery bed has money-back for ten years, if it creaks; or we come and mend it at your home.\n\nOrder now',
    )
  })

  it('row by row, where they are a table', async () => {
    const left = [
      'Basic plan for one person',
      'Pro plan for small teams',
      'Business plan for offices',
      'Large plan for firms',
    ]
    const right = ['from 9 euros a month', 'from 19 euros a month', 'from 49 euros a month', 'ask us for the price']
    expect((await read(side(left, right))).split('\n')[1]).toBe('Pro plan for small teams from 19 euros a month')
  })

  const below = (x: number, y: number, lines: readonly string[], step = 14): string =>
    lines.map((text, row) => at(x, y - row * step, text)).join('')

  it('with the lines of a paragraph joined, however narrow it is', async () => {
    const narrow = [
      'We do not say that Hush is the',
      'best kettle in the world. In',
      'Berlin a whole litre is boiled in',
      '90 seconds.',
    ]
    expect(await read(below(50, 700, narrow))).toBe(narrow.join(' '))
    const long = 'A lock that nobody could cut within ten minutes in all the tests of'
    expect(await read(below(50, 700, [long, 'Amsterdam and its police.']))).toBe(`${long} Amsterdam and its police.`)
  })

  it('with entries, prices and labels on lines of their own', async () => {
    const card = ['Team', '49 euros a month', 'For up to five people', 'Cancel any month']
    expect(await read(below(50, 700, card))).toBe(card.join('\n'))
    const entries = ['- Reads every language of the', 'European Union', '- No contract', 'Price: 9 euros']
    expect(await read(below(50, 700, entries))).toBe(
      '- Reads every language of the\nEuropean Union\n- No contract\nPrice: 9 euros',
    )
    const apart =
      at(50, 700, 'Nobody has to pay for a repair') + at(50, 680, 'before 2034') + at(50, 666, 'or after it')
    expect(await read(apart)).toBe('Nobody has to pay for a repair\nbefore 2034\nor after it')
  })

  it('column by column, where three are drawn one after the other, and a text goes on in the next', async () => {
    const first = ['Most kettles scream at', 'eighty decibels, but this', 'one is no louder than the']
    const second = ['rain on your window when', 'it falls at night. It has a', 'double wall with nothing']
    const third = ['between, so the handle', 'never burns a child.']
    const columns = below(50, 700, first) + below(230, 700, second) + below(410, 700, third)
    expect(await read(at(50, 740, 'The quiet kettle') + columns)).toBe(
      `The quiet kettle\n\n${[...first, ...second, ...third].join(' ')}`,
    )
  })

  it('from above, where a box at the side is drawn first', async () => {
    const box = below(400, 640, ['590 euros', 'Until Sunday'])
    const text =
      at(50, 720, 'The desk that stands up') + at(50, 690, 'Without a motor.') + at(50, 600, 'Ten years long.')
    expect(await read(box + text)).toBe(
      'The desk that stands up\n\nWithout a motor.\n\n590 euros\nUntil Sunday\n\nTen years long.',
    )
  })

  it('without what browsers print above and below it, also on a page alone', async () => {
    const printed = (page: string) =>
      [
        at(24, 775, '11/28/26, 5:47 AM'),
        at(260, 775, 'Pebble'),
        at(24, 16, 'file:///tmp/pebble.html'),
        at(560, 16, page),
      ].join('')
    const own = at(50, 700, 'Habits without streaks for 3 euros')
    expect(await read(own + printed('1/1'))).toBe('Habits without streaks for 3 euros')
    const page = (text: string) => at(50, 740, 'Strictly confidential') + at(50, 700, text)
    const both = [
      page('Habits without streaks') + printed('1/2'),
      page('No streaks at all, for 3 euros a month') + printed('2/2'),
    ]
    expect(await read(...both)).not.toMatch(/confidential|file:|AM|\d\/2/)
    expect(await read(own + at(24, 16, 'https://pebble.example/start'))).toContain('https://pebble.example/start')
  })

  it('without running headers that are tagged so, but with a price in one', async () => {
    const tagged = (text: string) => `/Artifact BMC ${text}EMC\n`
    const header = tagged(at(50, 770, 'Draft of May')) + tagged(at(50, 30, 'Only 9 euros until May'))
    expect(await read(header + at(50, 700, 'Habits without streaks'))).toBe(
      'Habits without streaks\n\nOnly 9 euros until May',
    )
  })

  it('with struck prices as struck, and with what a rule is drawn below or past', async () => {
    const line = (x: number, y: number, width: number) => `${x} ${y} ${width} 0.8 re f\n`
    expect(await read(at(50, 700, 'Now 590 720 euros, brought to your home') + line(95, 703, 19))).toBe(
      'Now 590 ~~720~~ euros, brought to your home',
    )
    expect(await read(at(50, 700, 'Was 720 euros, now 590 euros a table for your home') + line(77, 703, 54))).toBe(
      'Was ~~720 euros,~~ now 590 euros a table for your home',
    )
    expect(await read(at(50, 700, 'Was cheaper now 590 euros a table for your home') + line(77, 703, 46))).toBe(
      'Was now 590 euros a table for your home',
    )
    const stroke = '1 w 50 689.5 m 99 689.5 l S\n'
    expect(await read(at(50, 686, '720 euros') + stroke + at(50, 660, 'Now 590 euros for a desk of oak wood'))).toBe(
      '~~720 euros~~\n\nNow 590 euros for a desk of oak wood',
    )
    const kept =
      at(200, 700, 'Our promise to you') +
      line(50, 703, 500) +
      at(50, 660, 'Ten years of warranty') +
      line(50, 658, 108)
    expect(await read(kept)).toBe('Our promise to you\n\nTen years of warranty')
  })

  /** Text pieces beside each other, each of a size and raised by as much; widths are those of Helvetica. */
  const beside = (
    y: number,
    ...pieces: readonly (readonly [text: string, size: number, rise?: number, by?: number])[]
  ) => {
    let x = 50
    let drawn = ''
    for (const [text, size, rise = 0, by = 0] of pieces) {
      drawn += `BT /F1 ${size} Tf ${x + by} ${y + rise} Td (${text}) Tj ET\n`
      const width = [...text].reduce((sum, letter) => sum + (WIDTHS.get(letter) ?? 556), 0)
      x += by + (width * size) / 1000
    }
    return drawn
  }
  const WIDTHS = new Map(
    [
      ['. ,ft', 278],
      ['il', 222],
      ['kcsyJ', 500],
      ['A', 667],
      ['NwCUR', 722],
      ['O', 778],
      ['m', 833],
      ['E', 667],
    ].flatMap(([letters, width]) => [...String(letters)].map((letter) => [letter, Number(width)] as const)),
  )
  const filler = at(50, 40, 'A filler that makes a page of it')

  it.each([
    [
      'cents',
      [
        ['Now $4', 40],
        ['99', 20, 14],
        [' a pound', 12],
      ],
      'Now $4.99 a pound',
    ],
    [
      'cents above the line',
      [
        ['Now $4', 60],
        ['99', 16, 28],
      ],
      'Now $4.99',
    ],
    [
      'small cents on the line',
      [
        ['Now $4', 40],
        ['99', 20],
      ],
      'Now $4.99',
    ],
    [
      'cents, their sign raised',
      [
        ['$', 16, 28],
        ['4', 60],
        ['99', 16, 28],
      ],
      '$4.99',
    ],
    [
      'cents before their currency',
      [
        ['Now 4', 40],
        ['99', 20, 14],
        [' EUR', 12],
      ],
      'Now 4.99 EUR',
    ],
    [
      'a note at a number',
      [
        ['at most 4', 12],
        ['1', 7, 5],
        [' a day', 12],
      ],
      'at most 4¹ a day',
    ],
    [
      'a note at a word',
      [
        ['at home', 12],
        ['2', 7, 5],
        [' a day', 12],
      ],
      'at home² a day',
    ],
    [
      'a note below',
      [
        ['1', 7, 4],
        ['a household', 9, 0, 2],
      ],
      '¹ a household',
    ],
    [
      'a power',
      [
        ['30 m', 12],
        ['2', 8, 4],
        [' of oak', 12],
      ],
      '30 m² of oak',
    ],
    [
      'what is lowered',
      [
        ['No CO', 12],
        ['2', 8, -3],
        [' at all', 12],
      ],
      'No CO2 at all',
    ],
    [
      'a smaller number behind a price',
      [
        ['Now $1,490', 24],
        ['24 hours', 12, 4, 7],
      ],
      'Now $1,490 24 hours',
    ],
    [
      'a smaller number far from a price',
      [
        ['Now $49', 24],
        ['12', 12, 0, 12],
      ],
      'Now $49 12',
    ],
  ] as const)('with raised figures as what they are: %s', async (_, pieces, said) => {
    expect(await read(beside(700, ...pieces) + filler)).toBe(`${said}\n\nA filler that makes a page of it`)
  })

  it('with the raised cents of a price that is struck', async () => {
    const price = beside(700, ['Now', 12], ['$4', 40, 0, 6], ['99', 20, 14], ['$3 a pound', 12, 0, 6])
    expect(await read(`${price}78 710 65 2 re f\n${filler}`)).toMatch(/^Now ~~\$4\.99~~ \$3 a pound\n/)
  })

  it('with figures of different sizes that only the matrix of the text tells apart', async () => {
    const part = (x: number, y: number, size: number, text: string) => `${size} 0 0 ${size} ${x} ${y} Tm (${text}) Tj `
    const price = `BT /F1 1 Tf ${part(50, 700, 40, '$4')}${part(94.5, 708.5, 28, '99')}${part(125.6, 700, 12, ' a pound')}ET\n`
    expect(await read(price + filler)).toMatch(/^\$4\.99 a pound\n/)
  })

  it.each([
    ['by a setting', '6 Tc /F1 24 Tf (SUMMER AVATAR 2026) Tj', 'SUMMER AVATAR 2026'],
    ['far', '30 Tc /F1 24 Tf (SUMMER SALE) Tj', 'SUMMER SALE'],
    ['a letter each', '/F1 24 Tf (S) Tj 22 0 Td (A) Tj 22 0 Td (L) Tj 19 0 Td (E) Tj', 'SALE'],
    ['without spaces', '/F1 24 Tf [(A)-300(L)-300(L)-950(N)-300(E)-300(W)] TJ', 'ALL NEW'],
    ['in two colours', '6 Tc /F1 24 Tf (RED) Tj ET BT 118.7 700 Td (WOOD) Tj', 'REDWOOD'],
    ['nearer in a pair', '/F1 24 Tf [(E)-400(A)-400(R)-400(L)-240(Y)-1100(B)-400(O)-400(X)] TJ', 'EARLY BOX'],
    ['with a price', '5 Tc /F1 24 Tf ($38 a day) Tj', '$38 a day'],
    ['not letters with spaces', '/F1 24 Tf (A B C D E) Tj', 'A B C D E'],
    ['not figures of columns', '/F1 12 Tf (1) Tj 12 0 Td (2) Tj 12 0 Td (3) Tj 12 0 Td (4) Tj', '1 2 3 4'],
    ['not words', '/F1 12 Tf [(We)-333(make)-333(be)20(ds)] TJ', 'We make beds'],
  ])('with words in one whose letters are drawn apart: %s', async (_, drawing, said) => {
    expect(await read(`BT 50 700 Td ${drawing} ET\n0 Tc\n${filler}`)).toBe(
      `${said}\n\nA filler that makes a page of it`,
    )
  })

  const grid = (rows: readonly (readonly string[])[], left = 50): string =>
    rows.map((row, y) => row.map((text, x) => (text ? at(left + x * 120, 700 - y * 18, text) : '')).join('')).join('')

  it('with dashes in the empty cells of a table', async () => {
    const rows = [
      ['', 'Free', 'Pro', 'Business'],
      ['Export', '', '', 'yes'],
      ['Seats', '1', '', '20'],
      ['Support', '', 'mail', 'phone'],
      ['Price', '0 euros', '12 euros', '39 euros'],
    ]
    const lines =
      '– Free Pro Business\nExport – – yes\nSeats 1 – 20\nSupport – mail phone\nPrice 0 euros 12 euros 39 euros'
    expect(await read(grid(rows))).toBe(lines)
    expect(await pdfText(pdfTableOf(rows), 'a.pdf')).toBe(lines)
    const two = [['Wi-Fi in all rooms', 'yes'], ['Sauna'], ['Towels of linen', 'yes']].map((row) => [
      row[0] ?? '',
      row[1] ?? '',
    ])
    expect(await pdfText(pdfTableOf(two), 'a.pdf')).toBe('Wi-Fi in all rooms yes\nSauna –\nTowels of linen yes')
    // Chromium writes no tags for empty cells.
    expect(await pdfText(pdfTableOf(rows, { isOfChromium: true }), 'a.pdf')).toBe(lines)
    const last = [
      ['Model', 'Price', 'Grant'],
      ['K3', '2,900', '500'],
      ['K5', '3,900', ''],
      ['K7', '4,900', ''],
    ]
    expect(await pdfText(pdfTableOf(last, { isOfChromium: true }), 'a.pdf')).toBe(
      'Model Price Grant\nK3 2,900 500\nK5 3,900 –\nK7 4,900 –',
    )
    const headed = [
      ['Model', 'Noise', 'Grant', 'Price'],
      ['K3', '35 dB', '', '2,900'],
      ['K5', '38 dB', '', '3,900'],
    ]
    expect(await read(grid(headed))).toBe('Model Noise Grant Price\nK3 35 dB – 2,900\nK5 38 dB – 3,900')
    // A tick that is drawn, not written.
    const ticked = await read(`${grid(rows)}172 682 8 8 re f\n`)
    expect(ticked).toContain('\nExport yes\nSeats 1 – 20\n')
  })

  it('without dashes in columns of text that end sooner', async () => {
    const columns = [
      ['Most kettles scream', 'It has a double wall', 'It never burns you,'],
      ['at eighty decibels,', 'and nothing is in', 'so a child may use it'],
      ['but not this one.', '', 'when nobody looks.'],
      ['', 'between.', 'We mend it at home.'],
    ]
    expect(await read(grid(columns))).not.toContain('–')
  })

  it('with a dash before an entry whose bullet is drawn', async () => {
    const entry = (y: number, text: string) => `40 ${y + 2} 4 4 re f\n${at(54, y, text)}`
    expect(await read(entry(700, 'Ten years of warranty') + entry(686, 'made of oak'))).toBe(
      '- Ten years of warranty\n- made of oak',
    )
  })

  it('from the right, where it is written so', () => {
    const item = (str: string, x: number, width: number, isRightToLeft = true): PdfItem => ({
      ...{ str, x, y: 700, width, fontSize: 12, font: 'F1', hasEOL: false, isRightToLeft, isMirrored: true },
      ...{ block: null, stretch: null, isArtifact: false, isListItem: false, isStruck: false },
    })
    const items = [
      item('שני', 80, 16),
      item('₪', 60, 9, false),
      item('39-', 40, 16, false),
      item('ב', 33, 7),
      item('אחד', 10, 20),
    ]
    expect(paragraphsOf(pdfLines([{ items, shapes: [], height: 800 }]))).toBe('אחד ב-39 ₪ שני')
  })

  describe('line by line from the right', () => {
    const drawn = (y: number, ...words: readonly (readonly [string, number, number])[]): PdfItem[] =>
      words.map(([str, x, width], index) => ({
        ...{ str, x, y, width, fontSize: 12, font: 'F1', hasEOL: index === words.length - 1 },
        ...{ isRightToLeft: /[א-ת]/u.test(str), isMirrored: false, block: null, stretch: null },
        ...{ isArtifact: false, isListItem: false, isStruck: false },
      }))
    const english = (y: number) => drawn(y, ['Fresh coffee for late people, all week', 40, 200])
    it.each([
      [
        'above text from the left',
        [...drawn(700, ['₪', 400, 8], ['49.90', 411, 28], ['המחיר', 442, 30]), ...english(640)],
        'המחיר 49.90 ₪\n\nFresh coffee for late people, all week',
      ],
      [
        'beside text from the left',
        [...english(700), ...drawn(700, ['שבוע', 400, 30], ['בכל', 433, 20], ['קפה', 456, 20])],
        'Fresh coffee for late people, all week קפה בכל שבוע',
      ],
      [
        'within a line from the left',
        drawn(700, ['Say ', 40, 20], ['עולם', 60, 25], [' ', 85, 3], ['שלום', 88, 25], [' in our shop', 113, 60]),
        'Say שלום עולם in our shop',
      ],
    ])('%s', (_, items, said) => {
      const marked = paragraphsOf(pdfLines([{ items: withDirections(items, 600), shapes: [], height: 800 }]))
      expect(readMarks(marked).text).toBe(said)
    })
  })
})
