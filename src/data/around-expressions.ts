/** The lists of `lexicon/around.yaml`, each as one source. */
type AroundLists = Readonly<
  Record<
    | 'brief_labels'
    | 'copy_labels'
    | 'work'
    | 'occasion'
    | 'makers'
    | 'wrote'
    | 'asks'
    | 'points'
    | 'judged'
    | 'judged_too'
    | 'orders'
    | 'orders_on_own_work'
    | 'scales'
    | 'panels'
    | 'bot_opens'
    | 'bot_made'
    | 'bot_closes',
    string
  >
>

const EDGE = '(?<![\\p{L}\\p{N}])'
const END = '(?![\\p{L}\\p{N}])'
const TIME = '\\d{1,2}[:.]\\d{2}(?:[:.]\\d{2})?(?:\\s?[AaPp]\\.?[Mm]\\.?)?(?: Uhr)?'
const DATE = '\\d{1,4}[./-]\\d{1,2}[./-]\\d{2,4}'
const NAME = "[\\p{Lu}~+@][\\p{L}\\p{N}.’'_-]*(?: [\\p{Lu}\\d(][\\p{L}\\p{N}.’'_)-]*){0,3}"

/** Expressions that find what stands around a proposition, built from words. */
export function aroundExpressions(lists: AroundLists) {
  const word = (source: string) => new RegExp(`${EDGE}(?:${source})${END}`, 'iu')
  const begins = (source: string) => new RegExp(`^(?:${source})${END}`, 'iu')
  const label = (source: string) =>
    new RegExp(`^[\\s*_#>•-]*(?<label>${source})[*_]*[ \\t]*(?:\\([^()\\n]{1,40}\\)[ \\t]*)?(?::|[–—|] )`, 'iu')
  return {
    brief_label: label(lists.brief_labels),
    copy_label: label(lists.copy_labels),
    work: word(lists.work),
    /** “this headline”, “our new claim”. */
    this_work: word(
      `(?:this|these|our|my|the (?:following|new|attached)|dies\\p{L}*|unser\\p{L}*|mein\\p{L}*|folgende\\p{L}*|de[rnm] neue\\p{L}*) (?:[\\p{L}-]+ ){0,2}(?:${lists.work})`,
    ),
    occasion: word(`(?:our|my|the|unser\\p{L}*|mein\\p{L}*|die|den|das|der) (?:[\\p{L}-]+ ){0,3}(?:${lists.occasion})`),
    makers: word(
      `(?:our|my|the|unser\\p{L}*|mein\\p{L}*|die|der) (?:[\\p{L}-]+ ){0,2}(?:${lists.makers})|chatgpt|claude`,
    ),
    wrote: word(lists.wrote),
    asks: word(lists.asks),
    ends_pointing: new RegExp(`${EDGE}(?:${lists.points})$`, 'iu'),
    judged: word(lists.judged),
    judged_too: word(`(?:this|das|dies|der text|die zeile)(?: [\\p{L}]+){0,2} (?:too|zu) (?:${lists.judged_too})`),
    orders: begins(lists.orders),
    orders_on_own_work: word(lists.orders_on_own_work),
    scales: begins(lists.scales),
    panels: word(lists.panels),
    bot_opens: begins(lists.bot_opens),
    bot_made: word(lists.bot_made),
    bot_closes: begins(lists.bot_closes),
    /** “[14.05.24, 10:21:03] Anna: …”, “5/14/24, 10:21 AM - Anna: …”, “[10:21] Anna Meyer: …” */
    message: new RegExp(
      `^[\\u200e\\s]*(?:\\[(?:${DATE},? )?${TIME}(?:,? ${DATE})?\\]|${DATE},? ${TIME}(?: [-–])) ?(?<name>${NAME})(?: ?\\(?[^:\\n]{0,20}\\)?)?:`,
      'u',
    ),
    /** “Anna Meyer  10:21 AM” on a line of its own, with the message below it. */
    heading: new RegExp(
      `^(?:\\[${TIME}\\] ?(?<later>${NAME})|(?<name>${NAME})(?: APP)?(?:,|\\s[-–—])?\\s{1,4}(?:(?:[Tt]oday|[Yy]esterday|[Hh]eute|[Gg]estern)(?: at| um)? |${DATE},? )?\\[?${TIME}\\]?)\\s*$`,
      'u',
    ),
  }
}
