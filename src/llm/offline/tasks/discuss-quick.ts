import { type IntentBand, type Move, PHRASES } from '../../../data/phrases.js'
import type { DiscussionScript } from '../../../domain/discussion.js'
import type { FactsOf } from '../../../domain/tasks.js'
import { AppError } from '../../../errors.js'
import { intentGap, type Participant, participantOf, pickSpeakers, planTurns } from '../model/discussion-plan.js'
import { type PanelObjection, panelObjections } from '../model/panel-objections.js'
import { type HashSource, pick } from '../model/random.js'
import { intentBand, LIMITS, POINTS } from '../model/weights.js'
import { objectionIn } from '../reading/objections.js'
import type { Read, Reading } from '../reading/reading.js'
import { listOf, utterancesOf } from '../reading/sentences.js'
import { describeObjection } from '../voice/findings.js'
import { fill } from '../voice/template.js'
import { voiceOf } from '../voice/voice.js'

const MAX_POINTS = 3

/** A short discussion in one go: who says what is planned by role and intent, every word comes from the responses. */
export function discussQuick(facts: FactsOf<'discuss_quick'>, read: Read, seed: number): DiscussionScript {
  const reading = read(facts.stimulus)
  const personas = new Map(facts.personas.map((persona) => [persona.persona_id, persona]))
  const participants = facts.responses.flatMap((response) => {
    const persona = personas.get(response.persona_id)
    return persona ? [participantOf(persona, response)] : []
  })
  if (participants.length === 0)
    throw new AppError('invalid_input', { problem: 'A discussion needs the response of at least one persona.' })

  const speakers = pickSpeakers(participants)
  const plan = planTurns(speakers)
  const source: HashSource = [reading.fingerprint, seed]
  const spoken = new Map<string, Participant>()
  let contradicted = false
  const discussion_flow = plan.turns.map(({ speaker, move: planned, addressee }, turn) => {
    const { persona } = speaker
    const name = addressee?.persona.name ?? ''
    // A bridge needs an objection before it.
    const intended = planned === 'bridge' && !contradicted ? 'add' : planned
    const { words, move } = ownWords(speaker, intended, addressee, spoken)
    spoken.set(words, speaker)
    contradicted ||= move === 'object'
    const linkSource = [...source, persona.persona_id, turn]
    const link = fill(PHRASES.discussion().links[move][voiceOf(persona)], { name }, linkSource)
    return {
      speaker: persona.name,
      statement: `${link} ${words}`,
      impact: fill(pick(PHRASES.discussion().impacts[move], [...source, turn]), { name }, []),
    }
  })

  const { leader, followers, contrarians } = plan
  const opening = discussion_flow[0]?.statement ?? ''
  const shifts = shiftsOf(speakers, leader, contrarians, opening)
  const objections = panelObjections(facts.responses, reading, facts.category)
  return {
    discussion_flow,
    influence_patterns: {
      primary_influencer: leader.persona.name,
      followers: followers.map(({ persona }) => persona.name),
      contrarians: contrarians.map(({ persona }) => persona.name),
      dynamics_notes: notesOf(plan, speakers.length, participants.length, shifts.length),
    },
    opinion_shifts: shifts,
    consensus_points: consensus(objections, facts.responses.length, reading),
    contentious_points: contested(participants, objections, reading),
    emergent_insights: insights(participants, objections, reading),
  }
}

const MIN_UTTERANCE_LENGTH = 25
const isCritical = (words: string): boolean => objectionIn(words) !== null

/**
 * Unsaid words of the speaker's own response that fit the move: agreement has the tone of the turn it answers, an
 * objection the opposite tone. A speaker without such words adds a point. Conforming people use their social response first.
 */
function ownWords(
  speaker: Participant,
  move: Move,
  addressee: Participant | null,
  spoken: ReadonlyMap<string, Participant>,
): { words: string; move: Move } {
  const { persona, response } = speaker
  const frank = utterancesOf(response.considered_response)
  const polite = utterancesOf(response.social_response)
  const guarded = persona.traits.conformity >= POINTS.sheep.value
  const pool = [
    ...(guarded ? [...polite, ...frank] : [...frank, ...polite]),
    ...response.key_quotes,
    response.gut_reaction,
  ]
  const fresh = pool.filter((words) => !spoken.has(words) && words.length >= MIN_UTTERANCE_LENGTH)
  const quoting = fresh.filter((words) => words.includes('“'))
  const any = quoting[0] ?? fresh[0] ?? response.gut_reaction

  const reference = lastOf(move === 'insist' ? speaker : addressee, spoken)
  if (reference === undefined) return { words: any, move }
  const wantsCritical = move === 'object' ? !isCritical(reference) : isCritical(reference)
  const fitting = quoting.find((words) => isCritical(words) === wantsCritical)
  return fitting ? { words: fitting, move } : { words: any, move: 'add' }
}

function lastOf(participant: Participant | null, spoken: ReadonlyMap<string, Participant>): string | undefined {
  return [...spoken].findLast(([, speaker]) => speaker === participant)?.[0]
}

function shiftsOf(
  speakers: readonly Participant[],
  leader: Participant,
  contrarians: readonly Participant[],
  opening: string,
): DiscussionScript['opinion_shifts'] {
  return speakers
    .filter(
      (participant) =>
        participant !== leader &&
        !contrarians.includes(participant) &&
        participant.persona.traits.conformity >= MIN_MOVABLE_CONFORMITY,
    )
    .filter((participant) => Math.abs(intentGap(participant, leader)) >= LIMITS.opinion_gap.value)
    .map((participant) => {
      const { persona, response } = participant
      const final =
        response.purchase_intent + Math.round((persona.traits.conformity / 2) * intentGap(participant, leader))
      return {
        participant: persona.name,
        initial_position: positionOf(response.purchase_intent),
        final_position: positionOf(final),
        catalyst: `${leader.persona.name}: ${opening}`,
      }
    })
}
/** Conformity from which a participant moves towards the leader. */
const MIN_MOVABLE_CONFORMITY = 0.5

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
  const names = (participants: readonly Participant[]) => listOf(participants.map(({ persona }) => persona.name))
  const notes = [`${leader.persona.name} opened and set the theme.`]
  if (followers.length > 0) notes.push(`${names(followers)} went along.`)
  if (contrarians.length > 0) notes.push(`${names(contrarians)} held against it.`)
  notes.push(shifts === 0 ? 'Nobody changed position.' : `${shifts} of ${speaking} moved towards the leader.`)
  if (silent.length > 0)
    notes.push(`${names(silent)} hardly spoke; what they think is better read in their private thoughts.`)
  if (present > speaking) notes.push(`${speaking} of ${present} spoke, from the coldest to the warmest.`)
  return notes.join(' ')
}

const share = ({ holders: held }: PanelObjection, panel: number): number => held.length / panel

function consensus(objections: readonly PanelObjection[], panel: number, reading: Reading): string[] {
  return objections
    .filter((objection) => share(objection, panel) >= LIMITS.majority.value)
    .slice(0, MAX_POINTS)
    .map(
      (objection) => `${describeObjection(objection, 'weakness', reading)} (${objection.holders.length} of ${panel}).`,
    )
}

function contested(
  participants: readonly Participant[],
  objections: readonly PanelObjection[],
  reading: Reading,
): string[] {
  const byIntent = [...participants].sort((a, b) => a.response.purchase_intent - b.response.purchase_intent)
  const [coldest, warmest] = [byIntent[0], byIntent.at(-1)]
  const points: string[] = []
  if (coldest && warmest && -intentGap(warmest, coldest) >= LIMITS.contested.value) {
    points.push(
      `Whether to buy it at all: from ${coldest.persona.name} (${coldest.response.purchase_intent} of 10) to ${warmest.persona.name} (${warmest.response.purchase_intent} of 10).`,
    )
  }
  const divided = objections.filter(
    (objection) =>
      share(objection, participants.length) < LIMITS.majority.value &&
      share(objection, participants.length) >= MIN_DIVIDED_SHARE,
  )
  for (const objection of divided.slice(0, MAX_POINTS - 1)) {
    points.push(
      `${describeObjection(objection, 'weakness', reading)}: ${objection.holders.length} of ${participants.length} say so, the others let it pass.`,
    )
  }
  return points
}
const MIN_DIVIDED_SHARE = 1 / 3

function insights(
  participants: readonly Participant[],
  objections: readonly PanelObjection[],
  reading: Reading,
): string[] {
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
  const drawn = participants.filter(
    ({ response }) => response.gut_sentiment === 'positive' && response.considered_sentiment !== 'positive',
  )
  if (drawn.length > 0) {
    found.push(
      `${drawn.length} of ${participants.length} liked it at first and less on second thought: the appeal is there, the reasons do not hold it up.`,
    )
  }
  return found
}
