import type { ProfileSource } from '../domain/persona-profile.js'
import type { PanelSources } from '../domain/persona-set.js'
import type { PressureTestResult } from '../domain/pressure-test.js'
import { clean, truncate, worded } from './clean.js'
import { counted } from './words.js'

/** What a field of a profile is called. */
export const FIELDS: Readonly<Record<string, string>> = {
  pain_points: 'What bothers them',
  goals: 'What they want',
  fears: 'What they fear',
  values: 'What they care about',
  evaluation_criteria: 'What they judge by',
  deal_breakers: 'What they refuse',
  delight_triggers: 'What wins them over',
  referral_triggers: 'What makes them tell others',
  typical_workflow: 'How the day goes',
  time_availability: 'Time for something new',
  role: 'Role',
  tech_stack: 'What they use',
}
export const BASES: Readonly<Record<ProfileSource['basis'], string>> = {
  quoted: 'From the research',
  given: 'From the template',
  sampled: 'Drawn by quota',
  assumed: 'Assumed',
}

export type Origins = NonNullable<ReturnType<typeof originsOf>>

/** People shown with their sources; as many as have a card. */
const MAX_PEOPLE = 24

/** Where a panel's people come from, statement by statement; null for a panel of built-in archetypes. */
export function originsOf({ panel_sources, responses }: Pick<PressureTestResult, 'panel_sources' | 'responses'>) {
  if (!panel_sources) return null
  const names = new Map(responses.map(({ persona_id, persona_name }) => [persona_id, worded(persona_name)]))
  const shown = panel_sources.people.slice(0, MAX_PEOPLE)
  const cited = new Set(shown.flatMap(({ claims }) => claims.flatMap(({ passage_id }) => passage_id ?? [])))
  const passages = panel_sources.passages.filter(({ passage_id }) => cited.has(passage_id))
  const anchors = new Map(
    passages.map(({ passage_id, document }, index) => [
      passage_id,
      { id: `passage-${index + 1}`, place: truncate(worded(document), 40) },
    ]),
  )
  return {
    sets: panel_sources.sets.map(
      ({ name, version, size }) =>
        `${worded(name)}, version ${version}, ${counted(size, 'synthetic person', 'synthetic people')}`,
    ),
    people: shown.map(({ persona_id, role, confidence_score, claims }) => ({
      name: names.get(persona_id) ?? worded(persona_id),
      role: worded(role),
      confidence: confidence_score.toFixed(2),
      claims: claims
        .filter(({ basis, text }) => basis !== 'sampled' && clean(text) !== '')
        .map((claim) => claimOf(claim, anchors)),
    })),
    left: panel_sources.people.length - shown.length,
    passages: passages.map(({ document, heading, text }, index) => ({
      id: `passage-${index + 1}`,
      place: [worded(document), clean(heading)].filter(Boolean).join(', '),
      text: worded(text),
    })),
  }
}

type Anchors = ReadonlyMap<string, { readonly id: string; readonly place: string }>

function claimOf(
  { field, text, basis, passage_id, quote }: PanelSources['people'][number]['claims'][number],
  anchors: Anchors,
) {
  const passage = anchors.get(passage_id ?? '') ?? null
  return {
    label: FIELDS[field.split('.')[0] ?? ''] ?? 'About them',
    text: worded(text),
    basis: BASES[basis] ?? BASES.assumed,
    assumed: basis === 'assumed',
    quote: passage ? clean(quote) : '',
    passage,
  }
}
