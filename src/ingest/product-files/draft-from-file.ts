import { extname } from 'node:path'
import { refuse } from '../../errors.js'
import { PICTURE_ENDINGS, type StimulusFile } from '../check-stimulus-file.js'
import { contentMarkup } from '../page/web-page.js'
import { documentText, htmlOf } from '../read-stimulus.js'
import { withoutStruckNumbers } from '../struck-price.js'
import { type Draft, draftFromBlocks } from './draft-product.js'
import { htmlBlocks, textBlocks } from './page-blocks.js'

/**
 * Drafts a product from a page, a document or a text, and returns the words that it was drafted from. Errors:
 * `invalid_input` for what cannot be read, and where nothing in it names a product.
 */
export async function draftFromFile({ name, bytes, link }: StimulusFile): Promise<{ draft: Draft; words: string }> {
  const ending = link?.ending ?? extname(name).toLowerCase()
  if (PICTURE_ENDINGS.includes(ending)) refuse(`${name} is a picture; give the words on it as text.`)
  const buffer = Buffer.from(bytes)
  // Refuses pages that show no content, such as a login.
  const text = withoutStruckNumbers(await documentText(buffer, name, ending, link))
  // A page keeps its markup, which tells buttons from headings.
  const isPage = ending === '.html' || ending === '.htm'
  const blocks = isPage
    ? htmlBlocks(withoutStruckNumbers(contentMarkup(htmlOf(buffer, name, link), name)))
    : textBlocks(text)
  return { draft: draftFromBlocks(blocks, name), words: blocks.map((block) => block.text).join(' ') }
}
