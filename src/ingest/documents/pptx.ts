import { isAppError, refuse } from '../../errors.js'
import { markStruck, readStruck } from '../struck-price.js'
import { orderedPoints } from './pptx-diagrams.js'
import { createPlaces } from './pptx-places.js'
import { markRaised, readRaised } from './superscript.js'
import { createTableRows } from './table-rows.js'
import { strictParser, unpackParts } from './unpack.js'

const ORDER = 'ppt/presentation.xml'
const RELATIONS = 'ppt/_rels/presentation.xml.rels'
const SLIDE = /^ppt\/slides\/slide\d+\.xml$/
/** The relations of slides, which name the data of their diagrams, and these. */
const OF_DIAGRAMS = /^ppt\/(?:slides\/_rels\/slide\d+\.xml\.rels|diagrams\/data\d+\.xml)$/

/** The text of a PowerPoint deck, slide by slide in presentation order, without notes. Errors: `invalid_input`. */
export function pptxText(bytes: Buffer, name: string): string {
  try {
    const isOfOrder = (part: string): boolean => part === ORDER || part === RELATIONS
    const parts = unpackParts(bytes, name, (part) => isOfOrder(part) || SLIDE.test(part) || OF_DIAGRAMS.test(part))
    const slides = slideNames(parts)
    if (slides.length > 0) return textOf(slides, parts, name)
  } catch (error) {
    if (isAppError(error)) throw error
    return refuse(`${name} is damaged: its slides cannot be read; save it again as .pptx, or export it as PDF.`)
  }
  return refuse(`${name} is no PowerPoint deck: it has no slides; save it as .pptx or PDF.`)
}

function textOf(slides: readonly string[], parts: ReadonlyMap<string, string>, name: string): string {
  const size = sizeOfSlides(parts.get(ORDER))
  const texts = slides
    .map((slide) => ({ xml: parts.get(slide) ?? '', diagram: diagramsOf(slide, parts) }))
    .filter(({ xml }) => isShown(xml))
    .map(({ xml, diagram }) => slideText(xml, size, diagram))
    .filter((text) => text !== '')
  if (texts.length === 0)
    return refuse(`${name} has slides without text; give pictures of them (PNG or JPEG), or the words on them.`)
  return texts.join('\n\n')
}

/** Slides in the order of the presentation; by number where it has no usable order. */
function slideNames(parts: ReadonlyMap<string, string>): string[] {
  const targets = new Map(
    elements(parts.get(RELATIONS), 'Relationship').map(({ Id = '', Target = '' }) => [
      Id,
      `ppt/${Target.replace(/^\/ppt\//, '')}`,
    ]),
  )
  const ordered = elements(parts.get(ORDER), 'p:sldId').map((slide) => targets.get(slide['r:id'] ?? '') ?? '')
  const known = ordered.filter((slide) => SLIDE.test(slide) && parts.has(slide))
  if (known.length > 0) return known
  const numberOf = (slide: string) => Number(/\d+/.exec(slide)?.[0])
  return [...parts.keys()].filter((part) => SLIDE.test(part)).sort((a, b) => numberOf(a) - numberOf(b))
}

function elements(xml: string | undefined, wanted: string): Record<string, string>[] {
  const found: Record<string, string>[] = []
  if (xml === undefined) return found
  const parser = strictParser()
  parser.on('opentag', ({ name, attributes }) => {
    if (name === wanted) found.push(attributes as Record<string, string>)
  })
  parser.write(xml).close()
  return found
}

/** The text of a slide's SmartArt, by the id of the relation that names its data. */
function diagramsOf(slide: string, parts: ReadonlyMap<string, string>): (id: string) => string {
  const relations = elements(parts.get(slide.replace('slides/', 'slides/_rels/').concat('.rels')), 'Relationship')
  return (id) => {
    const { Target = '' } = relations.find(({ Id }) => Id === id) ?? {}
    const xml = parts.get(`ppt/${Target.replace(/^(?:\.\.|\/ppt)\//, '')}`)
    return xml === undefined ? '' : slideText(orderedPoints(xml, elements(xml, 'dgm:cxn')), null, () => '')
  }
}

/** Width and height of all slides; null where the deck does not say them. */
function sizeOfSlides(order: string | undefined): readonly [number, number] | null {
  const [size] = elements(order, 'p:sldSz')
  const [width, height] = [Number(size?.cx), Number(size?.cy)]
  return width > 0 && height > 0 ? [width, height] : null
}

/** Hidden slides are left out when the deck is shown. */
const isShown = (xml: string): boolean =>
  elements(xml, 'p:sld').every(({ show = '1' }) => show !== '0' && show !== 'false')

/** What is printed on every slide: its number, footer, header and date (ECMA-376, part 1, 19.7.10). */
const ON_EVERY_SLIDE = new Set(['sldNum', 'ftr', 'hdr', 'dt'])

/**
 * Parses DrawingML (ECMA-376, part 1, 21.1.2): one line per paragraph, and per row of a table; no struck text, no
 * number or footer of the slide, and nothing that lies outside it. `diagram`: the text of a SmartArt.
 */
function slideText(xml: string, size: readonly [number, number] | null, diagram: (id: string) => string): string {
  const places = createPlaces(size, xml.includes('<p:animMotion'))
  const lines = createTableRows('a', '\n')
  let line = ''
  let inText = false
  let isStruck = false
  let isRaised = false
  let isNumber = false
  let isOnEverySlide = false
  const parser = strictParser()
  parser.on('opentag', ({ name, attributes }) => {
    lines.open(name)
    places.open(name, attributes)
    if (name === 'p:sp') isOnEverySlide = false
    if (name === 'p:ph') isOnEverySlide = ON_EVERY_SLIDE.has(String(attributes.type ?? ''))
    if (name === 'a:tc' && isTrue(attributes.vMerge)) lines.continues('above')
    else if (name === 'a:tc' && isTrue(attributes.hMerge)) lines.continues('left')
    if (name === 'a:r' || name === 'a:fld') {
      isStruck = false
      isRaised = false
      isNumber = attributes.type === 'slidenum'
    }
    if (name === 'a:rPr') {
      isStruck = /^(?:sng|dbl)Strike$/.test(String(attributes.strike ?? ''))
      isRaised = Number.parseInt(String(attributes.baseline ?? '0'), 10) > 0
    }
    if (name === 'a:t') inText = true
    if (name === 'dgm:relIds' && !places.isOutside()) lines.add(diagram(String(attributes['r:dm'] ?? '')))
    if (name === 'a:br') line += '\n'
  })
  parser.on('text', (text) => {
    if (!inText || isNumber || isOnEverySlide || places.isOutside()) return
    const said = isRaised ? markRaised(text) : text
    line += isStruck ? markStruck(said) : said
  })
  parser.on('closetag', ({ name }) => {
    if (name === 'a:t') inText = false
    if (name === 'p:sp') isOnEverySlide = false
    lines.close(name)
    places.close(name)
    if (name !== 'a:p') return
    lines.add(readRaised(readStruck(line)).trim())
    line = ''
  })
  parser.write(xml).close()
  return lines.text()
}

const isTrue = (value: unknown): boolean => value === '1' || value === 'true'
