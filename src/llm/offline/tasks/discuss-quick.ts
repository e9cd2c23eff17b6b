import { type IntentBand, type Move, PHRASES } from '../../../data/phrases.js'
import type { DiscussionScript } from '../../../domain/discussion.js'
import type { FactsOf } from '../../../domain/tasks.js'
import { AppError } from '../../../errors.js'
import { type Chair, chairOf, opinionGap, pickSpeakers, planTurns } from '../model/discussion-plan.js'
import { type HeldObjection, objectionsHeld } from '../model/objections-held.js'
import { pick, type Source } from '../model/random.js'
import { intentBand, LIMITS, POINTS } from '../model/weights.js'
import { objectionIn } from '../reading/objections.js'
import type { Read, Reading } from '../reading/reading.js'
import { listOf, utterancesOf } from '../reading/sentences.js'
import { describeObjection } from '../voice/findings.js'
import { fill } from '../voice/template.js'
import { voiceOf } from '../voice/voice.js'

const MOST_POINTS = 3

/** A short discussion in one go: who says what is planned by role and intent, every word comes from the responses. */
export function discussQuick(facts: FactsOf<'discuss_quick'>, read: Read, seed: number): DiscussionScript {
  const reading = read(facts.stimulus)
  const personas = new Map(facts.personas.map((persona) => [persona.persona_id, persona]))
  const chairs = facts.responses.flatMap((response) => {
    const persona = personas.get(response.persona_id)
    return persona ? [chairOf(persona, response)] : []
  })
  if (chairs.length === 0)
    throw new AppError('invalid_input', { problem: 'A discussion needs the response of at least one persona.' })

  const speakers = pickSpeakers(chairs)
  const plan = planTurns(speakers)
  const source: Source = [reading.fingerprint, seed]
  const spoken = new Map<string, Chair>()
  let contradicted = false
  const discussion_flow = plan.turns.map(({ chair, move, answers }, turn) => {
    const name = answers?.persona.name ?? ''
    const bridged = move === 'bridge' && !contradicted ? 'add' : move
    const { said, made } = ownWords(chair, bridged, answers, spoken)
    spoken.set(said, chair)
    contradicted ||= made === 'object'
    const link = fill(PHRASES.discussion().links[made][voiceOf(chair.persona)], { name }, [
      ...source,
      chair.persona.persona_id,
      turn,
    ])
    return {
      speaker: chair.persona.name,
      statement: `${link} ${said}`,
      impact: fill(pick(PHRASES.discussion().impacts[made], [...source, turn]), { name }, []),
    }
  })

  const { leader, followers, contrarians } = plan
  const opening = discussion_flow[0]?.statement ?? ''
  const shifts = shiftsOf(speakers, leader, contrarians, opening)
  const objections = objectionsHeld(facts.responses, reading, facts.category)
  return {
    discussion_flow,
    influence_patterns: {
      primary_influencer: leader.persona.name,
      followers: followers.map(({ persona }) => persona.name),
      contrarians: contrarians.map(({ persona }) => persona.name),
      dynamics_notes: notesOf(plan, speakers.length, chairs.length, shifts.length),
    },
    opinion_shifts: shifts,
    consensus_points: consensus(objections, facts.responses.length, reading),
    contentious_points: contested(chairs, objections, reading),
    emergent_insights: insights(chairs, objections, reading),
  }
}

const SHORTEST = 25
const isCritical = (words: string): boolean => objectionIn(words) !== null

/**
 * Words of the speaker's own response that suit the move, unsaid so far: agreement sounds like the one agreed with,
 * an objection unlike. Who has no such words just adds a point. People who conform speak as they do in public.
 */
function ownWords(
  chair: Chair,
  move: Move,
  answers: Chair | null,
  spoken: ReadonlyMap<string, Chair>,
): { said: string; made: Move } {
  const { persona, response } = chair
  const frank = utterancesOf(response.considered_response)
  const polite = utterancesOf(response.social_response)
  const guarded = persona.traits.conformity >= POINTS.sheep.value
  const pool = [
    ...(guarded ? [...polite, ...frank] : [...frank, ...polite]),
    ...response.key_quotes,
    response.gut_reaction,
  ]
  const fresh = pool.filter((words) => !spoken.has(words) && words.length >= SHORTEST)
  const quoting = fresh.filter((words) => words.includes('“'))
  const any = quoting[0] ?? fresh[0] ?? response.gut_reaction

  const heard = lastOf(move === 'insist' ? chair : answers, spoken)
  if (heard === undefined) return { said: any, made: move }
  const wanted = move === 'object' ? !isCritical(heard) : isCritical(heard)
  const fitting = quoting.find((words) => isCritical(words) === wanted)
  return fitting ? { said: fitting, made: move } : { said: any, made: 'add' }
}

function lastOf(chair: Chair | null, spoken: ReadonlyMap<string, Chair>): string | undefined {
  return chair === null ? undefined : [...spoken].findLast(([, speaker]) => speaker === chair)?.[0]
}

function shiftsOf(
  speakers: readonly Chair[],
  leader: Chair,
  contrarians: readonly Chair[],
  opening: string,
): DiscussionScript['opinion_shifts'] {
  return speakers
    .filter((chair) => chair !== leader && !contrarians.includes(chair) && chair.persona.traits.conformity >= MOVABLE)
    .filter((chair) => Math.abs(opinionGap(chair, leader)) >= LIMITS.opinion_gap.value)
    .map((chair) => {
      const { persona, response } = chair
      const final = response.purchase_intent + Math.round((persona.traits.conformity / 2) * opinionGap(chair, leader))
      return {
        participant: persona.name,
        initial_position: positionOf(response.purchase_intent),
        final_position: positionOf(final),
        catalyst: `${leader.persona.name}: ${opening}`,
      }
    })
}
/** Conformity from which somebody gives way to a leader. */
const MOVABLE = 0.5

const POSITIONS: Readonly<Record<IntentBand, string>> = {
  yes: 'Would buy it',
  maybe: 'Undecided',
  unlikely: 'Would rather not buy it',
  no: 'Would not buy it',
}

function positionOf(intent: number): string {
  return `${POSITIONS[intentBand(intent)]} (${intent} of 10)`
}

function notesOf(
  { leader, followers, contrarians, silent }: ReturnType<typeof planTurns>,
  speaking: number,
  present: number,
  shifts: number,
): string {
  const names = (chairs: readonly Chair[]) => listOf(chairs.map(({ persona }) => persona.name))
  const notes = [`${leader.persona.name} opened and set the theme.`]
  if (followers.length > 0) notes.push(`${names(followers)} went along.`)
  if (contrarians.length > 0) notes.push(`${names(contrarians)} held against it.`)
  notes.push(shifts === 0 ? 'Nobody changed position.' : `${shifts} of ${speaking} moved towards the leader.`)
  if (silent.length > 0)
    notes.push(`${names(silent)} hardly spoke; what they think is better read in their private thoughts.`)
  if (present > speaking) notes.push(`${speaking} of ${present} spoke, from the coldest to the warmest.`)
  return notes.join(' ')
}

const share = ({ held }: HeldObjection, panel: number): number => held.length / panel

function consensus(objections: readonly HeldObjection[], panel: number, reading: Reading): string[] {
  return objections
    .filter((objection) => share(objection, panel) >= LIMITS.majority.value)
    .slice(0, MOST_POINTS)
    .map((objection) => `${describeObjection(objection, 'weakness', reading)} (${objection.held.length} of ${panel}).`)
}

function contested(chairs: readonly Chair[], objections: readonly HeldObjection[], reading: Reading): string[] {
  const byIntent = [...chairs].sort((a, b) => a.response.purchase_intent - b.response.purchase_intent)
  const [coldest, warmest] = [byIntent[0], byIntent.at(-1)]
  const points: string[] = []
  if (coldest && warmest && -opinionGap(warmest, coldest) >= LIMITS.contested.value) {
    points.push(
      `Whether to buy it at all: from ${coldest.persona.name} (${coldest.response.purchase_intent} of 10) to ${warmest.persona.name} (${warmest.response.purchase_intent} of 10).`,
    )
  }
  const divided = objections.filter(
    (objection) =>
      share(objection, chairs.length) < LIMITS.majority.value && share(objection, chairs.length) >= SIZEABLE,
  )
  for (const objection of divided.slice(0, MOST_POINTS - 1)) {
    points.push(
      `${describeObjection(objection, 'weakness', reading)}: ${objection.held.length} of ${chairs.length} say so, the others let it pass.`,
    )
  }
  return points
}
const SIZEABLE = 1 / 3

function insights(chairs: readonly Chair[], objections: readonly HeldObjection[], reading: Reading): string[] {
  const found: string[] = []
  const proven = reading.claims.find(({ own_evidence }) => own_evidence >= POINTS.proven.value)
  const bare = objections.find(({ kind }) => kind === 'figure' || kind === 'promise' || kind === 'superlative')
  if (proven && bare) {
    found.push(
      `“${proven.quote}” is believed because it brings its proof; the same is asked of “${bare.claim?.quote ?? bare.quote}”.`,
    )
  }
  const [first] = objections
  if (first) found.push(`${describeObjection(first, 'weakness', reading)}; nothing stands in the way of more people.`)
  const drawn = chairs.filter(
    ({ response }) => response.gut_sentiment === 'positive' && response.considered_sentiment !== 'positive',
  )
  if (drawn.length > 0) {
    found.push(
      `${drawn.length} of ${chairs.length} liked it at first and less on second thought: the appeal is there, the reasons do not hold it up.`,
    )
  }
  return found
}
