import { PersonaProfile } from '../../domain/personas/persona-profile.js'
import type { PersonaGenerationResult } from '../../domain/personas/persona-set.js'
import type { Passage } from '../../domain/personas/research.js'
import type { Actor, Run } from '../../domain/run/run-state.js'
import type { Database } from '../connection/client.js'
import { asJson, type Tx } from '../connection/transaction.js'

export type SetSummary = {
  readonly name: string
  readonly version: number
  readonly run_id: string | null
  readonly origin: string
  readonly size: number
  readonly created_at: Date
}
export type SavedSet = SetSummary & { readonly passages: Passage[] }
export type NewSet = {
  readonly name: string
  readonly run_id: string | null
  readonly origin: string
  readonly passages: readonly Passage[]
  readonly personas: readonly PersonaProfile[]
}

export type ListedPerson = {
  readonly profile: PersonaProfile
  readonly set_name: string
  readonly version: number
  readonly created_at: Date
}

/** A person in one version of its set. `passages`: those that the profile cites. */
type PersonVersion = {
  readonly version: number
  readonly created_at: Date
  readonly profile: PersonaProfile
  readonly passages: readonly Passage[]
}
/** A memory that a run gave to a person whom it seated. */
type SeatedMemory = {
  readonly run_id: string
  readonly memory_id: string
  readonly category: string
  readonly text: string
  readonly valence: number
  readonly cues: readonly string[]
}

/** Saved sets of synthetic people. A stored version never changes; changes are saved as another version. */
export function createPersonaSets(db: Database) {
  return {
    /** The newest version of every set, by name. */
    async list(actor: Actor): Promise<SetSummary[]> {
      return db.inWorkspace(
        actor,
        (tx) => tx.$queryRaw<SetSummary[]>`
          select distinct on (name) name, version, run_id, origin, size, created_at
            from persona_set order by name, version desc`,
      )
    },

    /** One version of a set, or its newest; null where there is none. */
    async get(actor: Actor, name: string, version: number | null): Promise<SavedSet | null> {
      const rows = await db.inWorkspace(
        actor,
        (tx) => tx.$queryRaw<SavedSet[]>`
          select name, version, run_id, origin, size, created_at, passages
            from persona_set where name = ${name} and (${version}::int is null or version = ${version}::int)
           order by version desc limit 1`,
      )
      return rows[0] ?? null
    },

    /** All people of a version, in the set's order. */
    async members(actor: Actor, { name, version }: Pick<SetSummary, 'name' | 'version'>): Promise<PersonaProfile[]> {
      const rows = await db.inWorkspace(actor, (tx) =>
        tx.persona.findMany({
          where: { setName: name, version, runId: null },
          orderBy: { personaId: 'asc' },
          select: { profile: true },
        }),
      )
      // Sets saved before a field existed get its default.
      return rows.map(({ profile }) => PersonaProfile.parse(profile))
    },

    /** People of the newest version of every set, or of one set, ordered by set and id. */
    async people(
      actor: Actor,
      { set, limit, offset }: { set: string | null; limit: number; offset: number },
    ): Promise<ListedPerson[]> {
      const rows = await db.inWorkspace(
        actor,
        (tx) => tx.$queryRaw<ListedPerson[]>`
          select p.profile, s.name as set_name, s.version, s.created_at
            from (select distinct on (name) name, version, created_at from persona_set order by name, version desc) s
            join persona p on p.set_name = s.name and p.version = s.version and p.run_id is null
           where ${set}::text is null or s.name = ${set}
           order by s.name, p.persona_id limit ${limit} offset ${offset}`,
      )
      return rows.map(({ profile, ...of }) => ({ ...of, profile: PersonaProfile.parse(profile) }))
    },

    /** Draws up to `most` people of a version; the same seed draws the same people. */
    async draw(
      actor: Actor,
      { name, version }: Pick<SetSummary, 'name' | 'version'>,
      { most, seed }: { most: number; seed: number },
    ): Promise<PersonaProfile[]> {
      const rows = await db.inWorkspace(
        actor,
        (tx) => tx.$queryRaw<{ profile: PersonaProfile }[]>`
          select profile from persona where set_name = ${name} and version = ${version} and run_id is null
           order by md5(${seed}::text || '/' || persona_id), persona_id limit ${most}`,
      )
      return rows.map(({ profile }) => profile)
    },

    /** People with these ids in the newest versions of all sets. */
    async find(actor: Actor, ids: readonly string[]): Promise<{ set: string; profile: PersonaProfile }[]> {
      const rows = await db.inWorkspace(
        actor,
        (tx) => tx.$queryRaw<{ set: string; profile: unknown }[]>`
          select set_name as set, profile from persona p
           where persona_id = any(${[...ids]}::text[]) and run_id is null
             and version = (select max(version) from persona_set s where s.name = p.set_name)
           order by set_name, persona_id`,
      )
      return rows.map(({ set, profile }) => ({ set, profile: PersonaProfile.parse(profile) }))
    },

    /** A person in every version of a set, oldest first. */
    async versionsOf(actor: Actor, set: string, persona_id: string): Promise<PersonVersion[]> {
      const rows = await db.inWorkspace(
        actor,
        (tx) => tx.$queryRaw<PersonVersion[]>`
          select p.version, s.created_at, p.profile, (
                   select coalesce(json_agg(passage), '[]') from json_array_elements(s.passages) as passage
                    where passage->>'passage_id' in (
                          select source->>'passage_id' from json_array_elements(
                                 case json_typeof(p.profile->'sources') when 'array' then p.profile->'sources' else '[]' end) as source)
                 ) as passages
            from persona p join persona_set s on s.name = p.set_name and s.version = p.version
           where p.set_name = ${set} and p.persona_id = ${persona_id} and p.run_id is null order by p.version`,
      )
      return rows.map((row) => ({ ...row, profile: PersonaProfile.parse(row.profile) }))
    },

    /**
     * Memories of a person of a set in all runs that seated it, as `set-id`, or `set-id-2` where it was seated again and
     * nobody in the set has that id.
     */
    async memoriesOf(actor: Actor, set: string, persona_id: string): Promise<SeatedMemory[]> {
      const seated = `${set}-${persona_id}`
      return db.inWorkspace(
        actor,
        (tx) => tx.$queryRaw<SeatedMemory[]>`
          select p.run_id::text, m.memory_id, m.category, m.text, m.valence, m.cues
            from persona p join run r on r.id = p.run_id join persona_memory m on m.persona_uuid = p.id
           where (p.persona_id = ${seated}::text
                  or regexp_replace(p.persona_id, '-[0-9]+$', '') = ${seated}::text and not exists (
                     select from persona member where member.set_name = ${set} and member.run_id is null
                        and ${set}::text || '-' || member.persona_id = p.persona_id))
             and json_typeof(r.input->'people'->'sets') = 'array'
             and exists (select from json_array_elements(r.input->'people'->'sets') as s where s->>'name' = ${set})
           order by r.created_at, p.persona_id, m.memory_id`,
      )
    },

    /** Saves the next version of a set and returns its number. */
    async save(actor: Actor, set: NewSet): Promise<number> {
      return db.writeInWorkspace(actor, (tx) => saveSet(tx, actor.workspace_id, set))
    },
  }
}

/** Saves a generated set in the transaction that ends its run: both are stored or neither. */
export async function saveGenerated(tx: Tx, run: Run, result: PersonaGenerationResult): Promise<void> {
  await saveSet(tx, run.workspace_id, {
    name: result.set_name,
    run_id: run.run_id,
    origin: result.sentence,
    passages: result.passages,
    personas: result.personas,
  })
}

async function saveSet(tx: Tx, workspace_id: string, set: NewSet): Promise<number> {
  // Serialises saves of the same name.
  await tx.$queryRaw`select pg_advisory_xact_lock(hashtextextended(${`${workspace_id}/${set.name}`}, 0))::text`
  const rows = await tx.$queryRaw<{ version: number }[]>`
    insert into persona_set (workspace_id, name, version, run_id, origin, size, passages)
    select ${workspace_id}::uuid, ${set.name}::text, coalesce(max(version), 0) + 1, ${set.run_id}::uuid, ${set.origin}::text,
           ${set.personas.length}::int, ${asJson(set.passages)}::json
      from persona_set where workspace_id = ${workspace_id}::uuid and name = ${set.name}
    returning version`
  const version = rows[0]?.version ?? 1
  await tx.$executeRaw`
    insert into persona (workspace_id, set_name, version, persona_id, name, archetype, profile)
    select ${workspace_id}::uuid, ${set.name}::text, ${version}::int, p->>'id', p->>'name', p->>'archetype', p
      from json_array_elements(${asJson(set.personas)}::json) as t(p)`
  return version
}
