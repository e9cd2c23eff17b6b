/** What people care about and texts speak of. Stems are matched at the beginning of a word. */
const STEMS = {
  health:
    'health|nutri|vitamin|protein|fibre|fiber|sugar|wellbeing|well-being|fit(?:ness)?\\b|diet|immun|sleep|medic|doctor|body\\b|heart|gut\\b|symptom|skin\\b|heal(?:s|ed|ing)?\\b|pains?\\b|exercise',
  taste: 'tast|flavou?r|delicious|creamy|sweet|cook|recipe|barista|froth|meal|food|crunch',
  ease: 'eas(?:e|y|ier|ily)\\b|convenien|simpl|quick|fast(?:er)?\\b|time|hassle|minute|hours?\\b|speed|effortless|automat|handy|straightforward|practical|hands-free|runs? smoothly',
  savings:
    'sav(?:e|es|ing|ings)\\b|cheap|afford|budget|value for money|pric(?:e|es|ing)\\b|discount|bargain|thrift|cost|money|fees?\\b|frugal|debt|paying things off',
  planet:
    'planet|sustainab|climate|carbon|recycl|eco(?:-|\\b|log)|environment|plastic|packag|organic|green|nature|emission|refill|waste|animal',
  family: 'famil|child|kids?\\b|parent|baby|toddler|teen|daughter|household|school',
  safety: 'safe|secur|protect|allerg|risk|toxic|insur|fsc|harmless|gentle|regulat',
  quality: 'quality|craft|durab|well made|well-made|material|finish|lasting|robust|ingredient|workmanship|excellence',
  honesty:
    'honest|transparen|trust|truth|straight|plain|fair play|labels?\\b|evidence|proof|facts?\\b|science|independen|accura|nothing else|ingredient|audit',
  privacy: 'privacy|private|data|encrypt|gdpr|tracking|anonym|confidential',
  control: 'control|choice|choose|independence|own terms|flexib|cancel|freedom|autonom|predictab',
  novelty: 'new\\b|novel|innovat|curio|discover|first\\b|experiment|invent|trend|future|technolog',
  comfort: 'comfort|calm|peace|relax|routine|familiar|cosy|quiet|rest|stress|habit|steady',
  pleasure: 'treats?\\b|indulg|enjoy|fun\\b|pleasure|joy|delight|luxur|beauty|beautiful|spoil',
  status:
    'status|styl|design|elegan|image|impress|taste-mak|premium|admir|aesthetic|recognition|good taste|people remember',
  reliability: 'reliab|depend|consisten|warrant|proven|uptime|stable|track record|guarantee|keeps its word|works',
  growth:
    'growth|grow(?:s|ing)?\\b|revenue|sales|profit|leads?\\b|convert|conversion|return on|roi\\b|pipeline|business|scal(?:e|es|ing)\\b',
  compatibility: 'integrat|compatib|connect|apis?\\b|exports?\\b|migrat|plug|sync|interoperab',
  support: 'support|service|onboard|training|human|advice|customer care|documentation|handshake',
  tradition: 'tradition|heritage|classic|recipe|local|regional|british|village|farm|familiar',
  community: 'communit|friend|neighbour|neighbor|together|shared?\\b|belong|social|teams?\\b|part of something',
  fairness:
    'fair\\b|fairly|fairness|fairtrade|worker|ethic|wage|labour|labor|justice|responsib|co-op|cooperative|charity|makers?\\b',
} as const

export type Concept = keyof typeof STEMS
export const CONCEPTS = Object.keys(STEMS) as Concept[]

const PATTERNS = CONCEPTS.map((concept) => [concept, new RegExp(`\\b(?:${STEMS[concept]})`, 'iu')] as const)

/** The concepts a text touches. */
export function conceptsIn(text: string): ReadonlySet<Concept> {
  return new Set(PATTERNS.filter(([, pattern]) => pattern.test(text)).map(([concept]) => concept))
}
