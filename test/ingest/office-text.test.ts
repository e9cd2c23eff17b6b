import { describe, expect, it } from 'vitest'
import { docxText } from '../../src/ingest/documents/docx.js'
import { pptxText } from '../../src/ingest/documents/pptx.js'
import { docxTableOf, pptxTableOf, zipOf } from '../support/made-files.js'

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
const piece = (text: string, properties = ''): string => `<a:r><a:rPr${properties}/><a:t>${text}</a:t></a:r>`

describe('a Word document is read as it is seen', () => {
  const raised = '<w:vertAlign w:val="superscript"/>'
  it.each([
    ['hidden text', run('Now €349') + run(' internal: €200', '<w:vanish/>'), 'Now €349'],
    ['text that is not hidden after all', run('Now') + run(' €349', '<w:vanish w:val="0"/>'), 'Now €349'],
    ['a struck price', run('€499 ', '<w:strike/>') + run('€349'), '€349'],
    ['one struck twice', run('€499 ', '<w:dstrike/>') + run('€349'), '€349'],
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
    ['an ordinal', run('the 1') + run('st', raised), 'the 1st'],
  ])('%s', (_, runs, seen) => {
    expect(docx(runs)).toBe(seen)
  })
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
      '€349',
    ],
    ['cents', deck(slide(piece('€39') + piece('99', ' baseline="30000"') + piece(' a month'))), '€39.99 a month'],
    ['lowered figures', deck(slide(piece('CO') + piece('2', ' baseline="-25000"'))), 'CO2'],
  ])('%s', (_, text, seen) => {
    expect(text).toBe(seen)
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
