/** Plausible answers from nothing but a request's JSON schema and its prompt; the same request gets the same answer. */

const SENTENCES = [
  'I had to read it twice before I knew what I would be paying for.',
  'It sounds nice, but nice is what they all say on the front of the packet.',
  'My sister would buy this on the spot, and I would wait for her to finish the first one.',
  'If it does half of what it says I would be glad, and I have been glad before and then thrown it away.',
  'The price is the first thing I looked for and the last thing I found.',
  'I like that it says plainly what is inside, because most of them hide it on the back.',
  'Somebody would have to show me a number that is not their own.',
  'There is a drawer at home full of things that promised me the same.',
  'I could see it on a Tuesday evening when nobody feels like cooking.',
  'For that money I would rather stay with what I know.',
  'It is not for me, but I can name three people it is for.',
  'I would try it once if it stood next to the till.',
  'The word sustainable makes me turn the box over, and then I put it back.',
  'I do not mind paying more, I mind being talked down to.',
  'What happens after the trial month is written very small.',
  'My honest thought was that somebody in marketing had a good day.',
  'I want to believe it, and that is exactly why I am careful.',
  'Nobody in the room asked how long it lasts once it is open.',
]
const PHRASES = [
  'no independent proof of the main claim',
  'price is not shown up front',
  'another subscription to cancel later',
  'too many words I would not use myself',
  'unclear how it differs from what I have',
  'needs a change of habit every morning',
  'no trial without giving a card number',
]
const NAMES = ['Jordan Reyes', 'Priya Shah', 'Tom Becker', 'Aisha Coleman', 'Marta Lindqvist', 'Dev Anand']

/** How many sentences a field of that name has; others have one. */
const LENGTHS = {
  considered_response: 4,
  private_thoughts: 3,
  gut_reaction: 2,
  text: 2,
  reply: 4,
  purchase_statement: 2,
  fix: 1,
  social_response: 3,
  dynamics_notes: 2,
  why_they_matter: 2,
}
const PHRASE_FIELDS =
  /friction|weakness|barrier|vulnerabilit|objection|catalyst|priority|claim$|^reason$|^why$|^proof_wanted$|^obstacle$/
const NAME_FIELDS =
  /^(persona_name|speaker|participant|primary_influencer|followers|contrarians|personas_affected|name)$/
/** Bounds of fields whose schema says none. */
const KNOWN_BOUNDS = [
  [/intent|severity|skepticism/, [1, 10]],
  [/score|index/, [0, 100]],
]

/**
 * @param {any} schema JSON schema of the answer
 * @param {string} prompt text the request carries: names and quotes are taken from it
 * @param {number} seed
 * @param {string} [system] what the whole panel shares: the stimulus and its claims
 */
export function fakeAnswer(schema, prompt, seed, system = '') {
  const whole = `${system}\n${prompt}`
  const random = mulberry32(seed)
  const pick = (list) => list[Math.floor(random() * list.length)]
  const material = {
    names: namesIn(prompt),
    own: ownName(prompt),
    spoken: spokenIn(prompt),
    claims: matches(whole, /^(c\d+)[: ]/gm),
    reasons: matches(prompt, /^(r\d+) \(/gm),
    turns: matches(prompt, /^\[(\d+)\] /gm).map(Number),
    balloted: !whole.includes('private_reasons: an empty list'),
    statements: [...prompt.matchAll(/<statement-\w+ number="(\d+)">\n([\s\S]*?)\n<\/statement-\w+>/g)].map(
      ([, number, text]) => ({ number: Number(number), text }),
    ),
    people: matches(prompt, /<person-\w+>\n([^;\n]+);/g),
    findings: matches(prompt, /^(f\d+)\b/gm),
    passages: [...prompt.matchAll(/^\[([drt]\d+-p\d+)\] (.+)$/gm)].map(([, passage_id, text]) => ({
      passage_id,
      text,
    })),
    evidence: [...whole.matchAll(/^(e\d+) \([^)]*\): .*“([^”]+)”$/gm)].map(([, evidence_id, quote]) => ({
      evidence_id,
      quote,
    })),
    respondents: [...new Set(matches(whole, /^e\d+ \((d\d+-r\d+),/gm))],
    views: matches(prompt, /^(v\d+) \(speaks /gm),
    coded: [...prompt.matchAll(/<turn-\w+ number="(\d+)">\n([\s\S]*?)\n<\/turn-\w+>/g)].map(([, turn, text]) => ({
      turn: Number(turn),
      text,
    })),
    open: openIn(prompt),
    screens: screensIn(whole),
    feels: feelingsIn(prompt),
    lived: livedIn(prompt),
    remembered: matches(prompt, /^\[(\d+)\] (?:Day|Usually|You|Support|Somebody)/gm).map(Number),
    steps: Number(/^At most (\d+) steps\./m.exec(prompt)?.[1] ?? 1),
    stimulus: sentencesOf(/<proposition-\w+>\n([\s\S]*?)\n<\/proposition-\w+>/.exec(whole)?.[1] ?? ''),
    pick,
    random,
  }
  return make(schema, '', '', material)
}

function make(schema, key, path, material) {
  const { pick, random } = material
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return pick(schema.enum)
  // A conclusion now and then, and only where there is something to draw it from.
  if (path === '.look_back.insight' && (material.remembered.length < 2 || random() < 0.7)) return null
  if (path === '.tell_others.trigger') return random() < 0.5 ? null : (material.open[0] ?? null)
  if (schema.anyOf)
    return make(schema.anyOf.find((variant) => variant.type !== 'null') ?? schema.anyOf[0], key, path, material)
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  // A proposition is an offer in English, unless a test answers otherwise: `nothingToJudge`.
  if (path === '.offer') return { kind: 'offer', language: 'English', why: '' }
  // Something said about a synthetic person, mostly with the finding behind it.
  if (type === 'object' && 'evidence_id' in (schema.properties ?? {})) return statementOn(material)
  if (type === 'object') {
    return Object.fromEntries(
      Object.entries(schema.properties ?? {}).map(([name, part]) => [
        name,
        make(part, name, `${path}.${name}`, material),
      ]),
    )
  }
  if (type === 'array') {
    const listed = LISTS[path]?.(schema.items, material)
    if (listed) return listed
    const [least, most] = boundsOf(schema, key) ?? [0, 3]
    const length = Math.max(least, Math.min(most, key === 'discussion_flow' ? 8 : 2 + Math.floor(random() * 2)))
    return unique(length, () => make(schema.items ?? { type: 'string' }, key, path, material))
  }
  if (type === 'integer' || type === 'number') {
    // Who looks back feels about what the prompt says, a little more or less.
    if (path.startsWith('.look_back.felt.')) return Number((0.9 * material.feels[key] + 0.1 * random()).toFixed(2))
    if (/turn$/.test(key)) return material.turns.length > 0 ? pick(material.turns) : 0
    const [least, most] = boundsOf(schema, key) ?? [0, 100]
    const value = least + random() * (most - least)
    return type === 'integer' || most - least > 2 ? Math.round(value) : Number(value.toFixed(2))
  }
  if (type === 'boolean') return random() < 0.5
  return type === 'null' ? null : words(key, path, material)
}

/** Plain words about buying, and where a coder would place them. */
const LIKELIHOODS = [
  [/(definitely|certainly) not|would never/i, 1],
  [/probably not/i, 2],
  [/definitely|certainly/i, 5],
  [/probably/i, 4],
]

/** Lists that a task gives one entry for each thing in its prompt. */
const LISTS = {
  '.beliefs': (items, material) =>
    material.claims.map((claim_id) => {
      const belief = { ...make(items, '', '.beliefs', material), claim_id }
      return belief.stance === 'believes' ? { ...belief, why: '', proof_wanted: '' } : belief
    }),
  // As its instructions say: a ballot is filled in where one is held.
  '.private_reasons': (_, { balloted }) => (balloted ? undefined : []),
  '.marks': (items, material) =>
    'relation' in (items?.properties ?? {})
      ? viewMarks(items, material)
      : material.people.map((name) => ({ ...make(items, '', '.marks', material), name })),
  // A user of a product does what there is a need for, then what is open, and goes on where a screen leads to.
  '.plan': (items, { open, screens, steps, pick, random }) => {
    if (screens.size === 0)
      return [{ action: 'read_docs', target: 'docs', why: 'I want to know how it works.', if_blocked: 'leave' }]
    const places = new Set(open.filter((target) => screens.has(target)))
    for (const place of places) for (const next of screens.get(place).next) places.add(next)
    if (places.size === 0) places.add('docs')
    return [...places].slice(0, Math.min(steps, 2 + Math.floor(random() * 4))).map((target) => ({
      action: screens.get(target)?.action ?? 'read_docs',
      target,
      why: pick(STEP_REASONS).replace('it', `the ${target.replaceAll('_', ' ')}`),
      if_blocked: pick(items.properties.if_blocked.enum.slice(0, 4)),
    }))
  },
  '.look_back.insight.evidence_ids': (_, { remembered }) => remembered.slice(0, 2),
  '.claims': (_, { stimulus }) =>
    stimulus
      .filter((sentence) => sentence.length > 12)
      .slice(0, 5)
      .map((text) => ({ text, meaning: 1 })),
  '.codes': (_, { statements, random }) =>
    statements.map(({ number, text }) => {
      const said = LIKELIHOODS.find(([words]) => words.test(text))
      return `${number}:${said ? said[1] : 1 + Math.floor(5 * random())}`
    }),
  '.voices': (_, { reasons, pick }) => (reasons.length > 0 ? [pick(reasons)] : []),
  '.edits': (items, material) =>
    material.findings.slice(0, 3).map((finding_id, i) => ({
      ...make(items, '', '.edits', material),
      finding_id,
      // A sentence loses its last word: an edit that keeps every fact.
      ...shortened(material.stimulus.filter(canLoseAWord)[i] ?? ''),
    })),
  // Findings of research: the first sentence of a passage, word for word, but for one that no passage has.
  '.findings': (items, material) =>
    material.passages.slice(0, 24).map(({ text }, i) => ({
      ...make(items, '', '.findings', material),
      quote: i === 7 ? 'Nobody in these documents ever said this.' : (sentencesOf(text)[0] ?? text).slice(0, 160),
      statement: sentencesOf(text)[0] ?? text,
      who: material.pick(FAKE_KINDS),
    })),
  '.archetypes': (items, material) =>
    FAKE_KINDS.map((name, i) => ({
      ...make(items, '', '.archetypes', material),
      name,
      description: material.pick(SENTENCES),
      weight: 60 - 20 * i,
      evidence_ids: idsOf(material, i),
      respondents: material.respondents.filter((_, place) => place % FAKE_KINDS.length === i),
      variations: ['careful with money', 'short of time', 'asks others first'],
      rules_out: i === 2 ? [{ axis: 'company_size', level: 'Enterprise' }] : [],
    })),
  '.axes': (_, material) =>
    Object.entries(FAKE_AXES).map(([name, levels]) => ({
      name,
      levels: levels.map((level, i) => ({ name: level, weight: 50 - 10 * i, evidence_ids: idsOf(material, i) })),
    })),
  '.edge_cases': (_, material) => [
    { name: 'Works without internet', description: material.pick(SENTENCES), evidence_ids: [], respondents: [] },
  ],
  '.probabilities': () => [0.1, 0.2, 0.3, 0.3, 0.1],
}

/** Why somebody takes a step; `it` is the screen. */
const STEP_REASONS = [
  'I need it today, as on most days.',
  'I want to see whether it works for me.',
  'I have put it off long enough.',
  'Nothing else makes sense before it is done.',
]

/** Every other turn does something to some view, in its own first sentence. */
const viewMarks = (items, { views, coded, pick }) =>
  coded
    .filter((_, i) => i % 2 === 0 && views.length > 0)
    .map(({ turn, text }) => ({
      view: pick(views),
      turn,
      relation: pick(items.properties.relation.enum),
      quote: sentencesOf(text)[0] ?? text,
    }))

const FAKE_KINDS = ['Careful planner', 'Quick decider', 'Helper of others']
const FAKE_AXES = {
  experience_level: ['Novice', 'Intermediate', 'Expert'],
  company_size: ['Startup', 'SMB', 'Enterprise'],
  risk_tolerance: ['low', 'middle', 'high'],
  'Who signs': ['alone', 'a committee', 'somebody above'],
}
const idsOf = ({ evidence }, from) => evidence.slice(from * 3, from * 3 + 3).map(({ evidence_id }) => evidence_id)

function statementOn({ evidence, pick, random }) {
  const found = evidence.length > 0 && random() < 0.7 ? pick(evidence) : null
  if (!found) return { text: `${pick(PHRASES)}, ${pick(SENTENCES)}`, evidence_id: '' }
  return { text: `${found.quote.split(/\s+/).slice(0, 9).join(' ')}: ${pick(PHRASES)}`, evidence_id: found.evidence_id }
}

const shortened = (original) => ({ original, replacement: original.replace(/(?:\s+like)?\s+\S+$/, '.') })
/** Whether it is a sentence without figures: one that can lose its last word, and “like” with it. */
const canLoseAWord = (sentence) => sentence.length > 20 && !/\d|^#/.test(sentence)

/** Screens that a user of a product can open, those with a need first. */
function openIn(prompt) {
  const listed = (/^Open to you now: (.*)\.$/m.exec(prompt)?.[1] ?? '').split(', ')
  const needed = listed.filter((screen) => screen.endsWith(')'))
  return [...needed, ...listed.filter((screen) => !needed.includes(screen))].map((screen) => screen.split(' ')[0])
}

/** A product's screens, by name: what is done there and where it leads to. */
const screensIn = (card) =>
  new Map(
    [...card.matchAll(/^- (\S+) \((\w+)\):(.*)$/gm)].map(([, id, action, line]) => [
      id,
      { action, next: /leads to (.+)$/.exec(line)?.[1].split(', ') ?? [] },
    ]),
  )

/** What somebody did in the last session: `screen outcome`. */
const livedIn = (prompt) =>
  [...prompt.matchAll(/^\d+\. \w+ (\S+): ([^:\n]+)/gm)].map(
    ([, target, outcome]) => `${target.replaceAll('_', ' ')} ${outcome}`,
  )

/** How somebody who uses a product is said to feel before they begin. */
function feelingsIn(prompt) {
  const felt = /^Before you begin you are (.*)\.$/m.exec(prompt)?.[1].split(', ') ?? []
  const degrees = ['hardly', 'a little', 'somewhat', 'rather', 'very']
  const names = ['frustration', 'confidence', 'delight', 'confusion']
  return Object.fromEntries(
    names.map((name, i) => [
      name,
      0.1 +
        0.2 *
          Math.max(
            0,
            degrees.findIndex((degree) => felt[i]?.startsWith(degree)),
          ),
    ]),
  )
}

function words(key, path, { pick, names, own, spoken, claims, reasons, lived, open }) {
  if (key === 'claim_id') return claims.length > 0 ? pick(claims) : ''
  if (key === 'reason_id') return reasons.length > 0 ? pick(reasons) : ''
  if (key === 'addressed_to') return ''
  if (key === 'persona_name' && own) return own
  if (NAME_FIELDS.test(key)) return pick(names.length > 0 ? names : NAMES)
  if (path === '.look_back.memory.text')
    return lived.length > 0 ? `I remember that ${pick(lived)}.` : 'I looked and left.'
  if (path === '.look_back.insight.text') return 'It goes the same way most of the times that I try.'
  if (path === '.expects') return 'I expect it to go as it went the last time.'
  if (path === '.tell_others.words')
    return open.length > 0 ? `You should try the ${open[0].replaceAll('_', ' ')}, it helped me.` : ''
  if (path === '.summary')
    return open.length > 0
      ? `I want to get on with the ${open[0].replaceAll('_', ' ')} and see what comes of it.`
      : pick(SENTENCES)
  if (path === '.why' || path === '.look_back.quote')
    return unique(2, () => pick(SENTENCES))
      .join(' ')
      .slice(0, 150)
  if (/^quotes?$/.test(key)) {
    const unsaid = path.includes('unsaid') ? spoken.filter(({ label }) => label === 'private') : spoken
    return unsaid.length > 0 ? pick(unsaid).sentence : pick(SENTENCES)
  }
  if (PHRASE_FIELDS.test(key)) return pick(PHRASES)
  return unique(LENGTHS[key] ?? 1, () => pick(SENTENCES)).join(' ')
}

/** Different values where they can be had. */
function unique(length, next) {
  const made = new Map()
  for (let tries = 0; made.size < length && tries < length * 4; tries += 1) {
    const value = next()
    made.set(JSON.stringify(value), value)
  }
  const values = [...made.values()]
  while (values.length < length) values.push(next())
  return values
}

/** Bounds as the schema's keywords, its description or the field's name tell them. */
export function boundsOf(schema, key) {
  // Marks of character: people who answer as they should, unless a test answers otherwise.
  if (/_held$/.test(key)) return [7, 10]
  const [low, high] = schema.type === 'array' ? [schema.minItems, schema.maxItems] : [schema.minimum, schema.maximum]
  if (low !== undefined && high !== undefined) return [low, high]
  const said = schema.description ?? ''
  const unit = schema.type === 'array' ? ' items' : ''
  const both = new RegExp(`(-?[\\d.]+\\d|-?\\d) to (-?[\\d.]*\\d)${unit}`, 'i').exec(said)
  if (both) return [Number(both[1]), Number(both[2])]
  const exactly = new RegExp(`exactly (-?[\\d.]*\\d)${unit}`, 'i').exec(said)
  if (exactly) return [Number(exactly[1]), Number(exactly[1])]
  const least = new RegExp(`at least (-?[\\d.]*\\d)${unit}`, 'i').exec(said)
  const most = new RegExp(`at most (-?[\\d.]*\\d)${unit}`, 'i').exec(said)
  if (least || most) {
    const from = least ? Number(least[1]) : 0
    return [from, most ? Number(most[1]) : from + 100]
  }
  if (schema.type === 'array') return null
  return KNOWN_BOUNDS.find(([name]) => name.test(key))?.[1] ?? null
}

/** The same answer with one bound broken: the first bounded number, else the first bounded list. */
export function breakBounds(schema, answer) {
  const broken = structuredClone(answer)
  return breakFirst(schema, broken, isNumber, (part, key) => boundsOf(part, key)[0] - 89) ||
    breakFirst(schema, broken, isList, () => []) ||
    breakFirst(schema, broken, isBounded, (part, key) => tooMany(part, key)) ||
    breakFirst(schema, broken, isNotEmpty, () => '')
    ? broken
    : { ...broken, unexpected_bounds: true }
}

const isBounded = (part, key) => part.type === 'array' && boundsOf(part, key) !== null
const isNotEmpty = (part) => part.type === 'string' && /not empty/i.test(part.description ?? '')
const tooMany = (part, key) => {
  const most = boundsOf(part, key)[1]
  return Array.from({ length: most + 1 }, (_, i) => fakeAnswer(part.items, '', i))
}
const isNumber = (part, key) => (part.type === 'integer' || part.type === 'number') && boundsOf(part, key) !== null
const isList = (part, key) => part.type === 'array' && (boundsOf(part, key)?.[0] ?? 0) > 0

function breakFirst(schema, value, matches, broken) {
  for (const [key, part] of Object.entries(schema.properties ?? {})) {
    if (matches(part, key)) {
      value[key] = broken(part, key)
      return true
    }
    if (part.type === 'object' && breakFirst(part, value[key], matches, broken)) return true
  }
  return false
}

/** Which of the program's tasks a schema belongs to, by a field only that task has. */
export function taskOf(schema) {
  const fields = schema?.properties ?? {}
  if ('tech_stack' in fields) return 'write_persona'
  if ('archetypes' in fields) return 'plan_personas'
  if ('findings' in fields) return 'synthesise'
  if ('purchase_intent' in fields) return 'respond'
  if ('public_intent' in fields) return 'speak'
  if ('moved_by_turn' in fields) return 'ballot'
  if ('marks' in fields) return 'relation' in (fields.marks.items?.properties ?? {}) ? 'code_views' : 'check_fidelity'
  if ('look_back' in fields) return 'plan' in fields ? 'session' : 'exit_interview'
  if ('probabilities' in fields) return 'rate_intent'
  if ('codes' in fields) return 'rate_panel'
  if ('obstacle' in fields) return 'react'
  if ('edits' in fields) return 'rewrite'
  if ('reply' in fields) return 'reply'
  if ('pictures' in fields) return 'read_pictures'
  if ('claims' in fields) return 'claims'
  if ('discussion_flow' in fields) return 'discuss_quick'
  return 'pressure_score' in fields ? 'analyse' : undefined
}

/** Makes the reader of the proposition say that there is nothing to judge; everybody else answers as ever. */
export const nothingToJudge =
  (kind = 'no_offer', why = 'a note about the weather') =>
  (_, task) =>
    task === 'claims' ? { offer: { kind, language: 'English', why }, claims: [] } : undefined

const matches = (text, pattern) => [...new Set([...text.matchAll(pattern)].map((match) => match[1]))]
const sentencesOf = (text) => (text.match(/[^.!?\n]+[.!?]?/g) ?? []).map((sentence) => sentence.trim()).filter(Boolean)

const ownName = (prompt) => /^You are ([^,(\n]+?)(?:,| \()/m.exec(prompt)?.[1]

/** Names at the start of a line: `Name | …` in an analyst's digest, `Name (…` in a list of participants. */
const namesIn = (prompt) => [
  ...new Set([...prompt.matchAll(/^([\p{Lu}][^|(\n:]{1,60}?) (?:\||\()/gmu)].map((match) => match[1].trim())),
]

/** What respondents said in the prompt: sentences of four words and more behind a label. */
function spokenIn(prompt) {
  const start = prompt.indexOf('<answers')
  const lines = (start < 0 ? prompt : prompt.slice(start)).split('\n')
  return lines.flatMap((line) => {
    const said =
      /^\s*(gut|considered|aloud|private|says in company|thinks|would act if): (.+)$/.exec(line) ??
      /\| (private): (.+)$/.exec(line)
    if (!said) return []
    const sentences = said[2].split(/(?<=[.!?])\s+/).filter((sentence) => sentence.split(/\s+/).length >= 4)
    return sentences.map((sentence) => ({ label: said[1], sentence }))
  })
}

function mulberry32(seed) {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}
