import type { Edit, Lift } from '../../domain/refinement.js'
import type { RunWithResult } from '../../domain/run-document.js'
import { inert } from '../io.js'
import { wrap } from '../screen.js'
import { between, hanging, type Layout, signed, whoLine, whole } from './layout.js'

const PEOPLE = 8

/** A refinement: the lift, each edit with what it did alone, the new text. */
export function refinementSummary(run: RunWithResult<'refinement'>, layout: Layout): string[] {
  const result = run.result
  const { scores, lift, edits, findings, per_persona, category, skepticism } = result
  const { screen, width } = layout
  const applied = edits.filter(({ status }) => status === 'applied')
  const dropped = edits.filter(({ status }) => status === 'dropped')
  const finding = (id: string) => inert(findings.find((one) => one.finding_id === id)?.finding ?? '')
  const path = `${whole(scores.before.pressure_score)} -> ${whole(scores.after.pressure_score)}`
  const shown = per_persona
    .slice(0, PEOPLE)
    .map((one) => `${inert(one.persona_name)} ${whole(one.before)} -> ${whole(one.after)}`)
  const rest = per_persona.length - shown.length
  const tested = per_persona.length > 0
  const outcome = tested
    ? `Pressure score ${path}: ${liftOf(lift.pressure_score)} points with the same people`
    : `Pressure score ${whole(scores.before.pressure_score)}, as before`
  return [
    wrap(screen.strong(outcome), width),
    wrap(inert(result.sentence), width),
    wrap(screen.faint(whoLine(run, { answered: result.responses.length, category, skepticism })), width),
    '',
    ...(tested
      ? [
          ...LIFTS.map(([name, key]) => wrap(`${name.padEnd(11)} ${liftOf(lift[key])}`, width, '  ')),
          wrap(screen.faint('In brackets: 90% intervals; one that holds 0 shows no lift.'), width, '  '),
          '',
        ]
      : []),
    screen.strong('Edits'),
    ...(applied.length === 0 ? ['  None was made.'] : []),
    ...applied.flatMap((edit) => [
      hanging(`${inert(edit.edit_id)} ${changeOf(edit)}${edit.backfired ? ' [backfired]' : ''}`, width),
      screen.faint(
        wrap(
          `Answers: ${finding(edit.finding_id)} Alone: ${edit.effect ? liftOf(edit.effect) : 'not measured'}.`,
          width,
          '     ',
        ),
      ),
    ]),
    ...(dropped.length > 0 ? ['', screen.strong('Edits not made')] : []),
    ...dropped.map((edit) => hanging(`${inert(edit.edit_id)} ${changeOf(edit)}: ${inert(edit.problem)}`, width)),
    ...(tested
      ? [
          '',
          screen.strong('Person by person'),
          wrap(`${shown.join(', ')}${rest > 0 ? `, ${rest} more` : ''}`, width, '  '),
          '',
          screen.strong('The new text'),
          ...result.refined.split('\n').flatMap((line) => (inert(line) === '' ? [] : [wrap(inert(line), width, '  ')])),
        ]
      : []),
  ]
}

const LIFTS = [
  ['pressure', 'pressure_score'],
  ['gut pull', 'gut_attraction_index'],
  ['credibility', 'credibility_score'],
  ['intent', 'intent'],
] as const

const liftOf = ({ mean, interval }: Lift): string => `${signed(mean)} ${between(interval, signed)}`.trimEnd()

const changeOf = ({ original, replacement }: Edit): string =>
  replacement === '' ? `"${inert(original)}" taken out` : `"${inert(original)}" -> "${inert(replacement)}"`
