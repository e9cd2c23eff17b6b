import { extname } from 'node:path'
import { refuse } from '../errors.js'
import type { LinkedSheets } from './page/linked-sheets.js'
import type { PictureRead } from './picture.js'

/** What the server of an address declared about its content, and the style sheets of a page. */
export type LinkedContent = {
  readonly charset: string | null
  readonly ending: string
  readonly sheets: LinkedSheets
}

/** A file, or the content of an address. */
export type StimulusFile = { readonly name: string; readonly bytes: Uint8Array; readonly link?: LinkedContent }
export type FileReading = { readonly text: string } | PictureRead

const DOCUMENTS = ['.txt', '.md', '.markdown', '.html', '.htm', '.pdf', '.docx', '.pptx', '.csv', '.srt', '.vtt']
export const PICTURE_ENDINGS: readonly string[] = ['.png', '.jpg', '.jpeg', '.webp', '.gif']
/** Endings of the files that a stimulus can be read from. */
export const STIMULUS_ENDINGS: readonly string[] = [...DOCUMENTS, ...PICTURE_ENDINGS]
const MAX_MEGABYTES = 20

export const isPictureName = (name: string): boolean => PICTURE_ENDINGS.includes(extname(name).toLowerCase())

/** Refuses a file by its name and size, before it is read. Errors: `invalid_input`. */
export function checkStimulusFile(name: string, size: number): void {
  const ending = extname(name).toLowerCase()
  if (!STIMULUS_ENDINGS.includes(ending)) refuse(unsupported(name, ending))
  if (size === 0) refuse(`${name} is empty; give the file with its text, or paste the text.`)
  if (size > MAX_MEGABYTES * 1_000_000)
    refuse(
      `${name} has ${Math.ceil(size / 1_000_000)} MB; a file may have ${MAX_MEGABYTES} MB: ${isPictureName(name) ? 'save it smaller or as JPEG' : 'give the part that matters, or its text'}.`,
    )
}

const INSTEAD: Readonly<Record<string, string>> = {
  '.doc': 'save it as .docx or PDF',
  '.ppt': 'save it as .pptx or PDF',
  '.key': 'export it as .pptx or PDF',
  '.pages': 'export it as .docx or PDF',
  '.xlsx': 'save the sheet as .csv',
  '.xls': 'save the sheet as .csv',
  '.heic': 'save it as JPEG or PNG',
  '.svg': 'save it as PNG',
  '.bmp': 'save it as PNG',
  '.tiff': 'save it as PNG',
  '.mp4': 'give its script as text, or stills as pictures',
  '.mov': 'give its script as text, or stills as pictures',
  '.mp3': 'give what is said in it as text',
  '.zip': 'unpack it and give the files',
  '.rtf': 'save it as .docx or PDF',
  '.odt': 'save it as .docx or PDF',
  '.odp': 'save it as .pptx or PDF',
  '.numbers': 'save the sheet as .csv',
  '.eml': 'open it and give its text, or print it to PDF',
  '.msg': 'open it and give its text, or print it to PDF',
  '.gdoc': 'give its link, shared as “Anyone with the link”',
  '.ai': 'export it as PNG or PDF',
  '.psd': 'export it as PNG or PDF',
  '.fig': 'export it as PNG or PDF',
  '.avif': 'save it as PNG or JPEG',
  '.tif': 'save it as PNG',
}

const unsupported = (name: string, ending: string): string =>
  `${name} cannot be read; ${INSTEAD[ending] ?? `give one of ${STIMULUS_ENDINGS.join(', ')}, or paste its text`}.`

/** How markup begins. Both repetitions are bounded, since this is tested on strangers' texts. */
const MARKUP =
  /^\s*(?:<\?xml[^>]{0,200}>\s*)?(?:<!--(?:(?!-->)[\s\S]){0,2000}-->\s*){0,3}<(?:!doctype html|html|head|body|table|main|section|article|header|div|center|h[1-6]|p|ul|ol|figure|blockquote|a|span|strong|b)[\s>]/i

/** Whether a text is the source of a page or a mail. */
export const isMarkup = (text: string): boolean => MARKUP.test(text) && text.includes('</')

/** Endings of file names. “.ai” is left out: what is typed with it is a website's name far more often. */
const FILE_ENDINGS = new Set([...STIMULUS_ENDINGS, ...Object.keys(INSTEAD)].filter((ending) => ending !== '.ai'))

/** Whether a name without an address's `https://` is a file's, readable or not. */
export const isFileName = (name: string): boolean => FILE_ENDINGS.has(extname(name).toLowerCase())
