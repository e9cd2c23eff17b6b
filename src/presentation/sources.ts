import type { JudgedResult } from '../domain/panel/pressure-test.js'
import type { ProfileSource } from '../domain/personas/persona-profile.js'
import type { Passage } from '../domain/personas/research.js'
import { counted } from '../domain/text/words.js'
import { clean, displayText, truncate } from './clean.js'

/** Names of a profile's fields. */
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
  own_words: 'In their own words',
  tech_stack: 'What they use',
}
const BASES: Readonly<Record<ProfileSource['basis'], string>> = {
  quoted: 'From the research',
  given: 'From the template',
  sampled: 'Drawn by quota',
  assumed: 'Assumed',
}

export type Anchors = ReadonlyMap<string, { readonly id: string; readonly place: string }>

/** Anchors are numbered here, because an id from a file or a model is not safe as an anchor. */
const anchorId = (index: number): string => `passage-${index + 1}`

/** Anchor of each passage on the page. */
export const anchorsOf = (passages: readonly Passage[]): Anchors =>
  new Map(
    passages.map(({ passage_id, document }, index) => [
      passage_id,
      { id: anchorId(index), place: truncate(displayText(document), 40) },
    ]),
  )

/** Passages verbatim, each with its anchor on the page. */
export const passagesOf = (passages: readonly Passage[]) =>
  passages.map(({ document, heading, text }, index) => ({
    id: anchorId(index),
    place: [displayText(document), clean(heading)].filter(Boolean).join(', '),
    text: displayText(text),
  }))

export type SourcedClaim = ReturnType<typeof sourcedClaim>

/** A statement about a person, with the quote that it rests on. */
export function sourcedClaim(
  text: string,
  { basis, passage_id, quote }: Pick<ProfileSource, 'basis' | 'passage_id' | 'quote'>,
  anchors: Anchors,
) {
  const passage = anchors.get(passage_id ?? '') ?? null
  return {
    text: displayText(text),
    basis: BASES[basis] ?? BASES.assumed,
    assumed: basis === 'assumed',
    // A statement in the respondent's own words needs no quote.
    quote: passage && clean(quote) !== clean(text) ? clean(quote) : '',
    passage,
  }
}

export type Origins = NonNullable<ReturnType<typeof originsOf>>

/** Most people shown with their sources, as many as have a card. */
const MAX_PEOPLE = 24

/** Sources of a panel's people, statement by statement; null for a panel of built-in archetypes. */
export function originsOf({ panel_sources, responses }: Pick<JudgedResult, 'panel_sources' | 'responses'>) {
  if (!panel_sources) return null
  const names = new Map(responses.map(({ persona_id, persona_name }) => [persona_id, displayText(persona_name)]))
  const people = panel_sources.people.slice(0, MAX_PEOPLE)
  const cited = new Set(people.flatMap(({ claims }) => claims.flatMap(({ passage_id }) => passage_id ?? [])))
  const passages = panel_sources.passages.filter(({ passage_id }) => cited.has(passage_id))
  const anchors = anchorsOf(passages)
  return {
    sets: panel_sources.sets.map(
      ({ name, version, size }) =>
        `${displayText(name)}, version ${version}, ${counted(size, 'synthetic person', 'synthetic people')}`,
    ),
    people: people.map(({ persona_id, role, confidence_score, claims }) => ({
      name: names.get(persona_id) ?? displayText(persona_id),
      role: displayText(role),
      confidence: confidence_score.toFixed(2),
      claims: claims
        .filter(({ basis, text }) => basis !== 'sampled' && clean(text) !== '')
        .map((claim) => ({
          label: FIELDS[claim.field.split('.')[0] ?? ''] ?? 'About them',
          ...sourcedClaim(claim.text, claim, anchors),
        })),
    })),
    left: panel_sources.people.length - people.length,
    passages: passagesOf(passages),
  }
}
