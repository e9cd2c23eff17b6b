import { type PersonaProfile, SENTENCE_FIELDS, STATEMENT_FIELDS } from '../../domain/persona-profile.js'
import type { Passage } from '../../domain/research.js'
import type { RunWithResult } from '../../domain/run-document.js'
import { extrasOf } from '../../domain/simulated-traits.js'
import { simulatedTraits } from '../../presentation/persona-set.js'
import { inert } from '../io.js'
import { wrap } from '../screen.js'
import { barLine, hanging, type Layout, whole } from './layout.js'

/** A generated set: its people, its diversity, its sources, and how to use it. */
export function personasSummary(run: RunWithResult<'persona_generation'>, layout: Layout): string[] {
  const result = run.result
  const { screen, width } = layout
  const { diversity, twins, sources, plan } = result
  const dropped = result.records.flatMap(({ columns }) =>
    columns.filter(({ treatment }) => treatment === 'dropped' || treatment === 'hashed'),
  )
  const lines = [
    wrap(screen.strong(`${inert(result.set_name)}: ${result.personas.length} synthetic people`), width),
    '',
    ...plan.archetypes.map(({ name, count, origin }) =>
      hanging(`- ${inert(name)}: ${count}${origin === 'template' ? ' (template)' : ''}`, width),
    ),
    ...plan.edge_cases.map(({ name, count }) => hanging(`- edge case: ${inert(name)}: ${count}`, width)),
    '',
    barLine(
      {
        name: 'coverage',
        share: diversity.coverage,
        figure: whole(diversity.coverage * 100),
        words: [
          `of 100; asked ${whole(diversity.asked * 100)}, ${diversity.reached ? 'reached' : 'not reached'}; ${diversity.repairs} exchanges filled gaps`,
        ],
      },
      layout,
    ),
    barLine(
      {
        name: 'entropy',
        share: diversity.entropy,
        figure: whole(diversity.entropy * 100),
        words: ['of 100, mean over the axes'],
      },
      layout,
    ),
    barLine(
      {
        name: 'sourced',
        share: sources.claims === 0 ? 0 : sources.quoted / sources.claims,
        figure: whole((100 * sources.quoted) / Math.max(1, sources.claims)),
        words: [`% of what is said about them; ${sources.assumed} statements are assumed`],
      },
      layout,
    ),
    '',
    ...(result.reading?.sentences ?? []).map((sentence) => wrap(inert(sentence), width)),
    wrap(inert(twins.sentence), width),
  ]
  if (result.contradictions) lines.push(wrap(inert(result.contradictions.sentence), width))
  if (dropped.length > 0) {
    const columns = dropped.map(({ name, treatment }) => `${inert(name)} (${treatment})`)
    lines.push(wrap(`Columns that named people: ${columns.join(', ')}.`, width))
  }
  return [...lines, '', wrap(`Use them: pressure-test run <proposition> --panel ${inert(result.set_name)}`, width)]
}

/** A person, with the source of each statement. */
export function personLines(person: PersonaProfile, passages: readonly Passage[], { screen, width }: Layout): string[] {
  const known = new Map(passages.map((passage) => [passage.passage_id, passage]))
  const sourceOf = (text: string, field: string): string => {
    const source = person.sources.find((source) => source.field === field)
    const passage = known.get(source?.passage_id ?? '')
    const isOwn = source?.quote.replace(/\s+/g, ' ') === text
    const quote = source?.quote && !isOwn ? `“${inert(source.quote)}” ` : ''
    if (passage) return `${quote}(${inert(passage.document)}, ${passage.passage_id})`
    return source?.basis ?? 'assumed'
  }
  const sourced = (text: string, field: string): string[] => [
    hanging(field.startsWith('own_words') ? `- “${inert(text)}”` : `- ${inert(text)}`, width),
    screen.faint(wrap(sourceOf(text, field), width, '     ')),
  ]
  const label = (field: string): string => screen.strong(field.replaceAll('_', ' '))
  return [
    wrap(screen.strong(`${inert(person.name)}, ${person.age}: ${inert(person.role)}`), width),
    wrap(
      `${inert(person.archetype)}${person.edge_case ? `, stands for: ${inert(person.edge_case)}` : ''}. Synthetic; confidence ${person.confidence_score.toFixed(2)} of 1, compared with real people ${person.calibration.trials} times.`,
      width,
    ),
    wrap(
      `${person.experience_level}; company ${person.company_size}; ${person.tech_adoption}; learns by ${person.learning_style.toLowerCase()}; ${person.collaboration_style}; risk tolerance ${person.risk_tolerance}, patience ${person.patience_level}; ${extrasOf(person).minutes_per_day} minutes a day${person.context.map(({ axis, level }) => `; ${inert(axis)}: ${inert(level)}`).join('')}`,
      width,
    ),
    wrap(`As a simulated user: ${simulatedTraits(person).join('; ')}`, width),
    '',
    ...(['own_words', ...STATEMENT_FIELDS] as const)
      .filter((field) => person[field].length > 0)
      .flatMap((field) => [
        label(field),
        ...person[field].flatMap((text, index) => sourced(text, `${field}.${index}`)),
      ]),
    ...SENTENCE_FIELDS.filter((field) => person[field] !== '').flatMap((field) => [
      label(field),
      ...sourced(person[field], field),
    ]),
  ]
}
