import type { Category } from '../../../domain/persona.js'
import type { Concept } from './concepts.js'

/** Something a buyer in a category wants to know before paying. */
export type Topic = {
  /** As it stands after "it says nothing about". */
  readonly topic: string
  /** If one of these occurs, the text says something about it. */
  readonly words: RegExp
  readonly matters_to: Concept
}

const where: Topic = {
  topic: 'where I could get it',
  words:
    /\b(?:shops?|stores?|supermarkets?|online|order|delivery|deliver(?:s|ed)?|aisle|chiller|stockists?|available (?:at|in|from)|website|app store)\b/u,
  matters_to: 'ease',
}

export const TOPICS: Readonly<Record<Category, readonly Topic[]>> = {
  fmcg: [
    {
      topic: 'what is actually in it',
      words:
        /\b(?:ingredients?|made (?:from|of|with)|contains?|formula|free from|no (?:gums|additives|colou?rs|preservatives))\b/u,
      matters_to: 'honesty',
    },
    {
      topic: 'how much I get for the money',
      words:
        /\b\d+ ?(?:l|litres?|liters?|ml|g|kg|pack|washes|sheets|rolls|tablets|capsules|pieces|oz)\b|\b(?:one|two|three|four|five|six|ten) (?:litres?|washes|rolls|packs?)\b/u,
      matters_to: 'savings',
    },
    {
      topic: 'how it compares with what I buy now',
      words: /\b(?:than|compared|versus|vs|leading|like (?:whole )?milk|instead of|dairy)\b/u,
      matters_to: 'comfort',
    },
    {
      topic: 'what happens to the packaging',
      words: /\b(?:packag\w*|recycl\w*|plastic|carton|bottle|refill\w*|compost\w*)\b/u,
      matters_to: 'planet',
    },
    where,
  ],
  food_drink: [
    {
      topic: 'what it tastes like',
      words: /\b(?:tast\w+|flavou?r\w*|sweet\w*|creamy|bitter|crunch\w*|rich|tangy|savoury|froths?)\b/u,
      matters_to: 'taste',
    },
    {
      topic: 'what is in it',
      words:
        /\b(?:ingredients?|made (?:from|of|with)|contains?|nothing else|no (?:gums|additives|colou?rs|preservatives))\b/u,
      matters_to: 'honesty',
    },
    { topic: 'allergens', words: /\b(?:allerg\w*|gluten|nuts?|soya?|dairy-free|lactose)\b/u, matters_to: 'safety' },
    {
      topic: 'vitamins, protein or calcium',
      words: /\b(?:protein|calcium|vitamin\w*|iron|fibre|fiber|calories|kcal|nutrition\w*)\b/u,
      matters_to: 'health',
    },
    {
      topic: 'how long it keeps once it is open',
      words: /\b(?:fridge|keeps? (?:for|in|up)|once opened|best before|shelf|freez\w+|days after)\b/u,
      matters_to: 'family',
    },
    {
      topic: 'where the ingredients come from',
      words: /\b(?:grown|british|local|farm\w*|sourced|origin|from (?:\p{Lu}|spain|italy|france))\b/u,
      matters_to: 'tradition',
    },
    where,
  ],
  beauty: [
    {
      topic: 'which skin or hair it is for',
      words: /\b(?:skin types?|sensitive|dry|oily|combination|curly|fine hair|all skin|mature)\b/u,
      matters_to: 'safety',
    },
    {
      topic: 'the full list of ingredients',
      words: /\b(?:ingredients?|inci|contains?|made (?:from|with)|formula)\b/u,
      matters_to: 'honesty',
    },
    {
      topic: 'how long until I would see anything',
      words: /\b(?:weeks?|days?|overnight|instantly|hours?|after \w+ (?:use|washes))\b/u,
      matters_to: 'ease',
    },
    { topic: 'fragrance', words: /\b(?:fragranc\w*|scent\w*|perfume\w*|unscented|smells?)\b/u, matters_to: 'comfort' },
    { topic: 'whether it is tested on animals', words: /\b(?:cruelty|animals?|vegan)\b/u, matters_to: 'planet' },
    {
      topic: 'how long a pack lasts',
      words: /\b\d+ ?ml\b|\b(?:lasts?|months?' supply|per use)\b/u,
      matters_to: 'savings',
    },
  ],
  tech: [
    {
      topic: 'battery life',
      words: /\b(?:battery|charg\w+|plug\w*|mains|hours of use|wired)\b/u,
      matters_to: 'reliability',
    },
    {
      topic: 'what it works with',
      words: /\b(?:compatib\w*|works with|ios|android|bluetooth|usb\w*|wi-?fi|matter|homekit)\b/u,
      matters_to: 'compatibility',
    },
    {
      topic: 'what happens to my data',
      words: /\b(?:privacy|data|encrypt\w*|on-device|gdpr|stored)\b/u,
      matters_to: 'privacy',
    },
    {
      topic: 'warranty and repair',
      words: /\b(?:warrant\w*|repair\w*|guarantee\w*|spare parts?)\b/u,
      matters_to: 'quality',
    },
    {
      topic: 'how long it gets updates',
      words: /\b(?:updates?|firmware|supported until|years of support)\b/u,
      matters_to: 'safety',
    },
    {
      topic: 'how hard it is to set up',
      words: /\b(?:set-?up|install\w*|out of the box|minutes to|plug and play)\b/u,
      matters_to: 'ease',
    },
  ],
  saas: [
    {
      topic: 'what it costs for the whole team',
      words:
        /\bper (?:seat|user|team|workspace|person|head|employee|location)|\b(?:seats?|users?) included|flat (?:fee|price|rate)\b/u,
      matters_to: 'savings',
    },
    {
      topic: 'which systems it connects to',
      words: /\b(?:integrat\w*|connects?|api|salesforce|slack|hubspot|xero|quickbooks|microsoft|google|import\w*)\b/u,
      matters_to: 'compatibility',
    },
    {
      topic: 'where the data sits and who may see it',
      words: /\b(?:security|secure|gdpr|soc ?2|iso ?\d+|encrypt\w*|hosted|data (?:cent(?:re|er)|residency))\b/u,
      matters_to: 'privacy',
    },
    {
      topic: 'how we get our data out again',
      words: /\b(?:export\w*|leave|migrat\w*|no lock-in|cancel\w*)\b/u,
      matters_to: 'control',
    },
    {
      topic: 'who answers when it breaks',
      words: /\b(?:support|help ?desk|phone|sla|uptime|human)\b/u,
      matters_to: 'support',
    },
    {
      topic: 'a customer like us',
      words: /\b(?:customers?|case stud(?:y|ies)|teams? (?:like|at|use)|used by|pilot)\b/u,
      matters_to: 'growth',
    },
  ],
  finance: [
    {
      topic: 'all the fees',
      words: /\b(?:fees?|charges?|costs?|commission|apr|ongoing charge)\b/u,
      matters_to: 'savings',
    },
    {
      topic: 'what I could lose',
      words: /\b(?:risk|lose|loss(?:es)?|fall as well|capital at risk|volatil\w*)\b/u,
      matters_to: 'safety',
    },
    {
      topic: 'who regulates it and protects the money',
      words: /\b(?:regulat\w*|authori[sz]ed|fca|fscs|protected|bank licence|insured)\b/u,
      matters_to: 'reliability',
    },
    {
      topic: 'how fast I can get my money out',
      words: /\b(?:withdraw\w*|access|instant|notice|locked|anytime|penalty)\b/u,
      matters_to: 'control',
    },
    {
      topic: 'what they do with my data',
      words: /\b(?:privacy|data|open banking|read-only|share)\b/u,
      matters_to: 'privacy',
    },
    {
      topic: 'who is behind it',
      words: /\b(?:founded|owned by|company|bank|since \d{4}|mutual|building society|customers)\b/u,
      matters_to: 'honesty',
    },
  ],
  travel: [
    {
      topic: 'what happens if I have to cancel',
      words: /\b(?:cancel\w*|refund\w*|rebook\w*|change (?:your )?dates|flexible)\b/u,
      matters_to: 'control',
    },
    {
      topic: 'what is included',
      words: /\b(?:includ\w+|breakfast|half board|full board|meals|transfers?|flights?)\b/u,
      matters_to: 'savings',
    },
    {
      topic: 'how I get there',
      words: /\b(?:airport|train|transfer|drive|flights?|minutes from|station|ferry)\b/u,
      matters_to: 'ease',
    },
    { topic: 'what other guests said', words: /\b(?:reviews?|rated|guests?|stars?)\b/u, matters_to: 'community' },
    {
      topic: 'whether my money is protected',
      words: /\b(?:abta|atol|bonded|insur\w*|protected)\b/u,
      matters_to: 'safety',
    },
    {
      topic: 'whether it suits children',
      words: /\b(?:famil(?:y|ies)|child\w*|kids|adults only|cots?)\b/u,
      matters_to: 'family',
    },
  ],
  health: [
    {
      topic: 'side effects',
      words: /\b(?:side effects?|may cause|contraindicat\w*|not suitable|drowsi\w*)\b/u,
      matters_to: 'safety',
    },
    {
      topic: 'whether it goes with other medicines',
      words: /\b(?:medicines?|medication|prescription|doctor|gp|pharmacist|interact\w*)\b/u,
      matters_to: 'family',
    },
    {
      topic: 'what is in it and how much',
      words: /\b(?:ingredients?|contains?|\d+ ?mg|dos(?:e|age)|capsules?|made (?:from|with))\b/u,
      matters_to: 'honesty',
    },
    {
      topic: 'how long I would have to take it',
      words: /\b(?:weeks?|months?|daily|once a day|course)\b/u,
      matters_to: 'ease',
    },
    {
      topic: 'who should not use it',
      words: /\b(?:not for|under \d+|pregnan\w*|breastfeeding|unless)\b/u,
      matters_to: 'health',
    },
    {
      topic: 'who tested it',
      words: /\b(?:trial|stud(?:y|ies)|tested|university|hospital|peer-reviewed)\b/u,
      matters_to: 'reliability',
    },
  ],
}

/** The topics of a category that a text (lower case) says nothing about. */
export function silentTopics(lower: string, category: Category): Topic[] {
  return TOPICS[category].filter(({ words }) => !words.test(lower))
}
