import { JUDGING } from '../../data/judging.js'
import type { ObjectionRecord, ObjectionRow } from '../../domain/panel/versions.js'
import type { PanelRun } from '../../domain/run/run-document.js'
import { plural } from '../../domain/text/words.js'
import type { Vector } from '../../llm/embeddings/embedder.js'
import { opposes } from '../focus-group/polarity.js'
import { groupIntoViews } from '../focus-group/views.js'
import { cosine } from '../panel/intent/similarity-rating.js'
import { mcnemarP } from '../statistics/mcnemar.js'

/** Thresholds chosen on `bench/data/trust/rooms-dev.json`; `npm run bench:objections` measures how often they are right. */
const SAME = 0.5
const MAY_BE_SAME = 0.4

/**
 * Whether two objections with this cosine are one: `perhaps` where they are near but not nearly alike, or where
 * negations and antonyms suggest that one denies the other.
 */
export function matchOf(alike: number, text: string, other: string): 'same' | 'perhaps' | 'other' {
  if (text === other) return 'same'
  if (alike >= SAME && !opposes(text, other)) return 'same'
  return alike >= MAY_BE_SAME ? 'perhaps' : 'other'
}

/** How often matches are right, measured on pairs that were not used for tuning. */
function cautionOf({ reworded, different }: ReturnType<typeof JUDGING.objection_matches>): string {
  const of100 = (count: number, { pairs }: { readonly pairs: number }) => Math.round((100 * count) / pairs)
  return [
    'Objections are matched by their words.',
    `Of pairs that say the same in other words, ${of100(reworded.same, reworded)} of 100 are recognised,`,
    `${of100(reworded.perhaps, reworded)} are said to be perhaps the same, and ${of100(reworded.other, reworded)} are taken for two, as gone and new;`,
    `of pairs that do not, ${of100(different.same, different)} of 100 are taken for one and ${of100(different.perhaps, different)} said to be perhaps the same.`,
  ].join(' ')
}

/** A tested version. */
export type Version = {
  readonly run: PanelRun
  readonly title: string
}
type Held = { readonly text: string; readonly holders: ReadonlySet<string>; readonly unheard: boolean }
type Row = { readonly texts: string[]; readonly held: (Held | null)[]; perhaps: Row | null }
export type Embed = (texts: readonly string[]) => Promise<readonly Vector[]>

/** What a version's objections come from: the reasons of a secret ballot where one was held, else the friction points. */
const formOf = ({ run }: Version): 'ballot' | 'answer' => (run.result.group_dynamics?.ballots ? 'ballot' : 'answer')

/** The objections of all versions, oldest first, one row each. Versions of another form than the last are left out. */
export async function objectionsOver(all: readonly Version[], embed: Embed): Promise<ObjectionRecord> {
  const last = all.at(-1)
  const versions = last ? all.filter((version) => formOf(version) === formOf(last)) : []
  const held: Held[][] = []
  for (const version of versions) held.push(await heldIn(version, embed))
  const texts = [...new Set(held.flat().map(({ text }) => text))]
  const vectors = texts.length === 0 ? [] : await embed(texts)
  const vectorOf = new Map(texts.map((text, index) => [text, vectors[index] ?? []]))
  const rows = rowsOver(held, vectorOf)
  const shown = rows.map((row) => shownRow(row, versions)).sort((a, b) => rank(a) - rank(b) || weight(b) - weight(a))
  return {
    rows: shown,
    versions: versions.map(({ run, title }) => ({ run_id: run.run_id, title, at: run.completed_at })),
    left_out: all.length - versions.length,
    rehearsal: versions.some(({ run }) => run.model.mode === 'offline'),
    sentence: sentenceOf(shown, versions.length),
    caution: cautionOf(JUDGING.objection_matches()),
  }
}

const STATES: readonly ObjectionRow['state'][] = ['came_back', 'new', 'stayed', 'gone']
const rank = ({ state }: ObjectionRow): number => STATES.indexOf(state)
const weight = ({ runs }: ObjectionRow): number => runs.findLast(({ holders }) => holders > 0)?.holders ?? 0

/** The objections of one version, grouped as its minority report groups views. */
async function heldIn({ run }: Version, embed: Embed): Promise<Held[]> {
  const reasons = reasonsAgainst(run)
  if (reasons.length === 0) return []
  const vectors = await embed(reasons.map(({ text }) => text))
  const { views, viewOf } = groupIntoViews(reasons, vectors)
  const unheard = new Set((run.result.minority_report?.suppressed_views ?? []).map(({ view }) => view))
  return views.map(({ view_id, text }) => {
    const members = reasons.filter(({ reason_id }) => viewOf.get(reason_id) === view_id)
    return {
      text,
      holders: new Set(members.map(({ persona_id }) => persona_id)),
      unheard: members.some((member) => unheard.has(member.text)),
    }
  })
}

function reasonsAgainst({ result }: PanelRun) {
  const said = new Map<string, { persona_id: string; text: string; strength: number }>()
  const add = (persona_id: string, text: string) =>
    said.set(`${persona_id}\n${text}`, { persona_id, text, strength: 0 })
  const ballots = result.group_dynamics?.ballots
  for (const { persona_id, reasons } of ballots ? [...ballots.before, ...ballots.after] : [])
    for (const { side, reason } of reasons) if (side === 'against') add(persona_id, reason)
  if (!ballots)
    for (const { persona_id, friction_points } of result.responses)
      for (const friction of friction_points) add(persona_id, friction)
  return [...said.values()].map((reason, index) => ({ ...reason, reason_id: `r${index}`, side: 'against' as const }))
}

/** Assigns each version's objections to the nearest row, or to a new row. A row takes one objection per version. */
function rowsOver(held: readonly (readonly Held[])[], vectorOf: ReadonlyMap<string, Vector>): Row[] {
  const rows: Row[] = []
  const likeness = (a: string, b: string) => cosine(vectorOf.get(a) ?? [], vectorOf.get(b) ?? [])
  held.forEach((objections, version) => {
    const pairs = objections
      .flatMap((objection) => rows.map((row) => ({ objection, row, ...nearest(objection.text, row, likeness) })))
      .filter(({ match }) => match !== 'other')
      .sort((a, b) => b.alike - a.alike)
    const placed = new Set<Held>()
    for (const { objection, row, match } of pairs) {
      if (match !== 'same' || placed.has(objection) || row.held[version]) continue
      row.held[version] = objection
      row.texts.push(objection.text)
      placed.add(objection)
    }
    for (const objection of objections.filter((unplaced) => !placed.has(unplaced))) {
      const near = pairs.find((pair) => pair.objection === objection)
      const row: Row = { texts: [objection.text], held: [], perhaps: near?.row ?? null }
      row.held[version] = objection
      rows.push(row)
    }
  })
  return rows
}

function nearest(text: string, { texts }: Row, likeness: (a: string, b: string) => number) {
  const [best = { alike: -1, known: '' }] = texts
    .map((known) => ({ known, alike: known === text ? 1 : likeness(text, known) }))
    .sort((a, b) => b.alike - a.alike)
  return { alike: best.alike, match: matchOf(best.alike, text, best.known) }
}

function shownRow({ texts, held, perhaps }: Row, versions: readonly Version[]): ObjectionRow {
  const last = versions.length - 1
  return {
    objection: texts.at(-1) ?? '',
    state: stateOf(held, last),
    runs: versions.map(({ run }, index) => ({
      run_id: run.run_id,
      holders: held[index]?.holders.size ?? 0,
      of: run.result.responses.length,
      unheard: held[index]?.unheard ?? false,
    })),
    perhaps: perhaps?.texts.at(-1) ?? null,
    ...changeOf(versions, held[last - 1]?.holders, held[last]?.holders),
  }
}

function stateOf(held: Row['held'], last: number): ObjectionRow['state'] {
  if (!held[last]) return 'gone'
  if (held[last - 1]) return 'stayed'
  return held.some((objection, index) => objection && index < last) ? 'came_back' : 'new'
}

const NOBODY: ReadonlySet<string> = new Set()

/** People who hold it in only one of the last two versions, and the p of that change. */
function changeOf(versions: readonly Version[], before = NOBODY, after = NOBODY) {
  const [earlier, latest] = versions
    .slice(-2)
    .map(({ run }) => run.result.responses.map(({ persona_id }) => persona_id))
  const gained = [...after].filter((id) => !before.has(id)).length
  const lost = [...before].filter((id) => !after.has(id)).length
  const samePeople = earlier && latest && [...earlier].sort().join() === [...latest].sort().join()
  return { changed: gained + lost, p: samePeople ? mcnemarP(gained, lost) : null }
}

function sentenceOf(rows: readonly ObjectionRow[], versions: number): string {
  if (versions === 0) return 'Nothing was tested yet.'
  const count = (state: ObjectionRow['state']) => rows.filter((row) => row.state === state).length
  if (versions === 1)
    return `One version was tested: ${rows.length} ${plural(rows.length, 'objection')}, with nothing to hold them against.`
  return `Since the version before: ${count('stayed')} stayed, ${count('came_back')} came back, ${count('new')} new; gone from the last version: ${count('gone')}.`
}
