export type Situation =
  | 'opt_out'
  | 'trick'
  | 'bot_question'
  | 'legal'
  | 'not_the_decider'
  | 'bad_fit'
  | 'rival'
  | 'price'
  | 'ready'
  | 'cold'
  | 'vague'
  | 'going_on'

/** What a message is about, the gravest thing first. */
const SIGNS: readonly (readonly [Situation, RegExp])[] = [
  [
    'opt_out',
    /\b(?:stop (?:contacting|emailing|calling|messaging|writing)|unsubscribe|opt(?:ing)? out|leave me alone|no more (?:emails|messages|calls)|(?:take|remove|delete) me\b|(?:do not|don['’]t) (?:contact|email|call|write to|message) me)/i,
  ],
  [
    'trick',
    /\b(?:system prompt|ignore (?:all |your |the )?(?:previous |earlier )?(?:instructions|rules)|(?:print|show|repeat|reveal)[^.?!]{0,30}(?:instructions|prompt))/i,
  ],
  [
    'bot_question',
    /\b(?:are you|is this|talking to|speaking (?:to|with))\b[^.?!]{0,24}\b(?:bot|robot|ai|human|real person|machine)\b/i,
  ],
  [
    'legal',
    /\b(?:SOC ?2|ISO ?\d+|GDPR|data processing|data (?:is |are )?(?:stored|kept)|security review|penetration test|certificat)/i,
  ],
  ['not_the_decider', /\b(?:not|n['’]t) (?:the one who )?decide|not my (?:decision|call)|above my head|only do the\b/i],
  ['bad_fit', /\b(?:on my own|no (?:staff|employees|website)|one-(?:man|woman|person)|hobby|freelanc|student)\b/i],
  [
    'rival',
    /\b(?:another|other|current|our) (?:supplier|provider|vendor|tool|agency)\b|\bhappy with (?:them|it|what)|\balready (?:use|have|work with)\b/i,
  ],
  ['price', /\b(?:price|pricing|costs?|expensive|cheaper|budget left|how much)\b/i],
  [
    'ready',
    /\b(?:we need|need something|get started|sign|live (?:by|before)|before the end of|five minutes|as soon as|ready to)\b/i,
  ],
  ['cold', /\b(?:no idea who|who are you|not looking|not interested|what is this about|where did you get)\b/i],
  ['vague', /\b(?:tell me more|sounds (?:interesting|good)|how does (?:it|this) work|what do you do)\b/i],
]

export const situationOf = (message: string): Situation =>
  SIGNS.find(([, sign]) => sign.test(message))?.[0] ?? 'going_on'

export const TOPICS = ['need', 'budget', 'authority', 'timeline'] as const
export type Topic = (typeof TOPICS)[number]

/** Words of a question that ask about each topic. */
const ASKED: Readonly<Record<Topic, RegExp>> = {
  need: /\b(?:need|problem|trouble|challenge|struggl|goal|better|matters|help most|handle|improve|takes (?:the )?most time)/i,
  budget: /\b(?:budget|spend|set aside|afford|invest|price range|be worth)/i,
  authority:
    /\b(?:who (?:else )?(?:decides|signs|is involved|would)|decision|decides?|right person|sign(?:s|ed)? (?:it )?off|authori)/i,
  timeline: /\b(?:when|timeline|deadline|by what date|how soon|time ?frame|date)\b/i,
}

/** Topics the questions of a text ask about. */
export function topicsAsked(text: string): Topic[] {
  const sentences = text.match(/[^.!?\n]+[.!?\n]?/g) ?? []
  const questions = sentences.filter((one) => one.endsWith('?')).join(' ')
  return TOPICS.filter((topic) => ASKED[topic].test(questions))
}
