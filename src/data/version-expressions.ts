/** The lists of `lexicon/versions.yaml`, each as one source. */
type VersionLists = Readonly<
  Record<
    | 'against'
    | 'better'
    | 'between_lines'
    | 'quotes'
    | 'labels'
    | 'listed'
    | 'kept'
    | 'changed'
    | 'plans'
    | 'whose'
    | 'of_whose'
    | 'compares'
    | 'compares_links'
    | 'of_links'
    | 'joins'
    | 'file_labels'
    | 'file_words'
    | 'ad_headlines'
    | 'ad_descriptions'
    | 'ad_addresses'
    | 'table_heads',
    string
  >
>

const MARKS = '[ \\t*_#-]*'
const BETWEEN = '[^]{3,2000}?'
/** Two of several words: “Sleep better tonight”. */
const QUOTED = '["“”„«][^"“”„«»\\n]{2,200} [^"“”„«»\\n]{1,200}["“”»«]'
/** A headline: some words and nothing that ends a sentence. */
const HEADLINE = '[^\\s.:,]+(?: [^\\s.:,]+){1,9}'

/** Expressions that find versions in texts, built from words. */
export function versionExpressions(lists: VersionLists) {
  const { against, better, between_lines, quotes, labels, plans, whose, of_whose, compares, joins } = lists
  const label = `(?:(?:${labels})[ \\t]+|v)`
  const behind = `[*_]*[ \\t]*(?:[:)]|\\p{Pd}(?=\\s))[*_]*`
  const pairs = [
    ['A', 'B'],
    ['1', '2'],
  ]
  const isOver = [
    `(?:^|\\n)${MARKS}A[*_]*[:)]${BETWEEN}[\\s.;,!?|][*_]*B[*_]*[:)][*_]*\\s*\\S`,
    `(?:^|\\n)${MARKS}A\\.[*_]*[ \\t]+\\S${BETWEEN}\\n${MARKS}B\\.[*_]*[ \\t]+\\S`,
    ...pairs.flatMap(([first, other]) => [
      `(?:^|\\n)${MARKS}${label}${first}${behind}${BETWEEN}[\\s.;,!?|/][*_]*${label}${other}${behind}\\s*\\S`,
      `(?:^|\\n)${MARKS}${label}${first}[*_]*[ \\t]*\\n${BETWEEN}\\n${MARKS}${label}${other}[*_]*[ \\t]*\\n\\s*\\S`,
    ]),
  ]
  return {
    /** All that stands between two links. */
    against: new RegExp(`^[\\s([]*(?:${against})[\\s)\\]:]*$`, 'iu'),
    /** Two quotations against each other, with nothing around them but a question. */
    quoted: new RegExp(
      `^(?:(?:${quotes})|[^"“”„«»]{0,200}:)?\\s*${QUOTED},?\\s+(?:${against}|${better})\\s+${QUOTED}[\\s?.!]*$`,
      'iu',
    ),
    /** Texts under letters, numbers or headings: “A: … B: …”, “Version 1: … Version 2: …”. */
    lettered: new RegExp(isOver.join('|'), 'iu'),
    /** “Control: … Variant: …”, each at the beginning of a line or sentence. */
    replaced: new RegExp(
      `(?:^|\\n)${MARKS}(?:${lists.kept})(?: (?:${of_whose}))?${behind}(?<earlier>${BETWEEN})[\\s.;!?|/][*_]*(?:${lists.changed})(?: (?:${of_whose}))?${behind}\\s*(?<later>\\S[^]{0,2000})`,
      'iu',
    ),
    /** A list of versions below what they are. */
    listed: new RegExp(
      `^[^\\n]{0,120}(?<![\\p{L}\\p{N}])(?:${lists.listed})(?![\\p{L}\\p{N}])[^\\n:]{0,60}:[*_]*\\s*\\n\\s*(?:[-*•]|1[.)])\\s+[^\\n]+\\n\\s*(?:[-*•]|2[.)])\\s+\\S`,
      'iu',
    ),
    /** A line between two texts. */
    parted: new RegExp(
      `\\S[ \\t]*\\n\\s*[*_\\p{Pd}]{0,3} ?(?:${between_lines}) ?[*_\\p{Pd}]{0,3}[ \\t]*\\n\\s*\\S`,
      'u',
    ),
    /** Two headlines on a line: “Sleep better tonight vs Wake up rested”. */
    side_by_side: new RegExp(`^${HEADLINE} (?:vs\\.?|versus) ${HEADLINE}[.!?]?$`, 'iu'),
    /** What heads the lines of a search ad. */
    search_ad: new RegExp(
      `(?:^|\\n|[|/;] ?)${MARKS}(?:(?<headline>(?:${lists.ad_headlines}) ?\\d{1,2})|(?<description>(?:${lists.ad_descriptions})(?: ?\\d)?)|(?<address>${lists.ad_addresses}))[*_]*[ \\t]*:`,
      'giu',
    ),
    /** The name of the first column of a table of versions. */
    table: new RegExp(`^(?:${lists.table_heads})$`, 'iu'),
    /** Parts a list of plans at what stands before each. */
    plan: new RegExp(`(?<![\\p{L}\\p{N}])(?:(?:${plans}|${labels})[ \\t]+)?(?:[A-E]|[1-5])[*_]*[:)]`, 'iu'),
    /** What stands before each link of a list: a bullet, a number, or whose version it is. */
    before_link: new RegExp(
      `^(?:[-*•]|(?:[-*•] ?)?(?:\\d[.)]|[AB][:)]|${label}[AB12]\\b[ \\t]*[:\\p{Pd}]|(?:${whose})(?: (?:${of_whose}))?[ \\t]*[:\\p{Pd}]))$`,
      'iu',
    ),
    compares: new RegExp(
      `(?<![\\p{L}\\p{N}])(?:${compares})(?![\\p{L}\\p{N}])[^\\n:"“„]{0,80}(?:[:"“„]|\\n\\s*\\S)`,
      'iu',
    ),
    compares_links: new RegExp(
      `(?:^|\\s)(?:${lists.compares_links})[\\s:]*(?:(?:${lists.of_links})[\\s:]*){0,3}$`,
      'iu',
    ),
    joins: new RegExp(`^[\\s,]*(?:${joins}|&|[,|/+])[\\s,]*$`, 'iu'),
    /** A file's name without its ending, with the version at its end. */
    file: new RegExp(
      `^(?<stem>.*?)[\\s_.-]*(?:(?:${lists.file_labels})[\\s_.-]*(?<number>[a-e]|[1-5])|[\\s_.-](?<word>[ab]|${lists.file_words}))$`,
      'iu',
    ),
  }
}
