import { type Analysis, bandOf, type Evidence, type PressureBand } from '../../domain/analysis.js'
import type { MinorityReport } from '../../domain/discussion.js'
import { type FocusGroupResult, measuredOf, type PressureTestResult } from '../../domain/pressure-test.js'
import type { PanelRun } from '../../domain/run-document.js'
import { shiftsOf } from '../../presentation/discussion.js'
import { type Missing, missingOf } from '../../presentation/missing-analysis.js'
import { lowerFirst } from '../../presentation/words.js'
import { inert } from '../io.js'
import { wrap } from '../screen.js'
import { barLine, between, hanging, type Layout, saying, whoLine, whole } from './layout.js'
import { pressureMap } from './pressure-map.js'

const FINDINGS = 3
const VIEWS = 2
const SHIFTS = 6

/** A pressure test or focus group: scores, dissent, worst findings, the map, who moved, the next step. */
export function panelSummary(run: PanelRun, layout: Layout): string[] {
  const result = run.result
  const { analysis, category, skepticism, responses } = result
  const { pressure_score } = measuredOf(result)
  const { screen, width } = layout
  const said = quoting(result, layout)
  const missing = missingOf(run)
  const band = bandOf(run, pressure_score)
  const lines = [
    wrap(
      screen.strong(
        `Pressure score ${whole(pressure_score)} of 100${band === null ? ' by the text check' : `: ${band}`}`,
      ),
      width,
    ),
    wrap(screen.faint(whoLine(run, { answered: responses.length, category, skepticism })), width),
    ...('topics' in result ? [wrap(screen.faint(topicsLine(result)), width)] : []),
    '',
    ...scoreLines(result, layout, band),
    '',
    ...dissentLines(result, layout, said),
    '',
    ...(missing ? missingLines(missing, layout) : []),
    ...(analysis ? brokenLines(analysis, layout, said) : []),
    '',
    ...pressureMap(result, layout),
    ...shiftLines(result, layout),
    ...(analysis ? fixLines(analysis, layout) : []),
  ]
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines
}

function brokenLines({ key_weaknesses }: Analysis, { screen, width }: Layout, said: ReturnType<typeof quoting>) {
  return [
    screen.strong('What broke'),
    ...(key_weaknesses.length === 0 ? [wrap('Nothing that the panel would name.', width, '  ')] : []),
    ...key_weaknesses
      .slice(0, FINDINGS)
      .flatMap(({ weakness, severity, evidence }, index) => [
        hanging(`${index + 1}. ${inert(weakness)} [${severity}]`, width),
        ...said(evidence[0]),
      ]),
  ]
}

const fixLines = ({ recommended_refinements }: Analysis, { screen, width }: Layout): string[] => [
  screen.strong('Fix first'),
  ...(recommended_refinements.length === 0 ? [wrap('The analysis recommends nothing.', width, '  ')] : []),
  ...recommended_refinements.slice(0, VIEWS).map(({ recommendation }) => hanging(`- ${inert(recommendation)}`, width)),
]

function missingLines({ why, stands, lacks, price, failed }: Missing, { screen, width }: Layout): string[] {
  return [
    screen.strong('The analysis is missing'),
    wrap(inert(why), width, '  '),
    wrap(`What stands: ${lowerFirst(stands)}`, width, '  '),
    wrap(`What is missing: ${lowerFirst(lacks)}`, width, '  '),
    ...(failed === '' ? [] : [wrap(inert(failed), width, '  ')]),
    wrap(`A retry buys only the analysis${price}.`, width, '  '),
  ]
}

function topicsLine({ topics }: FocusGroupResult): string {
  const missed = topics.filter(({ first_turn }) => first_turn === null).map(({ topic }) => inert(topic))
  const reached = `${topics.length - missed.length} of ${topics.length} topics reached`
  return missed.length === 0 ? reached : `${reached}; not: ${missed.join(', ')}`
}

const METHODS = { ssr: 'semantic similarity', likert: 'follow-up rating' } as const
const percent = (share: number): string => whole(share * 100)

function scoreLines(result: PressureTestResult, layout: Layout, band: PressureBand | null): string[] {
  const { analysis, intent } = result
  const { intervals, ...measured } = measuredOf(result)
  const line = (name: string, key: 'pressure_score' | 'gut_attraction_index' | 'credibility_score', word = '') =>
    barLine(
      { name, share: measured[key] / 100, figure: whole(measured[key]), words: [between(intervals?.[key]), word] },
      layout,
    )
  const box = intent.intervals && between(intent.intervals.top_two_box, percent)
  return [
    line('pressure', 'pressure_score', band ?? ''),
    line('gut pull', 'gut_attraction_index'),
    line('credibility', 'credibility_score'),
    barLine(
      {
        name: 'would buy',
        share: intent.top_two_box,
        figure: `${percent(intent.top_two_box)}%`,
        words: [box ?? '', 'top-2 box'],
      },
      layout,
    ),
    wrap(
      `mean intent ${intent.mean.toFixed(1)} of 5 ${between(intent.intervals?.mean, (x) => x.toFixed(1))}, sd ${intent.sd.toFixed(2)}, by ${METHODS[intent.method]}`.replace(
        ' ,',
        ',',
      ),
      layout.width,
      '  ',
    ),
    ...(intervals
      ? [
          wrap(
            layout.screen.faint('In brackets: 90% with other synthetic people of the same kinds.'),
            layout.width,
            '  ',
          ),
        ]
      : []),
    ...(analysis?.analyst_gap.flagged
      ? [
          wrap(
            `The analyst's own impression is ${whole(analysis.analyst_score)}, ${whole(Math.abs(analysis.analyst_gap.points))} points away; read the findings before either.`,
            layout.width,
            '  ',
          ),
        ]
      : []),
  ]
}

const DISSENT_TITLES: Record<MinorityReport['method'], string> = {
  measured: 'Minority report, measured: held on the secret ballot, not heard in the room',
  script: 'Minority report: held privately, not said in the one-call discussion (script mode)',
  individual: 'Minority report: thought privately, not said to others',
}
const UNHEARD = { never_voiced: 'nobody said it', dropped: 'said once, then dropped' } as const

function dissentLines(
  { minority_report: dissent, responses }: PressureTestResult,
  { screen, width }: Layout,
  said: ReturnType<typeof quoting>,
): string[] {
  if (dissent === null)
    return [
      screen.strong('Minority report'),
      wrap('Not made: it is part of the analysis, which is missing.', width, '  '),
    ]
  const conforming = (dissent.conformity ?? []).map(({ persona_id, public_stance, private_after }) => {
    const who = responses.find((one) => one.persona_id === persona_id)?.persona_name ?? persona_id
    return `${inert(who)} said "${inert(public_stance)}" aloud and wrote "${inert(private_after)}" on the secret ballot.`
  })
  return [
    wrap(screen.strong(DISSENT_TITLES[dissent.method]), width),
    ...(dissent.suppressed_views.length === 0 ? [wrap('Nothing of the kind was found.', width, '  ')] : []),
    ...dissent.suppressed_views
      .slice(0, VIEWS)
      .flatMap(({ view, why_unheard, holders }) => [
        hanging(`- ${inert(view)} [${UNHEARD[why_unheard]}]`, width),
        ...said(holders[0]),
      ]),
    ...conforming.slice(0, 1).map((line) => hanging(`- ${line}`, width)),
  ]
}

/** Who moved between the secret ballots; says so where there were none. */
function shiftLines({ group_dynamics: talk, responses }: PressureTestResult, { screen, width }: Layout): string[] {
  if (!talk || talk.turns.length === 0) return []
  const shifts = shiftsOf(talk, new Map(responses.map((one) => [one.persona_id, inert(one.persona_name)])))
  const title = screen.strong('Opinion shifts')
  if (!shifts) return [title, wrap('Not measured: one call wrote the discussion (script mode).', width, '  '), '']
  const moved = shifts.changes.filter(({ from, to }) => from.toFixed(1) !== to.toFixed(1))
  const shown = moved.slice(0, SHIFTS).map(({ who, from, to }) => `${who} ${from.toFixed(1)} -> ${to.toFixed(1)}`)
  const rest = shifts.people - shown.length
  const others = rest === 0 ? '' : `${rest} ${shown.length === moved.length ? 'stayed' : 'moved less'}`
  return [
    wrap(`${title}, secret ballots, 1 to 5`, width),
    wrap([...shown, others].filter(Boolean).join(', '), width, '  '),
    '',
  ]
}

/** A respondent's words under a finding, with who said them. */
function quoting(result: PressureTestResult, layout: Layout) {
  const names = new Map(result.responses.map((one) => [one.persona_id, one.persona_name]))
  return (evidence: Pick<Evidence, 'persona_id' | 'quote'> | undefined): string[] =>
    evidence ? [saying(names.get(evidence.persona_id) ?? evidence.persona_id, evidence.quote, layout)] : []
}
