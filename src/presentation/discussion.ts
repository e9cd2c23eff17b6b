import type { GroupDynamics, MinorityReport, Turn as SpokenTurn } from '../domain/panel/discussion.js'
import type { FocusGroupResult, JudgedResult } from '../domain/panel/pressure-test.js'
import { clean, cleanList, displayText, truncate } from './clean.js'
import type { Names } from './findings.js'
import { joinFirst } from './words.js'

export type Turn = {
  readonly turn: number
  readonly speaker: string
  /** Name of the person addressed; empty where it is everybody. */
  readonly to: string
  readonly text: string
  readonly moderator: boolean
  readonly margin: readonly Aside[]
}
/** A part of the transcript; a discussion without a guide has a single part without a title. */
export type Topic = { readonly title: string; readonly reached: boolean; readonly turns: readonly Turn[] }
export type Talk = NonNullable<ReturnType<typeof talkOf>>

const MODES: Record<GroupDynamics['mode'], { label: string; sentence: string }> = {
  off: { label: '', sentence: '' },
  quick: {
    label: 'One call, script mode',
    sentence:
      'A single model call wrote everybody’s lines, which makes people agree more than they would. Read it for the arguments, not for how many would come round.',
  },
  live: {
    label: 'Live',
    sentence:
      'Each turn is a call of its own by the speaker alone, who knows the transcript and its own private notes.',
  },
}
const NAMED = 6

/** The discussion as a transcript with its conclusions; `null` for a run without a discussion. */
export function talkOf(result: JudgedResult | FocusGroupResult, names: Names) {
  const talk = result.group_dynamics
  if (!talk || talk.turns.length === 0) return null
  const margin = asidesOf(talk.turns, result.minority_report?.suppressed_views ?? [], names)
  const turns = talk.turns.map(
    ({ turn, speaker, text, addressed_to, moderator }): Turn => ({
      turn,
      speaker: displayText(speaker),
      to: clean(addressed_to ?? ''),
      text: clean(text),
      moderator: moderator ?? false,
      margin: margin.get(turn) ?? [],
    }),
  )
  return {
    ...MODES[talk.mode],
    topics: topicsOf(turns, 'topics' in result ? result.topics : []),
    unsaid: turns.some(({ margin: asides }) => asides.length > 0),
    shifts: shiftsOf(talk, names),
    unshifted: unshiftedWords(talk),
    consensus: cleanList(talk.consensus_points),
    contention: cleanList(talk.contentious_points),
    insights: cleanList(talk.emergent_insights),
    reportedShifts: talk.opinion_shifts.map(({ participant, initial_position, final_position, catalyst }) => ({
      who: names.get(participant) ?? displayText(participant),
      from: clean(initial_position),
      to: clean(final_position),
      ...catalystOf(catalyst, turns),
    })),
    roles: [
      { name: 'Led', text: clean(influence(talk).primary_influencer) },
      { name: 'Went along', text: joinFirst(cleanList(influence(talk).followers), NAMED) },
      { name: 'Held against it', text: joinFirst(cleanList(influence(talk).contrarians), NAMED) },
    ].filter(({ text }) => text !== ''),
    notes: clean(influence(talk).dynamics_notes),
  }
}

/** A catalyst that names a turn becomes a link to it; the words themselves stand in that turn. */
function catalystOf(text: string, turns: readonly Turn[]) {
  const [named, at] = clean(text).match(/^turn (\d+)/i) ?? []
  const turn = turns.find((turn) => turn.turn === Number(at))?.turn ?? null
  const rest = turn === null ? clean(text) : clean(text).slice(named?.length ?? 0)
  return { turn, catalyst: truncate(rest, 160) }
}

const influence = (talk: GroupDynamics) => talk.influence_patterns

/** Splits the transcript at the first turn of each topic; earlier turns belong to no topic. */
function topicsOf(turns: readonly Turn[], topics: FocusGroupResult['topics']): Topic[] {
  const starts = topics.flatMap(({ first_turn }) => first_turn ?? []).sort((a, b) => a - b)
  const before = turns.filter(({ turn }) => turn < (starts[0] ?? Number.POSITIVE_INFINITY))
  const parts = topics.map(({ topic, first_turn }): Topic => {
    const end = starts.find((start) => first_turn !== null && start > first_turn) ?? Number.POSITIVE_INFINITY
    const own = first_turn === null ? [] : turns.filter(({ turn }) => turn >= first_turn && turn < end)
    return { title: displayText(topic), reached: own.length > 0, turns: own }
  })
  if (before.length === 0) return parts
  return [{ title: '', reached: true, turns: before }, ...parts]
}

/**
 * A note beside a turn: a view that its speaker held and did not say, or a view that was said there and then dropped.
 */
export type Aside = {
  readonly label: string
  readonly view: string
  /** The speaker's private words; empty where an earlier note has them. */
  readonly quote: string
}

/**
 * Notes beside the turns. The first turn of a holder of a suppressed view gets their private words, their later turns a
 * reminder. A turn in which a view was said and then dropped gets a note of that.
 */
function asidesOf(
  turns: readonly SpokenTurn[],
  suppressed_views: MinorityReport['suppressed_views'],
  names: Names,
): ReadonlyMap<number, readonly Aside[]> {
  const asides = new Map<number, Aside[]>()
  const add = (turn: number, aside: Aside) => asides.set(turn, [...(asides.get(turn) ?? []), aside])
  for (const { view, heard_turns, holders } of suppressed_views) {
    for (const turn of new Set(heard_turns))
      add(turn, { label: 'Said here, then dropped', view: displayText(view), quote: '' })
    for (const { persona_id, quote } of holders) {
      const own = turns.filter(({ speaker, moderator }) => !moderator && speaks(speaker, persona_id, names))
      // A holder who said the view in a dropped turn gets only that turn's note.
      if (own.some(({ turn }) => heard_turns.includes(turn))) continue
      own.forEach(({ turn }, i) => {
        if (i === 0) add(turn, { label: 'Not said', view: displayText(view), quote: displayText(quote) })
        else add(turn, { label: 'Still not said', view: truncate(displayText(view), 60), quote: '' })
      })
    }
  }
  return asides
}

const speaks = (speaker: string, id: string, names: Names): boolean =>
  speaker === id || truncate(displayText(speaker), 40) === names.get(id)

export type Change = {
  readonly who: string
  /** Purchase intent on the secret ballots, 1–5. */
  readonly from: number
  readonly to: number
}
export type Shifts = ReturnType<typeof shiftsOf>

/** Most changes drawn; those who moved least are left out and counted. */
const MAX_CHANGES = 16

/** Why no change between the ballots is shown, where there is none to show. */
export const unshiftedWords = ({ ballots }: Pick<GroupDynamics, 'ballots'>): string =>
  ballots
    ? 'Nobody’s ballots before and after could both be rated, so no change was measured.'
    : 'There were no secret ballots, so no change was measured.'

/** Changes between the secret ballots, the largest first; `null` without ballots before and after. */
export function shiftsOf({ ballots }: Pick<GroupDynamics, 'ballots'>, names: Names) {
  if (!ballots) return null
  const after = new Map(ballots.after.map(({ persona_id, leaning }) => [persona_id, leaning]))
  const changes = ballots.before.flatMap(({ persona_id, leaning }): Change[] => {
    const later = after.get(persona_id)
    const who = names.get(persona_id) ?? displayText(persona_id)
    return leaning === null || typeof later !== 'number' ? [] : [{ who, from: leaning, to: later }]
  })
  if (changes.length === 0) return null
  const moved = [...changes].sort((a, b) => Math.abs(b.to - b.from) - Math.abs(a.to - a.from))
  const drawn = moved.slice(0, MAX_CHANGES)
  return {
    changes: drawn.map((change) => ({ ...change, who: truncate(change.who, 14) })),
    others: changes.length - drawn.length,
    people: changes.length,
    up: changes.filter(({ from, to }) => to - from >= MIN_CHANGE).length,
    down: changes.filter(({ from, to }) => from - to >= MIN_CHANGE).length,
  }
}

/**
 * Least change that is called one. A smaller change is drawn: half a point of five is within the noise of a second
 * reading.
 */
const MIN_CHANGE = 0.5
