import { type Move, PHRASES } from '../../../data/phrases.js'
import type { DiscussionScript } from '../../../domain/panel/discussion.js'
import type { FactsOf } from '../../../domain/run/tasks.js'
import { listOf } from '../../../domain/text/words.js'
import { AppError } from '../../../errors.js'
import { intentGap, type Participant, participantOf, pickSpeakers, planTurns } from '../model/discussion-plan.js'
import { type PanelObjection, panelObjections } from '../model/panel-objections.js'
import { intentBand, LIMITS } from '../model/weights.js'
import { objectionIn } from '../reading/objections.js'
import { quotedIn, sentencesOf } from '../reading/sentences.js'
import { registerOf } from '../voice/speaker.js'
import { fill } from '../voice/template.js'

const MAX_POINTS = 3

/** A short discussion in one call: role and intent determine the turns, and every word comes from the responses. */
export function discussQuick(facts: FactsOf<'discuss_quick'>): DiscussionScript {
  const personas = new Map(facts.personas.map((persona) => [persona.persona_id, persona]))
  const participants = facts.responses.flatMap((response) => {
    const persona = personas.get(response.persona_id)
    return persona ? [participantOf(persona, response)] : []
  })
  if (participants.length === 0)
    throw new AppError('invalid_input', { problem: 'A discussion needs the response of at least one persona.' })

  const speakers = pickSpeakers(participants)
  const plan = planTurns(speakers)
  const spoken: { speaker: Participant; words: string }[] = []
  const discussion_flow = plan.turns.map(({ speaker, move: planned, addressee }, turn) => {
    const answered = addressee ?? spoken.findLast((earlier) => earlier.speaker !== speaker)?.speaker ?? null
    const { words, move } = ownWords(speaker, planned, answered, spoken)
    spoken.push({ speaker, words })
    const vars = { name: answered?.persona.name ?? '', q: `“${quotedIn(words) ?? ''}”` }
    const link = answered ? [fill(PHRASES.answers().links[move][registerOf(speaker.persona)], vars)] : []
    return {
      speaker: speaker.persona.name,
      statement: [...link, words].join(' '),
      impact: fill(PHRASES.answers().impacts[turn === 0 ? 'open' : move], vars),
    }
  })

  const { leader, followers, contrarians } = plan
  const shifts = shiftsOf(speakers, leader, contrarians, discussion_flow[0]?.statement ?? '')
  const objections = panelObjections(facts.responses)
  return {
    discussion_flow,
    influence_patterns: {
      primary_influencer: leader.persona.name,
      followers: followers.map(({ persona }) => persona.name),
      contrarians: contrarians.map(({ persona }) => persona.name),
      dynamics_notes: notesOf(plan, speakers.length, participants.length, shifts.length),
    },
    opinion_shifts: shifts,
    consensus_points: pointsHeld(objections, facts.responses.length, (share) => share >= LIMITS.majority.value),
    contentious_points: pointsHeld(
      objections,
      facts.responses.length,
      (share) => share < LIMITS.majority.value && share >= MIN_DIVIDED_SHARE,
    ),
    emergent_insights: [],
  }
}
const MIN_DIVIDED_SHARE = 1 / 3

const isCritical = (words: string): boolean => objectionIn(words) !== null

/**
 * Unsaid words of the speaker's own response that fit the move: agreement has the tone of the turn it answers, an
 * objection the opposite tone. A speaker without such words adds a point.
 */
function ownWords(
  { response, persona }: Participant,
  move: Move,
  answered: Participant | null,
  spoken: readonly { speaker: Participant; words: string }[],
): { words: string; move: Move } {
  const polite = sentencesOf(response.social_response)
  const frank = sentencesOf(response.considered_response)
  const guarded = persona.traits.conformity >= GUARDED_CONFORMITY
  const own = guarded ? [...polite, ...frank] : [...frank, ...polite]
  const pool = [...own, response.gut_reaction].filter((words) => words.includes('“'))
  const fresh = pool.filter((words) => spoken.every((earlier) => earlier.words !== words))
  const any = fresh[0] ?? pool[0] ?? response.gut_reaction
  const reference = spoken.findLast(({ speaker }) => speaker === answered)
  if (!reference) return { words: any, move: 'add' }
  const critical = isCritical(reference.words)
  const wanted = move === 'object' ? !critical : critical
  const fitting = move === 'add' ? undefined : fresh.find((words) => isCritical(words) === wanted)
  return fitting ? { words: fitting, move } : { words: any, move: 'add' }
}
/** From this conformity on, speakers prefer their polite words to their frank ones. */
const GUARDED_CONFORMITY = 0.6

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
        participant.persona.traits.conformity >= MIN_MOVABLE_CONFORMITY &&
        Math.abs(intentGap(participant, leader)) >= LIMITS.opinion_gap.value,
    )
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

const POSITIONS = {
  yes: 'Would buy it',
  maybe: 'Undecided',
  unlikely: 'Would rather not buy it',
  no: 'Would not buy it',
} as const

const positionOf = (intent: number): string => `${POSITIONS[intentBand(intent)]} (${intent} of 10)`

function notesOf(
  { leader, followers, contrarians, silent }: ReturnType<typeof planTurns>,
  speaking: number,
  present: number,
  shifts: number,
): string {
  const names = (participants: readonly Participant[]) => listOf(participants.map(({ persona }) => persona.name))
  const notes = [`${leader.persona.name} opened.`]
  if (followers.length > 0) notes.push(`${names(followers)} went along.`)
  if (contrarians.length > 0) notes.push(`${names(contrarians)} held against it.`)
  notes.push(shifts === 0 ? 'Nobody changed position.' : `${shifts} of ${speaking} moved towards the leader.`)
  if (silent.length > 0) notes.push(`${names(silent)} hardly spoke.`)
  if (present > speaking) notes.push(`${speaking} of ${present} spoke, from the coldest to the warmest.`)
  return notes.join(' ')
}

/** Objections held by a fitting share of the panel, in the holders' words. */
const pointsHeld = (objections: readonly PanelObjection[], panel: number, fits: (share: number) => boolean): string[] =>
  objections
    .filter(({ holders }) => fits(holders.length / panel))
    .slice(0, MAX_POINTS)
    .map(({ holders }) => `${holders[0]?.friction ?? ''} (${holders.length} of ${panel}).`)
