/**
 * The words the reader listens for. All patterns run on lower-cased text, are linear in its length, and are global
 * because a reader wants every hit.
 */
export const LEXICON = {
  /** Boasts: "the best", "number one". A bare "-est" counts only after "the". */
  superlative:
    /\b(?:best|greatest|finest|ultimate|unrivalled|unbeatable|unmatched|perfect|flawless|revolutionary|game-?chang(?:ing|er)|groundbreaking|miracle|magical|amazing|incredible|unbelievable|legendary|world-?class|award-?winning)\b|\bnumber one\b|\bno\. ?1\b|#1\b|\bworld['’]s\b|\b100 ?%(?! (?:of|recycl|cotton|wool|oat|juice|whole))|\bguaranteed (?!by)|\bthe most [\p{L}-]+|\bthe (?!latest|rest|test|nearest|interest|forest|harvest|honest|guest|request|contest|west|east|chest)[\p{L}]{3,}est\b|\bnever fails?\b|\bfor everyone\b|\beverything you\b|\bthe only\b/gu,
  /** Words that promise something and say nothing one could check. */
  vague:
    /\b(?:all-natural|natural(?:ly)?|premium|high[- ]quality|next[- ]gen(?:eration)?|innovative|advanced|holistic|wellness|superior|supercharged?|detox|pure|artisan(?:al)?|cutting[- ]edge|seamless(?:ly)?|empowers?|unlocks?|elevates?|curated|eco-friendly|environmentally friendly|sustainable|chemical-free|better for you|good for you|goodness|state[- ]of[- ]the[- ]art|transform(?:s|ative)?|reimagined?|effortless(?:ly)?)\b/gu,
  jargon:
    /\b(?:leverag(?:e|es|ing)|synerg(?:y|ies)|ai-(?:powered|driven|native)|blockchain|machine learning|end-to-end|omnichannel|scalab(?:le|ility)|paradigm|microbiome|bioavailab(?:le|ility)|adaptogen(?:s|ic)?|nootropics?|peptides?|quantum|nano(?:tech\w*|particles?)?|ioni[sz]ed|proprietary|orchestrat(?:e|es|ion)|agentic|value chain|stakeholders?|best-in-class|mission-critical|robo-advis\w+|tokeni[sz]ed|defi)\b/gu,
  /** Named like proof, but without any. */
  weak_proof:
    /\b(?:clinically|scientifically|medically|dermatologically|laboratory|lab)[ -](?:proven|tested|shown)\b|\b(?:experts?|doctors?|dentists?|scientists?|dermatologists?) (?:agree|recommend|approved?|say)\b|\b(?:doctor|dentist|expert|dermatologist)[- ](?:recommended|approved)\b|\bstudies show\b|\bresearch shows\b|\bproven\b/gu,
  benefit:
    /\b(?:reduc|lower|improv|boost|increas|prevent|protect|reliev|heal|cure|burn|restor|strengthen|eliminat|remov|cut|stop|sav|speed|doubl|tripl|halv|keep|help|support|(?<!stocks? )last|beat|outperform|behav|replac|solv|fix|mak(?:e|es) (?:you|your|it))(?:e|es|s|ed|ing|ps)?\b|\b(?:more|less|fewer|better|faster|cheaper|longer|stronger|lighter|healthier|safer|easier|smarter)\b|\b(?:in (?:minutes|seconds|hours|days)|lose weight|anti-?age?ing|like (?:whole )?milk)\b/gu,
  /** A figure that asks to be believed; pack sizes and dates do not. */
  figure:
    /\d[\d.,]{0,15}\s?(?:%|per ?cent\b|x\b|×|times\b)|\b\d+ (?:out )?of (?:every )?\d+\b|\b(?:twice|double|triple|half) the\b/gu,
  pressure:
    /\b(?:only today|today only|this week only|only this week|last chance|hurry|limited[- ]time|limited (?:offer|edition|stock|places)|while stocks? lasts?|act (?:now|fast)|order now|buy now|ends (?:tonight|today|soon|(?:on )?(?:sun|mon|tues|wednes|thurs|fri|satur)day|at midnight)|only \d+ (?:left|remaining|places)|don['’]t miss(?: out)?|before (?:it['’]s|they['’]re) gone|now or never|first \d[\d,]* (?:customers|orders|people|buyers|households|sign-?ups)|countdown|selling (?:out )?fast)\b/gu,
  guarantee:
    /\b(?:money[- ]back|full refund|refund(?:s|ed)?|your money back|no questions asked|free returns?|\d+[- ](?:day|night|month|year) (?:trial|returns?|guarantee|warranty)|warrant(?:y|ies)|cancel (?:at )?any ?time|try (?:it )?before you buy|free trial)\b/gu,
  crowd:
    /\b(?:reviews?|rated \d[\d.]*|\d(?:\.\d)? stars?|five[- ]stars?|testimonials?|loved by|trusted by|join (?:over |more than )?\d[\d,.]*|(?<!first |[\d,.])\d[\d,.]*(?:k|m|\+| million)? (?:happy |satisfied |delighted )?(?:customers|subscribers|fans|members|downloads|families have)|best-?sell(?:er|ing)|everyone is talking|as seen on)(?!\w)/gu,
  strings:
    /\b(?:auto-?renew\w*|terms (?:and conditions )?apply|t&cs?(?: apply)?|minimum (?:term|contract|spend|order)|\d+[- ]month (?:contract|commitment|term)|subscription|non-refundable|set-?up fees?|cancellation fees?|exclusions apply)\b/gu,
  /** The text itself says something that puts people off. */
  harm: /\b(?:toxic|poison(?:ous|s)?|rotten|mould(?:y)?|rancid|expired|sewage|toenails?|urine|vomit|maggots?|cockroach(?:es)?|radioactive|asbestos|explod(?:e|es|ing)|razor blades?|gravel|broken glass|painful|itch(?:y|ing)|stinks?|smells bad|wet socks?|used (?:socks?|underwear|tissues)|second-hand (?:underwear|toothbrush(?:es)?)|catch(?:es)? fire|causes? (?:pain|rashes|cancer|nausea))\b/gu,
  novelty:
    /\b(?:new|the (?:world['’]s )?first (?!\d)|invented|never before|introducing|patent(?:ed)?|breakthrough|reinvent\w*|ai)\b/gu,
} as const

/** Promises nothing can keep. One hit is enough to sink a claim. */
export const ABSURD: readonly RegExp[] = [
  /\bcures? (?:all|every|any|cancer|diabetes|baldness|age?ing|everything|death)\b/gu,
  /\b(?:cure|heal|erase|reverse|melt|banish|solve|fix)(?:s|es)?\b[^.!?\n]{0,40}\b(?:all (?:your|known|diseases?|illness\w*|problems)|every(?:thing| (?:disease|illness|problem|ailment))|any (?:disease|illness)|forever|instantly|overnight|permanently)\b/gu,
  /\b(?:lose|shed|regrow|learn|become|get|earn|double|look|heal|fluent)\b[^.!?\n]{0,50}\b(?:overnight|instantly|in (?:one|a single|a|\d) (?:day|night|hour|minute|second)s?)\b/gu,
  /\blose \d+ ?(?:kg|kilos?|pounds?|lbs?|stone)\b[^.!?\n]{0,30}\bin (?:a|one|two|\d) (?:days?|nights?|weeks?)\b/gu,
  /\b(?:lasts?|works?|stays?|lives?|fresh|young|full|charged) for ?ever\b|\blive for ?ever\b|\bforever young\b/gu,
  /\b(?:stops?|ends?|halts?|reverses?) (?:age?ing|death|all pain)\b/gu,
  /\bnever (?:\p{L}+ ){0,2}(?:sleep|eat|drink|age|die|charg\w+|refuel|run(?:s)? out|(?:get|be|feel) (?:old|ill|sick|tired|hungry|wrong))\b/gu,
  /\bguaranteed?\b[^.!?\n]{0,30}\b(?:returns?|profits?|riches|millions?|win(?:s|nings)?)\b|\brisk[- ]free (?:returns?|profits?)\b/gu,
  /\b(?:doubles?|triples?) your (?:money|savings|income|salary|height|iq|lifespan)\b|\b\d{2,} ?% (?:a|per) (?:day|week|month)\b/gu,
  /\b(?:teleport\w*|time[- ]travel\w*|perpetual motion|reads? (?:your )?(?:mind|thoughts)s?|telepath\w*|immortal\w*|eternal (?:youth|life)|anti-?gravity|levitat\w*|resurrect\w*|raise the dead|free energy|quantum (?:healing|water)|psychic|unicorns?|infinite (?:energy|money|battery|storage)|makes? you invisible)\b/gu,
  /\b(?:1[1-9]\d|[2-9]\d\d|\d{4,}) ?% (?:less|fewer|reduction|lower|cheaper|of (?:people|all|users|customers))\b|\b\d{3,}x\b/gu,
  /\b(?:every|any|all) (?:known )?(?:illness(?:es)?|diseases?|ailments?)\b/gu,
  /\bzero[- ]calorie (?:chocolate|butter|burgers?|pizza|cake|cream)\b|\b(?:no|zero) side[- ]effects? (?:ever|whatsoever|at all)\b/gu,
]

/** How many were asked or tested. */
export const SAMPLE =
  /\bn ?= ?\d+|\b\d[\d,]* (?:\p{L}+ )?(?:people|women|men|adults|volunteers|participants|patients|households|baristas|companies|teams|testers|children|families|parents|dogs|cats|customers surveyed|respondents|users surveyed|samples|drivers|runners|nurses|engineers|stores|washes)\b|\b\d+ out of \d+\b/gu

/** What makes a figure evidence. The points of the kinds found add up; 1 is as good as a text can offer. */
export const EVIDENCE: readonly { readonly kind: string; readonly points: number; readonly words: RegExp }[] = [
  {
    kind: 'a test or study',
    points: 0.4,
    words:
      /\b(?:clinical (?:trial|stud(?:y|ies))|randomi[sz]ed|placebo|trials?|stud(?:y|ies) (?:of|with|by|at|in|from|run|on|involving|published)|(?:a|the|our|one|this|\d{4}) (?:\S+ )?study|survey of|surveyed|blind (?:tast\w+|test\w*)|lab(?:oratory)? (?:tests?|report|measurements?)|tested (?:by|on|at|in|with|against|for)|tests? (?:by|on|at)|measured|audit(?:ed)? by|benchmark(?:ed)? (?:by|against|on)|pilot (?:with|at|of))\b/gu,
  },
  {
    kind: 'a sample',
    points: 0.25,
    words: SAMPLE,
  },
  {
    kind: 'a named outside body',
    points: 0.3,
    words:
      /\b(?:independent(?:ly)?|third[- ]party|universit(?:y|ies)|institutes?|accredited|certified|certificat(?:e|ion)|t[uü]v|stiftung warentest|which\?|fda|efsa|fca|fscs|iso ?\d{3,}|soc ?2|b corp|soil association|fairtrade|hospital|national health|consumer association|campden|bsi|kitemark|nutri-score|chartered|abta|atol|ofgem|vegan society|coffee school)(?!\w)/gu,
  },
  {
    kind: 'a place to check it',
    points: 0.25,
    words:
      /\b(?:published (?:in|at|on)|peer[- ]reviewed|journal of|read the (?:full )?(?:report|study|results|data)|(?:full )?(?:report|results|data|method)(?: is| are)? (?:at|on|published|available|online)|see the (?:data|report|study|results)|registered (?:under|as|with)|certificate (?:no|number)|doi)\b/gu,
  },
  {
    kind: 'a date',
    points: 0.05,
    words:
      /\b(?:january|february|march|april|may|june|july|august|september|october|november|december) (?:20\d\d)\b|\bin 20\d\d\b/gu,
  },
]

const NEGATION =
  /\b(?:no|not|non|never|without|zero|neither|nor|isn['’]t|aren['’]t|don['’]t|doesn['’]t|stops?|prevents?|against|avoids?|free (?:of|from))[\s-](?:[\p{L}'’-]+ ){0,2}$/u
const LOOK_BACK = 40

/** Whether what stands at `at` is denied: "no subscription", "without toxic dyes", "not tested". */
export function isNegated(text: string, at: number): boolean {
  return NEGATION.test(text.slice(Math.max(0, at - LOOK_BACK), at))
}

export type Hit = { readonly at: number; readonly text: string }

/** All hits of a pattern that are not denied. */
export function hitsOf(pattern: RegExp, text: string): Hit[] {
  const hits: Hit[] = []
  for (const match of text.matchAll(pattern)) {
    if (!isNegated(text, match.index)) hits.push({ at: match.index, text: match[0] })
  }
  return hits
}
