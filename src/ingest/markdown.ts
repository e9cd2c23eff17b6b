import { LEXICON } from '../data/lexicon.js'
import { raised } from './documents/superscript.js'
import { isStruckNumber, struckOut } from './struck-price.js'

/** Markdown as it is seen: without comments, addresses, struck text, front matter and the marks of site generators. */
export function markdownText(text: string): string {
  const linked = withNotes(withoutComments(text).replace(LINK_TARGET, '').replace(PICTURE, '$1'))
    // Twice, as a picture may be a link.
    .replace(MARKDOWN_LINK, '$1')
    .replace(MARKDOWN_LINK, '$1')
    .replace(REFERENCE_LINK, '$1')
  return outsideCode(linked, (prose) =>
    prose
      .replace(STRUCK, (_, __, tagged: string | undefined, marked: string | undefined, gap: string) => {
        const said = tagged ?? marked ?? ''
        return isStruckNumber(said) ? `${struckOut(said)}${gap}` : ''
      })
      .replace(SHORTCODE, '')
      .replace(ATTRIBUTES, '')
      .replace(TASK_BOX, '$1')
      .replace(COMPONENT, '')
      .replace(MODULE_LINE, '')
      .replace(CONTAINER, '$1$2')
      .replace(HIGHLIGHTED, '$1')
      .replace(/(?<=\S)<\/summary>(?=[^\n])/giu, '\n')
      .replace(INLINE_TAG, '')
      .replace(ESCAPED, '$1'),
  )
}

const COMMENT = /<!--(?:(?!-->)[\s\S]){0,5000}-->/gu
export const withoutComments = (text: string): string => text.replace(COMMENT, '')

/** Front matter of Markdown pages: title, date, layout; in YAML, or in TOML between “+++”. */
const FRONT_MATTER =
  /^\s*(?:---[ \t]*\n(?:[\w-]+:.*\n|[ \t]+\S.*\n|- .*\n|#.*\n|[ \t]*\n)+---|\+\+\+[ \t]*\n(?=[\w"'-]+ ?=|\[|#)(?:(?!\+\+\+).*\n){1,300}\+\+\+)[ \t]*\n(?=[\s\S]*\S)/
export const withoutFrontMatter = (text: string): string => text.replace(FRONT_MATTER, '')

/** The properties below the title of a page that was exported from a tool for notes, one a line. */
const PROPERTIES = /^(\s*(?:# [^\n]{1,300}\n\s*)?)((?:\p{L}[\p{L} ]{0,40}: [^\n]{1,300}\n)+)/u

/** A page without the properties that say who works on it and when; what it offers stays. */
export function withoutProperties(text: string): string {
  const [whole = '', title = '', block = ''] = PROPERTIES.exec(text) ?? []
  const lines = block.split('\n')
  const kept = lines.filter((line) => !isProperty(line))
  const isExported = lines.length - kept.length > 1 || /^(?:created|last edited) /imu.test(block)
  return isExported ? `${title}${kept.join('\n')}${text.slice(whole.length)}` : text
}

function isProperty(line: string): boolean {
  const { page_properties, dated_properties } = LEXICON.pages()
  const [name = '', value = ''] = line.split(':')
  return page_properties.test(name) || (dated_properties.test(name) && /(?<!\d)(?:19|20)\d\d(?!\d)/.test(value))
}

/** Pictures without words, and those that stand in the text themselves, whose addresses have any length. */
const PICTURE =
  /!\[([^[\]\n]{0,300})\]\(<?data:[^()\s]*(?: "[^"\n]{0,200}")?\)|!\[\](?:\[[^[\]\n]{0,100}\]|\([^()\n]{0,2000}\))|<img\s[^<>]*>/giu
const MARKDOWN_LINK = /!?\[([^[\]\n]{1,300})\]\((?:[^\s()]|\([^\s()]{0,200}\)){1,2000}(?: "[^"\n]{0,200}")?\)/gu
/** “[our shop][1]”, and “[1]: https://…” below: an address in angle brackets, with a scheme, or a path. */
const REFERENCE_LINK = /!?\[([^[\]\n]{1,300})\]\[[^[\]\n]{0,100}\]/gu
const LINK_TARGET =
  /^ {0,3}\[(?!\^)[^[\]\n]{1,100}\]:[ \t]{0,3}(?:<[^<>\n]*>|(?:https?|data|mailto|ftp|file|tel):\S+|(?:\.{0,2}\/|#)\S+)(?:[ \t][^\n]{0,200})?$/gimu

/** The mark of a footnote; with a colon, at the beginning of a line, that of its text. */
const NOTE_MARK = /\[\^([^[\]\s]{1,60})\]((?<=^ {0,3}\[\^[^[\]\s]{1,60}\]):[ \t]*)?/gmu

/** Footnotes as they are seen: raised numbers in the order of their marks, also before the notes, which stay. */
function withNotes(text: string): string {
  const found = [...text.matchAll(NOTE_MARK)].map(([, label = '', colon]) => ({ label, isNote: colon !== undefined }))
  const notes = new Set(found.filter(({ isNote }) => isNote).map(({ label }) => label))
  const marks = found.filter(({ label, isNote }) => !isNote && notes.has(label))
  const numbers = [...new Set(marks.map(({ label }) => label))]
  return outsideCode(text, (prose) =>
    prose.replace(NOTE_MARK, (whole, label: string, colon: string | undefined) => {
      const number = numbers.indexOf(label) + 1
      if (number > 0) return `${raised(String(number))}${colon === undefined ? '' : ' '}`
      return colon !== undefined || /^\d+$/.test(label) ? '' : whole
    }),
  )
}

const ESCAPED = /\\([!-/:-@[-`{-~])/gu
const INLINE_TAG =
  /<\/?(?:b|i|u|em|strong|span|sub|sup|small|br|p|div|img|center|kbd|details|mark|aside|section|figure|figcaption|a|abbr|ins|summary)(?:\s[^<>\n]{0,500})?\/?>/giu

/** “~~cheap~~ fair”; what is left out takes one of the spaces around it along. */
const STRUCK =
  /(?:<(s|del|strike)>([^<>\n]{1,300})<\/\1>|(?<![~\\])~~(?![\s~])([^~\n]{1,300})(?<![\s\\])~~(?!~))( ?)/giu
/** Shortcodes of Hugo: `{{< figure src="a.png" >}}`, `{{% note %}}`. */
const SHORTCODE = /\{\{[<%][^{}\n]{0,500}[>%]\}\}/gu
/** Attributes of headings and pieces: `{#hero .big}`, `{.button}`, `{: .lead}`. */
const ATTRIBUTES = / ?\{:?(?: ?[#.][\p{L}\w-]{1,60}| ?[\w-]{1,40}=(?:"[^"\n]{0,100}"|[\w-]{1,60})){1,8} ?\}/gu
const TASK_BOX = /^([ \t]{0,20}(?:[-*+]|\d{1,3}[.)])[ \t])\[[ xX]\][ \t]/gmu
/** Tags of components of MDX: `<Button href="/start">`, `</Callout>`. */
const COMPONENT = /(?:(?<!\w)<|<\/)[A-Z]\w{0,60}(?:\.\w{1,60})?(?:\s(?:[^<>{}]|\{[^{}\n]{0,300}\}){0,1000})?\/?>/gu

/** What MDX loads, names and remarks on a line: `import Hero from './hero'`. */
const MODULE_LINE =
  /^\{\/\*[^\n]{0,500}\*\/\}[ \t]*\n?|^export const \w+ = [^\n]{1,500}\n|^import (?:[\w$*{}, ]{1,200} from )?["'][^"'\n]{1,200}["'];?[ \t]*\n?/gmu
/** Containers of Docusaurus and VitePress: `:::tip Good to know`, `:::`; a title of its own stays. */
const CONTAINER =
  /^[ \t]{0,3}:{3,6}[ \t]?(?:\w+(?:\{[^{}\n]{0,100}\})?)?(?:[ \t]*\[([^[\]\n]{1,100})\]|[ \t]+([^\n]{1,100}))?[ \t]*$/gmu
const HIGHLIGHTED = /(?<![=\w])==(?![\s=])([^=\n]{1,200})(?<!\s)==(?![=\w])/gu

/** What is quoted as code stays as it is. */
function outsideCode(text: string, change: (prose: string) => string): string {
  return text
    .split(/(`[^`\n]{1,500}`|^```[^`]{0,20000}^```)/mu)
    .map((piece, index) => (index % 2 === 0 ? change(piece) : piece))
    .join('')
}
