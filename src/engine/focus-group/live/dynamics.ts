import type { GroupDynamics, MinorityReport, Turn } from '../../../domain/discussion.js'
import { conforming, hasShifted, type OpinionPath, shiftOf, stanceInWords } from '../opinion.js'
import { participation } from '../participation.js'
import { suppressedViews } from '../suppressed-views.js'
import type { AfterBallot } from './ballots.js'
import type { CodedDiscussion } from './coding.js'
import type { Participant, RecordedTurn } from './room.js'

export type LiveDiscussion = {
  readonly participants: readonly Participant[]
  readonly record: readonly RecordedTurn[]
  readonly after: readonly (AfterBallot | null)[]
  readonly coded: CodedDiscussion
}

type Dynamics = Omit<GroupDynamics, 'minority_report'>

/** The measured minority report: arithmetic over ballots and turns. Only why it matters is left to the analyst. */
export function minorityReport(discussion: LiveDiscussion): Omit<MinorityReport, 'importance_assessment'> {
  const { participants, record, coded } = discussion
  const spoken = spokenTurns(record)
  return {
    method: 'measured',
    suppressed_views: suppressedViews(coded.views, coded.reasons, coded.turns),
    conformity: conforming(pathsOf(discussion)).map((path) => ({
      persona_id: path.persona_id,
      public_stance: stanceInWords(path.public_end),
      private_before: stanceInWords(path.before),
      private_after: stanceInWords(path.after),
      shift: tenth(shiftOf(path)),
    })),
    participation: rounded(
      participation(
        participants.map(({ persona }) => persona.persona_id),
        spoken.map(({ turn, persona_id, text, spoken: speech }) => ({
          turn,
          speaker: persona_id ?? '',
          text,
          answersTurn: speech && speech.about_turn > 0 ? speech.about_turn : null,
        })),
      ),
    ),
  }
}

/** Influence, shifts, consensus and contention as counted from ballots and turns. */
export function groupDynamics(discussion: LiveDiscussion): Dynamics {
  const { participants, record, after, coded } = discussion
  const names = new Map(participants.map(({ persona }) => [persona.persona_id, persona.name]))
  return {
    mode: 'live',
    discussion_flow: spokenTurns(record).map((turn) => ({
      speaker: turn.speaker,
      statement: turn.text,
      impact: impactOf(turn, record),
    })),
    influence_patterns: influence(discussion),
    opinion_shifts: pathsOf(discussion)
      .filter(hasShifted)
      .map((path) => ({
        participant: path.name,
        initial_position: positionOf(path.before),
        final_position: positionOf(path.after),
        catalyst: catalystOf(path.moved_by, record),
      })),
    ...pointsOfAgreement(coded, names),
    emergent_insights: emergentInsights(discussion),
    turns: record.map(publicTurn),
    ballots: {
      before: participants.map(({ persona, response, reasons, leaning }) => ({
        persona_id: persona.persona_id,
        intent_pmf: response.intent_pmf ?? [],
        leaning: hundredth(leaning),
        stance: response.purchase_statement,
        reasons: reasons.map(({ side, reason, quote }) => ({ side, reason, quote })),
      })),
      after: participants.flatMap(({ persona }, seat) => {
        const ballot = after[seat]
        if (!ballot) return []
        const { statement, pmf, reasons, leaning } = ballot
        return [
          {
            persona_id: persona.persona_id,
            intent_pmf: [...pmf],
            leaning: hundredth(leaning),
            stance: statement,
            reasons: reasons.map(({ side, reason, quote }) => ({ side, reason, quote })),
          },
        ]
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

type Path = OpinionPath & { readonly moved_by: number | null }

/** Everybody who filled in both ballots. */
function pathsOf({ participants, record, after }: LiveDiscussion): Path[] {
  return participants.flatMap(({ persona, leaning }, seat) => {
    const ballot = after[seat]
    if (!ballot) return []
    const last = record.findLast(({ persona_id }) => persona_id === persona.persona_id)
    return [
      {
        persona_id: persona.persona_id,
        name: persona.name,
        before: leaning,
        after: ballot.leaning,
        public_end: last?.spoken?.public_intent ?? null,
        moved_by: ballot.moved_by,
      },
    ]
  })
}

function catalystOf(turn: number | null, record: readonly RecordedTurn[]): string {
  const catalyst = record.find((earlierTurn) => earlierTurn.turn === turn)
  if (catalyst) return `Turn ${catalyst.turn}, ${catalyst.speaker}: “${catalyst.text}”`
  return 'No single turn; they name none.'
}

function impactOf({ turn }: RecordedTurn, record: readonly RecordedTurn[]): string {
  const replies = record.filter(({ spoken }) => spoken?.about_turn === turn)
  const by = (position: string) => replies.filter(({ spoken }) => spoken?.position === position).length
  const parts = [
    [by('agrees'), 'agreed'],
    [by('disagrees'), 'disagreed'],
    [by('asks'), 'asked back'],
    [by('adds'), 'added to it'],
  ] as const
  const reactions = parts.flatMap(([count, did]) => (count > 0 ? [`${count} ${did}`] : []))
  return reactions.length > 0 ? `${reactions.join(', ')}.` : 'Nobody took it up.'
}

/** Who got most replies and changed most minds; who came round; who kept disagreeing. */
function influence(discussion: LiveDiscussion): Dynamics['influence_patterns'] {
  const { participants, record } = discussion
  const spoken = spokenTurns(record)
  const speakerOf = new Map(spoken.map(({ turn, persona_id }) => [turn, persona_id]))
  const paths = pathsOf(discussion)
  const weight = (persona_id: string) => {
    const replies = spoken.filter(
      (reply) => reply.persona_id !== persona_id && speakerOf.get(reply.spoken?.about_turn ?? 0) === persona_id,
    )
    const moved = paths.filter((path) => hasShifted(path) && speakerOf.get(path.moved_by ?? 0) === persona_id)
    return replies.length + MOVED_WEIGHT * moved.length
  }
  const ranked = participants
    .map(({ persona }) => ({ persona, weight: weight(persona.persona_id) }))
    .sort((a, b) => b.weight - a.weight)
  const [first] = ranked
  const conformed = new Set(conforming(paths).map(({ persona_id }) => persona_id))
  const shifted = new Set(paths.filter((path) => hasShifted(path) && path.moved_by).map(({ persona_id }) => persona_id))
  const disagreements = (persona_id: string) => {
    const own = spoken.filter((turn) => turn.persona_id === persona_id)
    return own.filter(({ spoken: speech }) => speech?.position === 'disagrees').length
  }
  const namesWhere = (holds: (persona_id: string) => boolean) =>
    participants.filter(({ persona }) => holds(persona.persona_id)).map(({ persona }) => persona.name)
  const primary = first && first.weight > 0 ? first.persona.name : ''
  const followers = namesWhere((id) => (conformed.has(id) || shifted.has(id)) && id !== first?.persona.persona_id)
  const contrarians = namesWhere((id) => disagreements(id) >= MIN_DISAGREEMENTS)
  return {
    primary_influencer: primary,
    followers,
    contrarians,
    dynamics_notes: dynamicsNotes(primary, paths, conformed.size),
  }
}

/** A changed mind counts for more than a reply. */
const MOVED_WEIGHT = 2
const MIN_DISAGREEMENTS = 2

function dynamicsNotes(primary: string, paths: readonly Path[], conformed: number): string {
  const moved = paths.filter(hasShifted)
  const warmer = moved.filter((path) => shiftOf(path) > 0).length
  const led = primary === '' ? 'Nobody led the talk.' : `${primary} was taken up most.`
  const shifts =
    moved.length === 0
      ? 'No private ballot changed by half a point or more.'
      : `On the secret ballots ${moved.length} of ${paths.length} changed by half a point or more: ${warmer} warmer, ${moved.length - warmer} colder.`
  const yielded = conformed === 0 ? '' : ` ${conformed} sounded more like the room than they voted.`
  return `${led} ${shifts}${yielded}`
}

/** Views with support from two people or more and no contradiction; views that were supported and contradicted. */
function pointsOfAgreement(
  { views, turns }: CodedDiscussion,
  names: ReadonlyMap<string, string>,
): Pick<Dynamics, 'consensus_points' | 'contentious_points'> {
  const viewSupport = views.map(({ view_id, text }) => ({
    text,
    supporters: new Set(turns.filter(({ supports }) => supports.includes(view_id)).map(({ speaker }) => speaker)),
    opponents: new Set(turns.filter(({ answers }) => answers.includes(view_id)).map(({ speaker }) => speaker)),
  }))
  const namesOf = (ids: ReadonlySet<string>) => [...ids].map((id) => names.get(id) ?? id).join(', ')
  return {
    consensus_points: viewSupport
      .filter(({ supporters, opponents }) => supporters.size >= 2 && opponents.size === 0)
      .map(({ text, supporters }) => `${text} (${namesOf(supporters)})`),
    contentious_points: viewSupport
      .filter(({ supporters, opponents }) => supporters.size >= 1 && opponents.size >= 1)
      .map(
        ({ text, supporters, opponents }) =>
          `${text} (said by ${namesOf(supporters)}; not shared by ${namesOf(opponents)})`,
      ),
  }
}

/** From this cosine on, a new reason on a ballot is taken to come from the turn it resembles most. */
const MIN_SOURCE_NEARNESS = 0.4

/**
 * What came up only because they talked: views that stood on no ballot before the discussion and on somebody's after it,
 * each with the words of the turn it comes from (the turn of somebody else that it resembles most, or that its holder
 * names). A view that comes from no turn is left out.
 */
function emergentInsights({ participants, record, after, coded }: LiveDiscussion): string[] {
  const nameOf = new Map(participants.map(({ persona }) => [persona.persona_id, persona.name]))
  const movedBy = new Map(participants.map(({ persona }, seat) => [persona.persona_id, after[seat]?.moved_by ?? null]))
  const known = new Set(coded.reasons.filter(({ held_before }) => held_before).map(({ view_id }) => view_id))
  const reported = new Set<string>()
  return coded.reasons.flatMap(({ reason_id, view_id, persona_id, held_after }) => {
    if (!held_after || known.has(view_id) || reported.has(view_id)) return []
    const [nearest] = coded.nearest
      .filter(
        (candidate) =>
          candidate.reason_id === reason_id &&
          candidate.speaker !== persona_id &&
          candidate.nearness >= MIN_SOURCE_NEARNESS,
      )
      .sort((a, b) => b.nearness - a.nearness)
    const source = record.find(({ turn }) => turn === (nearest?.turn ?? movedBy.get(persona_id)))
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
const tenth = (value: number): number => Math.round(value * 10) / 10
const hundredth = (value: number): number => Math.round(value * 100) / 100

function rounded(figures: MinorityReport['participation']): MinorityReport['participation'] {
  const toThousandth = (value: number) => Math.round(value * 1_000) / 1_000
  return (
    figures && {
      gini: toThousandth(figures.gini),
      chain_depth: toThousandth(figures.chain_depth),
      median_words: figures.median_words,
      short_turn_share: toThousandth(figures.short_turn_share),
    }
  )
}
