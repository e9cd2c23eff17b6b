import { type PersonaProfile, SENTENCE_FIELDS, STATEMENT_FIELDS } from '../../domain/personas/persona-profile.js'
import type { Passage } from '../../domain/personas/research.js'
import type { RunWithResult } from '../../domain/run/run-document.js'
import { extrasOf } from '../../domain/simulation/simulated-traits.js'
import { simulatedTraits } from '../../presentation/persona-set.js'
import { stripTerminalControls } from '../io.js'
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
    wrap(screen.strong(`${stripTerminalControls(result.set_name)}: ${result.personas.length} synthetic people`), width),
    '',
    ...plan.archetypes.map(({ name, count, origin }) =>
      hanging(`- ${stripTerminalControls(name)}: ${count}${origin === 'template' ? ' (template)' : ''}`, width),
    ),
    ...plan.edge_cases.map(({ name, count }) =>
      hanging(`- edge case: ${stripTerminalControls(name)}: ${count}`, width),
    ),
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
    ...(result.reading?.sentences ?? []).map((sentence) => wrap(stripTerminalControls(sentence), width)),
    wrap(stripTerminalControls(twins.sentence), width),
  ]
  if (result.contradictions) lines.push(wrap(stripTerminalControls(result.contradictions.sentence), width))
  if (dropped.length > 0) {
    const columns = dropped.map(({ name, treatment }) => `${stripTerminalControls(name)} (${treatment})`)
    lines.push(wrap(`Columns that named people: ${columns.join(', ')}.`, width))
  }
  return [
    ...lines,
    '',
    wrap(`Use them: pressure-test run <proposition> --panel ${stripTerminalControls(result.set_name)}`, width),
  ]
}

/** A person, with the source of each statement. */
export function personLines(person: PersonaProfile, passages: readonly Passage[], { screen, width }: Layout): string[] {
  const known = new Map(passages.map((passage) => [passage.passage_id, passage]))
  const sourceOf = (text: string, field: string): string => {
    const source = person.sources.find((source) => source.field === field)
    const passage = known.get(source?.passage_id ?? '')
    const isOwn = source?.quote.replace(/\s+/g, ' ') === text
    const quote = source?.quote && !isOwn ? `“${stripTerminalControls(source.quote)}” ` : ''
    if (passage) return `${quote}(${stripTerminalControls(passage.document)}, ${passage.passage_id})`
    return source?.basis ?? 'assumed'
  }
  const sourced = (text: string, field: string): string[] => [
    hanging(
      field.startsWith('own_words') ? `- “${stripTerminalControls(text)}”` : `- ${stripTerminalControls(text)}`,
      width,
    ),
    screen.faint(wrap(sourceOf(text, field), width, '     ')),
  ]
  const stoodFor = new Set(
    person.sources
      .filter(({ field }) => field.startsWith('own_words'))
      .map(({ passage_id }) => known.get(passage_id ?? '')?.respondent ?? '')
      .filter((respondent) => respondent !== ''),
  )
  const label = (field: string): string => screen.strong(field.replaceAll('_', ' '))
  return [
    wrap(
      screen.strong(`${stripTerminalControls(person.name)}, ${person.age}: ${stripTerminalControls(person.role)}`),
      width,
    ),
    wrap(
      `${stripTerminalControls(person.archetype)}${person.edge_case ? `, stands for: ${stripTerminalControls(person.edge_case)}` : ''}. Synthetic; confidence ${person.confidence_score.toFixed(2)} of 1, compared with real people ${person.calibration.trials} times.`,
      width,
    ),
    wrap(
      `${person.experience_level}; company ${person.company_size}; ${person.tech_adoption}; learns by ${person.learning_style.toLowerCase()}; ${person.collaboration_style}; risk tolerance ${person.risk_tolerance}, patience ${person.patience_level}; ${extrasOf(person).minutes_per_day} minutes a day${person.context.map(({ axis, level }) => `; ${stripTerminalControls(axis)}: ${stripTerminalControls(level)}`).join('')}`,
      width,
    ),
    wrap(`As a simulated user: ${simulatedTraits(person).join('; ')}`, width),
    ...[...stoodFor].map((respondent) => wrap(`Own words of respondent ${respondent} of the research`, width)),
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
