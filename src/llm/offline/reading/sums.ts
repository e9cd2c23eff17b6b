/** The words of one sentence beside a sum, in lower case. */
export type Beside = {
  readonly before: string
  readonly after: string
  /** `before` without what stands in front of the sum before this one. */
  readonly behind_last: string
  /** The words from the sum before this one to it, where they only join the two: “£500 to £85,000”. */
  readonly joins: boolean
}

/** Abbreviations whose full stop ends no sentence. In "… than it was. It costs £3" nothing is compared. */
export const SENTENCE_END = /(?<!\b(?:vs|ca|approx|incl|inkl|zzgl|mind))[.!?…]\s|[;\n]/u

const FORMER =
  /(?<!\p{L})(?:instead of|was|were|rrp|uvp|statt|anstatt|vorher|bisher|früher|usually|normally|(?:down|reduced|up|go(?:es|ing)?|went|ris(?:es?|ing)|rose|raised|increase[sd]?|falls?|fell|drop(?:s|ped)?) from|compared (?:with|to)|versus|vs\.?|elsewhere|anderswo|rather than|than|(?:brand|others?|rivals?|competitors?|alternatives?) (?:costs?|charges?|is|are))(?!\p{L})\W*(?:\p{L}+ ){0,2}$|(?<!\p{L})(?:instead of|rather than|statt|anstatt)(?: (?!for|at|now|only|just|für|nur|jetzt)[^\s,;.]+){0,10}\s\(?(?:about |etwa |rund |ca\. )?$/u
/** Whether the words in front of a sum say that it was asked before, or that others ask it. */
export const isFormer = (before: string): boolean => FORMER.test(before)

/**
 * Words in front of a sum that is no price: what is saved, insured, guaranteed, earned, recovered, borrowed, raised,
 * donated or fined. “for” and “at” lead to a price again.
 */
const NOT_A_PRICE =
  /(?<!\p{L})(?:sav(?:es?|ed|ing)|earn(?:s|ed|ing)?|mak(?:es?|ing)|invest(?:s|ed|ing)?|deposits?|rais(?:es?|ed|ing)|donat(?:es?|ed|ing)|giv(?:es?|en|ing)|gave|revenue|turnover|spend(?:s|ing)?|spent|(?:set|put|puts) aside|worth|w[io]ns?|los(?:es?|t|ing)|fined|insure[sd]?|cover(?:s|ed)?|protect(?:s|ed)|guarantee[ds]|compensate[sd]?|refund(?:s|ed)|recover(?:s|ed|ing)?|claim(?:s|ed)? back|borrow(?:s|ed|ing)?|lend(?:s|ing)?|loans?|balances?|mortgages?|owe[sd]?|weigh(?:s|ing)?|lifts?|shed(?:s|ding)?|deducted|up to|above|more than|at least|(?<!(?:just|little|slightly|bit) )over|minimum|verdien(?:en|t|st)|kredite?|darlehen|guthaben|kaution|anzahlung|mindest\p{L}+|sparen|sparst|spart|gespart|versichert|gespendet|spenden|garantiert|bis zu|mindestens|über)(?!\p{L})[^\p{L},;:(]*(?:(?!(?:by|for|at|from|now|only|just|price|costs?|für|nur|jetzt|ab)(?!\p{L}))\p{L}+ ){0,4}$|(?<!\p{L})(?:savings|earnings|donations?|prizes?|fines?|penalt(?:y|ies)|insurance|cover|coverage|protection|guarantee|compensation|refunds?|cashback|vouchers?|grants?|funds?|profits?|sales) (?:of|to|up to|is|was|worth)(?: (?:up to|about|over|just))?\s*$/u
/** “Insured for £5,000”, of no period, goes with “for” itself. */
const NOT_A_PRICE_FOR = /(?<!\p{L})(?:insured|covered|fined|guaranteed|swapped|sold) for(?: (?:up to|about|over))?\s*$/u
/** “Free post from £30”, “delivery is free over £30”. */
const THRESHOLD =
  /(?<!\p{L})(?:free (?:\p{L}+ )?(?:post|postage|p&p|delivery|shipping|returns?|gifts?|wrapping|samples?|installation)|(?:post|postage|delivery|shipping) (?:is |are )?(?:free|on us)|no (?:postage|delivery (?:fee|charge))|gratis\p{L}*|kostenlos\p{L}*|versandkosten\p{L}*|versand (?:ist )?frei|orders?|baskets?|bestellwert|bestellung(?:en)?)(?: (?!and|und|costs?|kostet)\p{L}+){0,3} (?:from|over|above|of|ab|von|über)\s*$/u
/** Words behind an amount that is no price: “£10 off”, “£5,000 of cover”, “£30 or more”, “£1 goes to a school”. */
const NOT_A_PRICE_AFTER =
  /^\s?(?:\+|(?:cheaper|less|off|back|saved|raised|insured|insurance|guarantee[ds]?|fines?|penalt(?:y|ies)|prizes?|cashback|vouchers?|donat(?:ed|ion)|earned|deposit|compensation|minimum|or (?:more|over)|and (?:over|above)|rabatt|strafe|bußgeld|gespart|versichert)(?!\p{L})|(?:of|in|worth of|a year in|(?:a|per) (?:month|year) in) (?:cover|insurance|protection|savings|prizes|credit|revenue|sales|fees|donations|orders|fines|compensation)(?!\p{L})|(?:of each|of every|from (?:each|every)|goes|go|is (?:donated|given)|are (?:donated|given)) (?!with|well|a long))/u

/** “3.9% AER on £500”, “Open it with £1”, “both get £50”, a salary and what follows from it. */
const NOT_A_PRICE_BEFORE =
  /(?:(?<!\p{L})(?:aer|apr|interest|zinsen|cashback)|%)[^.,;]{0,25} (?:on|of|auf|von)(?: \p{L}+){0,2}\s$|(?<!\p{L})(?:(?:open|start|begin)(?: \p{L}+){0,3} with|(?:get|gets|receive|receives|win|wins)|pays? (?:out|you)|fines? you|(?:salar(?:y|ies)|wages?|gehalt\p{L}*|lohn|turnover|umsatz)(?: \(|:| of| von)?(?: ?(?:about|circa|ca\.|etwa|rund))?|between|zwischen|kredit von|loan of|balances (?:of|from))\s?$/u

/** Whether a sum is surely no price. */
export function isNoPrice({ before, after }: Beside): boolean {
  const isPeriodic = PERIOD.test(after)
  return (
    NOT_A_PRICE.test(before) ||
    (!isPeriodic && (NOT_A_PRICE_FOR.test(before) || NOT_A_PRICE_BEFORE.test(before))) ||
    THRESHOLD.test(before) ||
    NOT_A_PRICE_AFTER.test(after)
  )
}

/** Words by which an amount is asked for. */
const ASKED_BEFORE =
  /(?:(?<!\p{L})(?:for|at|costs?|costing|prices?|priced|pay|only|just|now|from|is|are|each|kostet|kosten|nur|für|jetzt|ab|preis|is|ist)(?: (?:of|from|only|just|now|about|under|is|nur|ab|a mere))*|[:|=(–—-]|^)\s*$/u
/** “£24 for 30 ml”, “£3.20 a loaf”, “£8 each”, and an amount that ends its clause: “Lamp, £39.” */
const ASKED_AFTER =
  /^(?:\s?\/|\s(?:an?|per|each|once|daily|weekly|monthly|yearly|annually|buys?|you pay|today|up ?front|heute|one-?off|all in|including|incl|inc|pro|im|je|(?:for|für) (?:an?|one|two|three|four|six|ten|twelve|half|both|all|the|ein\p{L}*|zwei|drei))(?!\p{L})|\s(?:for|für) \p{N}|\s?(?:[.!;:|)\n]|,(?!\p{N})|[–—]|$))/u
export const PERIOD =
  /^\s?(?:\/|\bper\b|\ba\b|\ban\b|\beach\b|\bevery\b)?\s?(?:(?:seat|user|person|member|head)\b\s?(?:\/|per|a|and)?\s?)?(day|daily|week|weekly|month|monthly|mo\b|year|yearly|yr\b|annum|annually)|^\s?(?:im|pro|je|am|jede[nr]?)\s(tag|woche|monat|jahr)|^\s?(täglich|wöchentlich|monatlich|jährlich)/u
/** "Runs month by month, at €13". */
export const PERIOD_BEFORE = /\b(day by day|week by week|month by month|daily|weekly|monthly|yearly)\b/u

/** The seller speaks of the own thing: “our”, “you pay”, “it costs”, “plans start at”. */
const OWN =
  /(?<!\p{L})(?:we|our|ours|you pay|pay|plans?|subscriptions?|memberships?|prices?|(?:it|this|these|they)(?: only| just)?(?: (?:is|are|costs?)|['’]s)|wir|uns|unser\p{L}*|(?:sie|du) zahl\p{L}*|dies\p{L}*)(?!\p{L})/u
/** “The app is £9”, but not “the same hotel is £610”. */
const DEFINITE =
  /(?<!\p{L})(?:the (?!same|average|usual|typical)|die |der |das )(?:\p{L}+ ){1,3}(?:is|are|costs?|itself|kostet|kosten|ist)(?!\p{L})/u
/** “A facial costs £90”, “Ein Umzug kostet …”. */
const ANY_OF_A_KIND = /^\W*(?:an?|one|every|ein\p{L}*) (?:\p{L}+ ){1,5}?(?:costs?|kostet|kosten)(?: \p{L}+){0,2} $/u
/** The same without an article, which a name has none of: “Late filing costs £100”. */
const OF_A_KIND =
  /^\W*(?!(?:the|an?|one|every|our|your|this|these|it|we|you|each|prices?|plans?|die|der|das|ein\p{L}*|unser\p{L}*) )\p{L}+(?: \p{L}+){0,5} (?:costs?|kostet|kosten)(?: \p{L}+){0,2} $/u
/** Other sellers and places where they sell, as the subject. */
const OTHERS =
  /^\W*(?:(?:an?|the|most|many|some|other|ein\p{L}*|die|der|viele|bei(?: der| den| dem)?|with|from|on|at) )?(?:\p{L}+ )?(?:agenc(?:y|ies)|rivals?|competitors?|others|big brands?|agentur(?:en)?|konkurrenz|mitbewerber|wettbewerb(?:er)?|andere|booking\.com|expedia|airbnb)(?!\p{L})|^\W*(?:without|ohne) /u
const USUAL =
  /(?<!\p{L})(?:elsewhere|anderswo|on average|im schnitt|durchschnittlich|the (?:average|usual|typical)|the same \p{L}+)(?!\p{L})/u
const OTHERS_AFTER =
  /^[^,;.:(]{0,40}(?:elsewhere|anderswo|on average|im schnitt|(?:on|at|bei|auf) (?:booking\.com|expedia|airbnb))(?!\p{L})/u
/** Somebody who is not the seller takes it, or it costs somebody who is not the reader. */
const SOMEBODY_TAKES =
  /(?<!\p{L})(?:charges?|asks?|bills?|takes?|demands?|fees? (?:start at|are|is|of)|verlang(?:t|en)|nimmt|nehmen|berechne[nt]|kostet (?:viele|die|den|eine?n?) \p{L}+|costs? (?:an? \p{L}+|the \p{L}+|(?!always|less|pounds)\p{L}{3,}s))(?: (?:about|around|up to|etwa|rund|ca\.|im schnitt))? $/u
/** One part of a sum that is paid in parts: “6 x £21.50”, “£14 a month for twelve months”. */
const PART_BEFORE =
  /(?:\d\s?[x×*]|(?<!\p{L})(?:raten|(?:monthly )?(?:instal?ments|payments))(?: (?:of|à|a|zu|von|je))?) ?$/u
const PART_AFTER =
  /^\s?(?:(?:a|per|\/|im) ?(?:month|monat|week) )?(?:(?:for|over|x|×) ?(?:\d+|\p{L}+)(?: (?:months|weeks|payments))|[x×] ?\d|in \d+ )/u
/** “Two for £35” beside the price of one. */
const SEVERAL = /(?<!\p{L})(?:\d+|two|three|four|six|zwei|drei|vier) (?:for|für) $/u
/** What comes on top: delivery, a set-up, a refill. */
const EXTRA_BEFORE =
  /(?<!\p{L})(?:delivery|shipping|postage|p&p|versand|set-?up|joining|booking|refills?|extras?|gift[ -]wrap\p{L}*|nachfüll\p{L}*|lieferung)(?: (?:fee|charge|pack|is|are|costs?|of|just|only|from|for|kostet|nur))*:? $/u
const EXTRA_AFTER = /^ (?:\p{L}+ )?(?:set-?up|joining|delivery|booking|cancellation|shipping) (?:fee|charge)?/u

/** Points for and against a sum being the price that is asked; of no source, only their order counts. */
const POINTS = {
  asked: 3,
  own: 5,
  named: 4,
  definite: 3,
  period: 2,
  of_a_kind: -2,
  any_of_a_kind: -3,
  several: -1,
  extra: -4,
  part: -10,
  others: -12,
} as const
/** With no more points the text leaves open whether a sum is its price. */
const MAX_OPEN = 1
export const isOpen = (points: number): boolean => points <= MAX_OPEN

/**
 * How much speaks for a sum being the price that is asked: more if the words beside it say so, below 0 if they name
 * somebody else's price, a part of a price, or an extra. `name`: what the text calls its subject, '' for nothing.
 */
export function pointsFor({ before, after, behind_last }: Beside, name: string): number {
  const isOthers = OTHERS.test(behind_last)
  const isOwn = !isOthers && OWN.test(behind_last)
  const isNamed = !isOthers && !isOwn && namesIt(behind_last, name)
  const isUsual = USUAL.test(behind_last) || OTHERS_AFTER.test(after) || SOMEBODY_TAKES.test(behind_last)
  const signs: readonly [keyof typeof POINTS, boolean][] = [
    ['asked', ASKED_BEFORE.test(before) || ASKED_AFTER.test(after)],
    ['own', isOwn],
    ['named', isNamed],
    ['definite', DEFINITE.test(behind_last)],
    ['period', PERIOD.test(after) || PERIOD_BEFORE.test(before)],
    ['any_of_a_kind', !isOwn && ANY_OF_A_KIND.test(behind_last)],
    ['of_a_kind', !isOwn && !isNamed && OF_A_KIND.test(behind_last)],
    ['others', isOthers || (!isOwn && !isNamed && isUsual)],
    ['several', SEVERAL.test(before)],
    ['part', PART_BEFORE.test(before) || PART_AFTER.test(after)],
    ['extra', EXTRA_BEFORE.test(before) || EXTRA_AFTER.test(after)],
  ]
  return signs.reduce((sum, [sign, holds]) => sum + (holds ? POINTS[sign] : 0), 0)
}

const BEGINS_WITH_A_NAME = /^\W*\p{L}+(?: (?:is|costs?|kostet)|:) (?:only |just |nur )?$/u
/**
 * Whether a sum whose words name the subject, as the first of all names, stands beside one of another name: “Netflix costs
 * £47. Viewly is £5.”
 */
export const isContested = (price: Beside, other: Beside, name: string): boolean =>
  namesIt(price.behind_last, name) &&
  !OWN.test(price.behind_last) &&
  !namesIt(other.behind_last, name) &&
  !OTHERS.test(other.behind_last) &&
  !EXTRA_BEFORE.test(other.before) &&
  BEGINS_WITH_A_NAME.test(other.behind_last)

/** Whether the words name the subject; “ein Steuerberater” is none. */
function namesIt(words: string, name: string): boolean {
  const at = name === '' ? -1 : words.indexOf(name.toLowerCase())
  return at >= 0 && !/(?<!\p{L})(?:an?|ein\p{L}*) $/u.test(words.slice(0, at))
}
