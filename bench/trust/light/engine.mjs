// The pressure test itself, in memory, with a scripted model in place of a real one: everything between the question and
// the light is the program's own.
import { TASKS } from '../../../build/domain/run/tasks.js'
import { createRandom } from '../../../build/engine/personas/random.js'
import { runPipeline } from '../../../build/engine/run-pipeline.js'
import { settleAll } from '../../../build/engine/settle-all.js'
import { codeViews } from './coder.mjs'
import { KINDS } from './people.mjs'
import { readText, sentencesOf } from './texts.mjs'
import { aboutBuying, codeOf, ownSentence, ownSentences } from './words.mjs'

/** A pressure test of `text` by `people` of one kind; the whole outcome. */
export function pressureTest(kind, { text, category }, people, seed, assay) {
  const deps = {
    seed,
    model: { mode: 'anthropic', persona: 'scripted', analysis: 'scripted', judge: 'scripted' },
    embedder: { model: 'hashed words', embed: async (texts) => texts.map(hashedWords) },
    step: async (_key, _input, work) => work(),
    ask: async (key, task, facts) => {
      const answer = ANSWERS[task](facts, { ...KINDS[kind], seed, key, random: createRandom(`${seed}/${key}`) })
      return TASKS[task].answer.parse(answer)
    },
    fanOut: (items, work) => settleAll(items, items.map(work)),
    storeRespondents() {},
    report() {},
    surplus: () => ({ cut: 0, clipped: 0 }),
    reworded: () => 0,
    laterVersions: () => [],
    version: '0',
    liveAgent: { say: () => Promise.reject(new Error('there is no live agent')) },
  }
  return runPipeline(deps, 'pressure_test', { stimulus: text, category, personas: people, seed, turns: 6, assay })
}

const judgementOf = ({ persona, stimulus, claims = [] }, { judge, seed, key }) =>
  judge({ seed, person: persona.persona_id, key, text: readText(stimulus), claims })

/** Free words by how many sentences there are to be; an echo takes them from the text. */
const freeWords = (count, { stimulus }, { words, random }) => {
  if (words === 'own') return ownSentences(count, random)
  const sentences = sentencesOf(stimulus)
  const from = Math.floor(random() * sentences.length)
  return Array.from({ length: count }, (_, at) => sentences[(from + at) % sentences.length]).join(' ')
}
const buying = (vote, facts, how) => (how.words === 'own' ? aboutBuying(vote, how.random) : freeWords(1, facts, how))

const ANSWERS = {
  claims: ({ stimulus }) => ({
    offer: { kind: 'offer', language: 'English', why: '' },
    claims: sentencesOf(stimulus)
      .slice(0, 6)
      .map((text) => ({
        text,
        meaning: /\d+ (?:euros|dollars|pounds|francs)/.test(text) ? 0 : 0.5 + (text.length % 2) / 2,
      })),
  }),
  respond(facts, how) {
    const { gut, considered, stances, vote } = judgementOf(facts, how)
    return {
      persona_name: facts.persona.name,
      gut_reaction: freeWords(1, facts, how),
      gut_sentiment: gut,
      considered_response: freeWords(3, facts, how),
      considered_sentiment: considered,
      social_response: freeWords(2, facts, how),
      private_thoughts: freeWords(2, facts, how),
      purchase_intent: 2 * vote,
      action_threshold: freeWords(1, facts, how),
      friction_points: [ownSentence(how.random)],
      memory_influence_notes: '',
      key_quotes: [freeWords(1, facts, how)],
      purchase_statement: buying(vote, facts, how),
      beliefs: facts.claims.map(({ claim_id }, at) => ({ claim_id, stance: stances[at], why: '', proof_wanted: '' })),
      private_reasons: ['for', 'against'].map((side) => ({
        side,
        reason: ownSentence(how.random),
        quote: ownSentence(how.random),
        strength: 3,
      })),
    }
  },
  react(facts, how) {
    const { gut, considered, stance, vote } = judgementOf(facts, how)
    return {
      gut_sentiment: gut,
      considered_sentiment: considered,
      stance,
      purchase_statement: buying(vote, facts, how),
      obstacle: '',
    }
  },
  check_fidelity: ({ people }) => ({
    marks: people.map(({ persona: { name } }) => ({
      name,
      skepticism_held: 8,
      values_held: 8,
      voice_held: 8,
      feedback: '',
    })),
  }),
  rate_panel: ({ statements }) => ({ codes: statements.map((text, at) => `${at + 1}:${codeOf(text)}`) }),
  speak({ reasons, voiced, response, closing }, { random }) {
    const next = reasons.find(({ reason_id }) => !voiced.includes(reason_id))
    const voices = !closing && next && random() < 0.5 ? [next] : []
    return {
      text: closing ? response.purchase_statement : (voices[0]?.reason ?? ownSentence(random)),
      addressed_to: '',
      about_turn: 0,
      position: 'adds',
      voices: voices.map(({ reason_id }) => reason_id),
      public_intent: 3,
    }
  },
  ballot: ({ reasons, response }) => ({ purchase_statement: response.purchase_statement, reasons, moved_by_turn: 0 }),
  code_views: (facts, { random }) => ({ marks: codeViews(facts, random) }),
  analyse: ({ responses }) => ({
    pressure_score: 50,
    gut_attraction_index: 50,
    credibility_score: 50,
    key_weaknesses: responses.slice(0, 2).map(({ considered_response }) => ({
      weakness: 'what was said of it',
      severity: 'medium',
      quotes: [sentencesOf(considered_response)[0]],
    })),
    credibility_gaps: [],
    friction_points: [],
    competitive_vulnerabilities: [],
    unsaid_objections: [],
    why_they_matter: '',
    recommended_refinements: [],
  }),
}

const SIZE = 64
const vectors = new Map()
/** A bag of words in few numbers: sentences that share most words are near each other. */
function hashedWords(text) {
  const known = vectors.get(text)
  if (known) return known
  const vector = new Array(SIZE).fill(0)
  for (const word of text.toLowerCase().match(/\p{L}+/gu) ?? []) vector[Math.floor(createRandom(word)() * SIZE)] += 1
  if (vectors.size > 20_000) vectors.clear()
  vectors.set(text, vector)
  return vector
}
