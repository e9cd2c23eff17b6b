import { z } from 'zod'
import { restingOn } from '../../domain/personas/persona-confidence.js'
import { PersonaProfile, type ProfileSource } from '../../domain/personas/persona-profile.js'
import { Passage, type StayingWords } from '../../domain/personas/research.js'
import { asJson, type Tx } from '../connection/transaction.js'

/** `texts`: passages by which the respondent is known in versions where their number is another one. */
export type RespondentWords = { readonly respondent: string; readonly texts: readonly string[] }

type Version = { readonly version: number; readonly passages: readonly Passage[] }
type Citation = {
  readonly version: number
  readonly persona_id: string
  readonly passage_id: string
  readonly basis: string
}

/**
 * Removes a person from all versions of a set, with the passages that nobody else there cites. Returns what stays of
 * the words of the respondent whom the person stood for; null: the set has no such person.
 */
export async function takeOutPerson(tx: Tx, set: string, persona_id: string): Promise<StayingWords[] | null> {
  const versions = await versionsOf(tx, set)
  const citations = await tx.$queryRaw<Citation[]>`
    select p.version, p.persona_id, source->>'passage_id' as passage_id, source->>'basis' as basis
      from persona p, json_array_elements(p.profile->'sources') as source
     where p.set_name = ${set} and p.run_id is null and source->>'passage_id' is not null`
  const gone = await tx.$queryRaw<{ version: number }[]>`
    delete from persona where set_name = ${set} and persona_id = ${persona_id} and run_id is null returning version`
  for (const { version } of gone) await dropUncited(tx, set, version)
  return gone.length === 0 ? null : stayingWords(versions, citations, persona_id)
}

/** What the newest version of a set that has this respondent holds of their words; empty where none has. */
export async function wordsOf(tx: Tx, set: string, respondent: string): Promise<string[]> {
  for (const { passages } of await versionsOf(tx, set)) {
    const own = passages.filter((passage) => respondent !== '' && passage.respondent === respondent)
    if (own.length > 0) return own.map(({ text }) => text)
  }
  return []
}

/**
 * Removes a respondent of the research from all versions of a set: their passages, the people who stand for them, and
 * every quote of them in others, where what rested on it is assumed. Returns the ids of the people removed, and other
 * sets that hold the same passages.
 */
export async function takeOutRespondent(
  tx: Tx,
  set: string,
  words: RespondentWords,
): Promise<{ personas: string[]; also_in: string[] }> {
  const personas = new Set<string>()
  for (const { version, passages } of await versionsOf(tx, set)) {
    const ids = numbersOf(passages, words)
    if (ids.size === 0) continue
    const own = passages.filter(({ respondent }) => ids.has(respondent)).map(({ passage_id }) => passage_id)
    for (const id of await removeWords(tx, { set, version }, new Set(own))) personas.add(id)
    await dropUncited(tx, set, version)
    // The sentence of the run that made the set names respondents and needs.
    await tx.$executeRaw`
      update persona_set set origin = ${`What was left when respondent ${words.respondent} was taken out.`}
       where name = ${set} and version = ${version}`
  }
  const copies = await tx.$queryRaw<{ name: string }[]>`
    select distinct s.name from persona_set s, json_array_elements(s.passages) as passage
     where s.name <> ${set} and passage->>'text' = any(${[...words.texts]}::text[]) order by s.name`
  return { personas: [...personas].sort(), also_in: copies.map(({ name }) => name) }
}

/** All versions of a set with their passages, the newest first. */
async function versionsOf(tx: Tx, set: string): Promise<Version[]> {
  const rows = await tx.$queryRaw<{ version: number; passages: unknown }[]>`
    select version, passages from persona_set where name = ${set} order by version desc`
  return rows.map(({ version, passages }) => ({ version, passages: z.array(Passage).parse(passages) }))
}

/** Ids that the respondent has in a version: the same one where it said the same, else whoever did. */
function numbersOf(passages: readonly Passage[], { respondent, texts }: RespondentWords): Set<string> {
  const known = new Set(texts)
  const said = passages.filter((passage) => passage.respondent !== '' && known.has(passage.text))
  const ids = new Set(said.map((passage) => passage.respondent))
  return ids.has(respondent) ? new Set([respondent]) : ids
}

/** Deletes the people who stand for whoever said these passages, and their quotes in others; returns the people's ids. */
async function removeWords(
  tx: Tx,
  { set, version }: { readonly set: string; readonly version: number },
  gone: ReadonlySet<string>,
): Promise<string[]> {
  const rows = await tx.$queryRaw<{ profile: unknown }[]>`
    select profile from persona where set_name = ${set} and version = ${version} and run_id is null`
  const members = rows.map(({ profile }) => PersonaProfile.parse(profile))
  const citing = members.filter(({ sources }) => sources.some((source) => rests(source, gone)))
  // A respondent's findings are quoted in the people who stand for them and in nobody else.
  const standing = citing.filter(({ sources }) =>
    sources.some((source) => source.basis === 'quoted' && rests(source, gone)),
  )
  const own = standing.map(({ id }) => id)
  await tx.$executeRaw`
    delete from persona
     where set_name = ${set} and version = ${version} and run_id is null and persona_id = any(${own}::text[])`
  const changed = citing
    .filter((member) => !standing.includes(member))
    .map((member) => restingOn(member, (id) => !gone.has(id)))
  await tx.$executeRaw`
    update persona p set profile = t.profile from json_array_elements(${asJson(changed)}::json) as t(profile)
     where p.set_name = ${set} and p.version = ${version} and p.run_id is null and p.persona_id = t.profile->>'id'`
  return own
}

const rests = ({ passage_id }: ProfileSource, passages: ReadonlySet<string>): boolean =>
  passage_id !== null && passages.has(passage_id)

/** Removes the passages of a version that nobody in it cites, and counts its people. */
async function dropUncited(tx: Tx, set: string, version: number): Promise<void> {
  await tx.$executeRaw`
    with member as (
      select p.profile from persona p where p.set_name = ${set} and p.version = ${version} and p.run_id is null),
    cited as (select distinct source->>'passage_id' as id from member, json_array_elements(member.profile->'sources') as source)
    update persona_set
       set size = (select count(*)::int from member),
           passages = coalesce((
             select json_agg(passage) from json_array_elements(passages) as t(passage)
              where passage->>'passage_id' in (select id from cited)), '[]'::json)
     where name = ${set} and version = ${version}`
}

function stayingWords(
  versions: readonly Version[],
  citations: readonly Citation[],
  persona_id: string,
): StayingWords[] {
  const staying = new Map<string, { passages: Set<string>; personas: Set<string> }>()
  for (const { version, passages } of versions) {
    const here = citations.filter((citation) => citation.version === version)
    const quoted = new Set(
      here.filter(({ persona_id: id, basis }) => id === persona_id && basis === 'quoted').map((own) => own.passage_id),
    )
    const stoodFor = new Set(passages.filter((passage) => quoted.has(passage.passage_id)).map((own) => own.respondent))
    for (const { passage_id, respondent } of passages) {
      if (respondent === '' || !stoodFor.has(respondent)) continue
      const words = staying.get(respondent) ?? { passages: new Set(), personas: new Set() }
      for (const other of here) {
        if (other.passage_id !== passage_id || other.persona_id === persona_id) continue
        staying.set(respondent, words)
        words.passages.add(passage_id)
        words.personas.add(other.persona_id)
      }
    }
  }
  return [...staying].map(([respondent, { passages, personas }]) => ({
    respondent,
    passages: [...passages],
    personas: [...personas].sort(),
  }))
}
