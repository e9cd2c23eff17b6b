import type { Ballot, GroupDynamics, MinorityReport, Turn } from '../../../domain/panel/discussion.js'
import { isIntentMeasured } from '../../panel/intent/rate-intent.js'
import type { Pmf } from '../../panel/intent/similarity-rating.js'
import { hundredth, tenth, thousandth } from '../../statistics/descriptive.js'
import { conforming, hasShifted, shiftOf, stanceInWords } from '../opinion.js'
import { participation } from '../participation.js'
import { pointsOfAgreement, turnsWith } from '../points.js'
import { suppressedViews } from '../suppressed-views.js'
import { influence, type LiveDiscussion, movedBy } from './influence.js'
import { stanceOf } from './opinions.js'
import type { Participant, RecordedTurn } from './room.js'

/** The measured minority report: arithmetic over ballots and turns. The analyst only adds why it matters. */
export function minorityReport(discussion: LiveDiscussion): Omit<MinorityReport, 'importance_assessment'> {
  const { participants, record, after, paths, coded } = discussion
  const of = participants.length
  const missing = of - after.filter((ballot) => ballot !== null).length
  const compared = paths.filter(({ public_end }) => public_end !== null).length
  const conformed = isIntentMeasured(compared, of) ? conforming(paths) : null
  const report: Omit<MinorityReport, 'importance_assessment'> = {
    method: 'measured',
    coded_by: coded.unanswered ? coded.by : undefined,
    ...suppressedViews(coded.views, coded.reasons, coded.turns, coded.by),
    conformity:
      conformed?.map((path) => ({
        persona_id: path.persona_id,
        public_stance: stanceInWords(path.public_end.at),
        private_before: stanceInWords(path.before.at),
        private_after: stanceInWords(path.after.at),
        shift: tenth(shiftOf(path)),
      })) ?? null,
    participation: rounded(
      participation(
        participants.map(({ persona }) => persona.persona_id),
        // Participation leaves the closing round out, in which everybody has to speak.
        spokenTurns(record)
          .filter(({ closing }) => !closing)
          .map(({ turn, persona_id, text, spoken: speech }) => ({
            turn,
            speaker: persona_id ?? '',
            text,
            answersTurn: speech && speech.about_turn > 0 ? speech.about_turn : null,
          })),
      ),
    ),
  }
  if (missing > 0) report.ballots_missing = { missing, of }
  if (compared < of) report.compared = { people: compared, of }
  return report
}

/** Influence, shifts, consensus and contention, counted from ballots and coded turns. */
export function groupDynamics(discussion: LiveDiscussion): Omit<GroupDynamics, 'minority_report'> {
  const { participants, record, after, paths, opinions, coded } = discussion
  const names = new Map(participants.map(({ persona }) => [persona.persona_id, persona.name]))
  // Statements are attributed to people only where a model has coded them.
  const told = coded.by === 'model' ? discussion : { ...discussion, coded: { ...coded, turns: [] } }
  const ballotOf = (seat: number, pmf: Pmf | null, statement: string, reasons: Participant['reasons']): Ballot => ({
    persona_id: participants[seat]?.persona.persona_id ?? '',
    intent_pmf: pmf && [...pmf],
    leaning: pmf && hundredth(stanceOf(pmf, discussion.rater).at),
    stance: statement,
    reasons: reasons.map(({ side, reason, quote }) => ({ side, reason, quote })),
  })
  return {
    mode: 'live',
    discussion_flow: spokenTurns(record).map((turn) => ({
      speaker: turn.speaker,
      statement: turn.text,
      impact: impactOf(turn, told),
    })),
    ...influence(discussion),
    opinion_shifts: paths.filter(hasShifted).map((path) => ({
      participant: path.name,
      initial_position: positionOf(path.before.at),
      final_position: positionOf(path.after.at),
      catalyst: catalystOf(movedBy(discussion, path.persona_id), record),
    })),
    ...pointsOfAgreement(coded.views, told.coded.turns, names),
    emergent_insights: emergentInsights(told),
    turns: record.map(publicTurn),
    ballots: {
      before: participants.map(({ response, reasons }, seat) =>
        ballotOf(seat, opinions[seat]?.before ?? null, response.purchase_statement, reasons),
      ),
      after: participants.flatMap((_, seat) => {
        const ballot = after[seat]
        if (!ballot) return []
        return [ballotOf(seat, opinions[seat]?.after ?? null, ballot.statement, [...ballot.reasons])]
      }),
    },
  }
}

function publicTurn({ turn, speaker, text, moderator, spoken }: RecordedTurn): Turn {
  const recorded: Turn = { turn, speaker, text }
  if (spoken?.addressed_to) recorded.addressed_to = spoken.addressed_to
  if (moderator) recorded.moderator = true
  return recorded
}

function catalystOf(turn: number | null, record: readonly RecordedTurn[]): string {
  const catalyst = record.find((earlierTurn) => earlierTurn.turn === turn)
  if (catalyst) return `Turn ${catalyst.turn}, ${catalyst.speaker}: “${catalyst.text}”`
  return 'No single turn; they name none.'
}

/** The effect of a turn: whose mind it changed, what it said first, who contradicted it later. */
const NO_EFFECT = {
  model: 'No ballot and no later turn shows an effect.',
  similarity: 'No ballot shows an effect.',
} as const

function impactOf({ turn }: RecordedTurn, discussion: LiveDiscussion): string {
  const { paths, coded } = discussion
  const speakersOf = (turns: readonly number[]) => [
    ...new Set(discussion.record.filter((later) => turns.includes(later.turn)).map(({ speaker }) => speaker)),
  ]
  const moved = paths.filter((path) => hasShifted(path) && movedBy(discussion, path.persona_id) === turn)
  const said = coded.views.filter(({ view_id }) => turnsWith('supports', view_id, coded.turns).includes(turn))
  const first = said.filter(({ view_id }) => turnsWith('supports', view_id, coded.turns)[0] === turn)
  const against = speakersOf(
    said.flatMap(({ view_id }) => turnsWith('contradicts', view_id, coded.turns).filter((later) => later > turn)),
  )
  const sentences: string[] = []
  if (moved.length > 0) sentences.push(`Changed the mind of ${moved.map(({ name }) => name).join(', ')}.`)
  if (first.length > 0) sentences.push(`First to say: ${first.map(({ text }) => `“${text}”`).join(', ')}.`)
  if (against.length > 0) sentences.push(`Contradicted by ${against.join(', ')}.`)
  return sentences.length > 0 ? sentences.join(' ') : NO_EFFECT[coded.by]
}

/**
 * Views that came up only in the discussion: on no ballot before it and on somebody's ballot after it, each with the
 * turn it comes from (the first by another person that says it, or the turn its holder names). A view without such a
 * turn is left out.
 */
function emergentInsights(discussion: LiveDiscussion): string[] {
  const { participants, record, coded } = discussion
  const nameOf = new Map(participants.map(({ persona }) => [persona.persona_id, persona.name]))
  const known = new Set(coded.reasons.filter(({ held_before }) => held_before).map(({ view_id }) => view_id))
  const reported = new Set<string>()
  return coded.reasons.flatMap(({ view_id, persona_id, held_after }) => {
    if (!held_after || known.has(view_id) || reported.has(view_id)) return []
    const said = coded.turns.find(({ speaker, supports }) => speaker !== persona_id && supports.includes(view_id))
    const source = record.find(({ turn }) => turn === (said?.turn ?? movedBy(discussion, persona_id)))
    if (!source) return []
    reported.add(view_id)
    const view = coded.views.find((candidate) => candidate.view_id === view_id)?.text ?? ''
    return [
      `${view}: on no ballot before, on ${nameOf.get(persona_id) ?? persona_id}’s after turn ${source.turn} (${source.speaker}: “${source.text}”)`,
    ]
  })
}

const positionOf = (leaning: number): string => `${stanceInWords(leaning)} (${leaning.toFixed(1)} of 5)`
const spokenTurns = (record: readonly RecordedTurn[]): RecordedTurn[] => record.filter(({ moderator }) => !moderator)

function rounded(figures: MinorityReport['participation']): MinorityReport['participation'] {
  if (figures === null) return null
  const { gini, chain_depth, median_words, short_turn_share } = figures
  return {
    gini: thousandth(gini),
    chain_depth: thousandth(chain_depth),
    median_words,
    short_turn_share: thousandth(short_turn_share),
  }
}
