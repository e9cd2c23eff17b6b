import { type Analysis, bandOf, type Evidence, type PressureBand } from '../../domain/panel/analysis.js'
import type { MinorityReport } from '../../domain/panel/discussion.js'
import { type FocusGroupResult, type JudgedResult, measuredOf } from '../../domain/panel/pressure-test.js'
import type { PanelRun } from '../../domain/run/run-document.js'
import { lowerFirst } from '../../domain/text/words.js'
import { shiftsOf, unshiftedWords } from '../../presentation/discussion.js'
import { noneFoundWords, unclearWords, unheardWords } from '../../presentation/minority-report.js'
import { type Missing, missingOf } from '../../presentation/missing-analysis.js'
import {
  archetypesOf,
  figuresName,
  OTHER_KINDS,
  pressureWords,
  scoresOf,
  spreadOf,
  unratedWords,
} from '../../presentation/scores.js'
import { shareFigure } from '../../presentation/words.js'
import { stripTerminalControls } from '../io.js'
import { column, wrap } from '../screen.js'
import { aboutLines, barLine, between, hanging, hundredths, type Layout, quoteLine, whoLine, whole } from './layout.js'
import { pressureMap } from './pressure-map.js'

const FINDINGS = 3
const VIEWS = 2
const SHIFTS = 6

/** A pressure test or focus group: scores, dissent, worst findings, pressure map, opinion shifts, next step. */
export function panelSummary(run: PanelRun, layout: Layout): string[] {
  const result = run.result
  const { analysis, category, skepticism, responses } = result
  const measured = measuredOf(result)
  const { pressure_score } = measured
  const { screen, width } = layout
  const quote = quotesUnder(result, layout)
  const missing = missingOf(run)
  const band = bandOf(run, pressure_score)
  const scores = scoresOf(measured, measured)
  const lines = [wrap(screen.strong(pressureWords(scores.pressure.value, band)), width)]
  if (scores.measured) lines.push(wrap(spreadOf(scores.pressure), width))
  lines.push(wrap(screen.faint(whoLine(run, { answered: responses.length, category, skepticism })), width))
  lines.push(...aboutLines(result, layout))
  if ('topics' in result) lines.push(wrap(screen.faint(topicsLine(result)), width))
  lines.push(
    '',
    ...scoreLines(result, layout, band),
    ...archetypeLines(result, layout),
    '',
    ...dissentLines(result, layout, quote),
    '',
  )
  if (missing) lines.push(...missingLines(missing, layout))
  if (analysis) lines.push(...brokenLines(analysis, layout, quote))
  lines.push('', ...pressureMap(result, layout), ...shiftLines(result, layout))
  if (analysis) lines.push(...fixLines(analysis, layout))
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines
}

function brokenLines({ key_weaknesses }: Analysis, { screen, width }: Layout, quote: ReturnType<typeof quotesUnder>) {
  const title = screen.strong('What broke')
  if (key_weaknesses.length === 0) return [title, wrap('Nothing that the panel would name.', width, '  ')]
  return [
    title,
    ...key_weaknesses
      .slice(0, FINDINGS)
      .flatMap(({ weakness, severity, evidence }, index) => [
        hanging(`${index + 1}. ${stripTerminalControls(weakness)} [${severity}]`, width),
        ...quote(evidence[0]),
      ]),
  ]
}

function fixLines({ recommended_refinements: fixes }: Analysis, { screen, width }: Layout): string[] {
  const title = screen.strong('Fix first')
  if (fixes.length === 0) return [title, wrap('The analysis recommends nothing.', width, '  ')]
  return [
    title,
    ...fixes.slice(0, VIEWS).map(({ recommendation }) => hanging(`- ${stripTerminalControls(recommendation)}`, width)),
  ]
}

function missingLines({ why, stands, lacks, price, failed }: Missing, { screen, width }: Layout): string[] {
  const sentences = [
    stripTerminalControls(why),
    `What stands: ${lowerFirst(stands)}`,
    `What is missing: ${lowerFirst(lacks)}`,
    stripTerminalControls(failed),
    `A retry buys only the analysis${price}.`,
  ]
  return [
    screen.strong('The analysis is missing'),
    ...sentences.filter(Boolean).map((sentence) => wrap(sentence, width, '  ')),
  ]
}

function topicsLine({ topics }: FocusGroupResult): string {
  const missed = topics.filter(({ first_turn }) => first_turn === null).map(({ topic }) => stripTerminalControls(topic))
  const reached = `${topics.length - missed.length} of ${topics.length} topics reached`
  return missed.length === 0 ? reached : `${reached}; not: ${missed.join(', ')}`
}

const METHODS = {
  coder: 'blind coder',
  graded: 'graded reading',
  ssr: 'semantic similarity',
  likert: 'follow-up rating',
} as const

/** Columns of the longest name of a score. */
const NAMES = 14

function scoreLines(result: JudgedResult, layout: Layout, band: PressureBand | null): string[] {
  const { analysis, intent } = result
  const { intervals, ...measured } = measuredOf(result)
  const line = (name: string, key: 'pressure_score' | 'gut_attraction_index' | 'credibility_score', word = '') =>
    barLine(
      { name, share: measured[key] / 100, figure: whole(measured[key]), words: [between(intervals?.[key]), word] },
      layout,
      NAMES,
    )
  const lines = [
    line('pressure', 'pressure_score', band ?? ''),
    line('gut attraction', 'gut_attraction_index'),
    line('credibility', 'credibility_score'),
    ...intentLines(intent, layout),
  ]
  const unrated = unratedWords(intent, result.responses)
  if (unrated) lines.push(wrap(unrated, layout.width, '  '))
  const { unmeasured, unclaimed } = scoresOf(measured, measuredOf(result))
  if (unclaimed) lines.push(wrap(stripTerminalControls(unclaimed), layout.width, '  '))
  if (intervals) {
    const legend = [`${figuresName(band)}. In brackets: ${OTHER_KINDS}.`, unmeasured].filter(Boolean).join(' ')
    lines.push(wrap(layout.screen.faint(legend), layout.width, '  '))
  }
  if (analysis?.analyst_gap.flagged) {
    const { analyst_score, analyst_gap } = analysis
    const gap = `The analyst's own impression is ${whole(analyst_score)}, ${whole(Math.abs(analyst_gap.points))} points away; read the findings before either.`
    lines.push(wrap(gap, layout.width, '  '))
  }
  return lines
}

function intentLines(intent: JudgedResult['intent'], layout: Layout): string[] {
  if (intent === null) return []
  const { top_two_box, intervals, mean, sd, method } = intent
  const words = [between(intervals?.top_two_box, hundredths), 'top-2 box']
  const range = between(intervals?.mean, (x) => x.toFixed(1))
  return [
    barLine({ name: 'would buy', share: top_two_box, figure: shareFigure(top_two_box), words }, layout, NAMES),
    wrap(
      `mean intent ${mean.toFixed(1)} of 5 ${range}, sd ${sd.toFixed(2)}, by ${METHODS[method]}`.replace(' ,', ','),
      layout.width,
      '  ',
    ),
  ]
}

const MAX_KINDS = 12
const MIN_TABLE = 76

/** Scores by kind of people, where a kind has several people; as a table where the screen is wide enough. */
function archetypeLines(result: JudgedResult, { screen, width }: Layout): string[] {
  const rows = archetypesOf(result)
  if (rows.every(({ people }) => people === 1)) return []
  const title = screen.strong('By kind of people')
  const rest = rows.length - MAX_KINDS
  const more = rest > 0 ? [wrap(`${rest} more in the report.`, width, '  ')] : []
  const shown = rows.slice(0, MAX_KINDS).map(({ kind, ...row }) => ({ ...row, kind: stripTerminalControls(kind) }))
  if (width < MIN_TABLE)
    return [
      '',
      title,
      ...shown.map(({ kind, people, pressure, gut, credibility, intent }) =>
        wrap(
          `${kind} (${people}): pressure ${pressure}, gut attraction ${gut}, credibility ${credibility}, intent ${intent}`,
          width,
          '  ',
        ),
      ),
      ...more,
    ]
  const nameWidth = Math.max(15, Math.min(width - 57, Math.max(...shown.map(({ kind }) => kind.length))))
  const row = (name: string, cells: readonly (string | number)[]) =>
    `${name}${cells.map((cell, i) => String(cell).padStart(COLUMNS[i] ?? 8)).join('')}`
  return [
    '',
    row(`${title}${' '.repeat(nameWidth - 15)}`, ['people', 'pressure', 'gut attraction', 'credibility', 'intent']),
    ...shown.map(({ kind, people, pressure, gut, credibility, intent }) =>
      row(`  ${column(kind, nameWidth)}`, [people, pressure, gut, credibility, intent]),
    ),
    ...more,
  ]
}
const COLUMNS = [8, 10, 16, 13, 8]

const DISSENT_TITLES: Record<MinorityReport['method'], string> = {
  measured: 'Minority report, measured: held on the secret ballot, not heard in the room',
  script: 'Minority report: held privately, not said in the one-call discussion (script mode)',
  individual: 'Minority report: thought privately, not said to others',
}

function dissentLines(
  { minority_report: dissent, responses }: JudgedResult,
  { screen, width }: Layout,
  quote: ReturnType<typeof quotesUnder>,
): string[] {
  if (dissent === null)
    return [
      screen.strong('Minority report'),
      wrap('Not made: it is part of the analysis, which is missing.', width, '  '),
    ]
  const conforming = (dissent.conformity ?? []).map(({ persona_id, public_stance, private_after }) => {
    const who = responses.find((response) => response.persona_id === persona_id)?.persona_name ?? persona_id
    return `${stripTerminalControls(who)} said "${stripTerminalControls(public_stance)}" aloud and wrote "${stripTerminalControls(private_after)}" on the secret ballot.`
  })
  const unclear = unclearWords(dissent)
  const lines = [wrap(screen.strong(DISSENT_TITLES[dissent.method]), width)]
  if (dissent.suppressed_views.length === 0) lines.push(wrap(noneFoundWords(dissent), width, '  '))
  for (const found of dissent.suppressed_views.slice(0, VIEWS)) {
    const words = lowerFirst(unheardWords(found)).replace(/\.$/, '')
    lines.push(hanging(`- ${stripTerminalControls(found.view)} [${words}]`, width), ...quote(found.holders[0]))
  }
  if (unclear !== '') lines.push(wrap(unclear, width, '  '))
  return [...lines, ...conforming.slice(0, 1).map((line) => hanging(`- ${line}`, width))]
}

/** Smallest shift that is listed: a smaller one is within the noise of reading the ballot again. */
const MIN_SHIFT = 0.5

/** Opinion shifts between the secret ballots, or why they were not measured. */
function shiftLines({ group_dynamics: talk, responses }: JudgedResult, { screen, width }: Layout): string[] {
  if (!talk || talk.turns.length === 0) return []
  const shifts = shiftsOf(
    talk,
    new Map(responses.map(({ persona_id, persona_name }) => [persona_id, stripTerminalControls(persona_name)])),
  )
  const title = screen.strong('Opinion shifts')
  if (!shifts) {
    const why = talk.ballots ? unshiftedWords(talk) : 'Not measured: one call wrote the discussion (script mode).'
    return [title, wrap(why, width, '  '), '']
  }
  const moved = shifts.changes.filter(({ from, to }) => Math.abs(to - from) >= MIN_SHIFT)
  const shown = moved.slice(0, SHIFTS).map(({ who, from, to }) => `${who} ${from.toFixed(1)} -> ${to.toFixed(1)}`)
  const rest = shifts.people - shown.length
  if (rest > 0)
    shown.push(`${rest} ${shown.length === moved.length ? 'moved by less than half a point' : 'moved less'}`)
  return [wrap(`${title}, secret ballots, 1 to 5`, width), wrap(shown.join(', '), width, '  '), '']
}

/** Sets a respondent's quote under a finding. */
function quotesUnder(result: JudgedResult, layout: Layout) {
  const names = new Map(result.responses.map(({ persona_id, persona_name }) => [persona_id, persona_name]))
  return (evidence: Pick<Evidence, 'persona_id' | 'quote'> | undefined): string[] =>
    evidence ? [quoteLine(names.get(evidence.persona_id) ?? evidence.persona_id, evidence.quote, layout)] : []
}
