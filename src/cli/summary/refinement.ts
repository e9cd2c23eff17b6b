import { bandOf } from '../../domain/panel/analysis.js'
import type { Edit, Lift } from '../../domain/panel/refinement.js'
import type { RunWithResult } from '../../domain/run/run-document.js'
import { liftLegend, measuredLift } from '../../presentation/refinement.js'
import { pressureName } from '../../presentation/scores.js'
import { stripTerminalControls } from '../io.js'
import { wrap } from '../screen.js'
import { aboutLines, between, hanging, type Layout, signed, whoLine, whole } from './layout.js'

const PEOPLE = 8

/** A refinement: the lift, each edit with its own effect, the new text. */
export function refinementSummary(run: RunWithResult<'refinement'>, layout: Layout): string[] {
  const result = run.result
  const { scores, edits, findings, per_persona, category, skepticism } = result
  const lift = measuredLift(run)
  const { screen, width } = layout
  const applied = edits.filter(({ status }) => status === 'applied')
  const dropped = edits.filter(({ status }) => status === 'dropped')
  const finding = (id: string) =>
    stripTerminalControls(findings.find(({ finding_id }) => finding_id === id)?.finding ?? '')
  const path = `${whole(scores.before.pressure_score)} -> ${whole(scores.after.pressure_score)}`
  const shown = per_persona
    .slice(0, PEOPLE)
    .map(
      ({ persona_name, before, after }) => `${stripTerminalControls(persona_name)} ${whole(before)} -> ${whole(after)}`,
    )
  const rest = per_persona.length - shown.length
  const name = pressureName(bandOf(run, scores.after.pressure_score))
  let outcome = `${name} ${whole(scores.before.pressure_score)}, as before`
  if (lift) outcome = `${name} ${path}: ${liftOf(lift.pressure_score)} points with the same people`
  const lines = [
    wrap(screen.strong(outcome), width),
    wrap(stripTerminalControls(result.sentence), width),
    wrap(screen.faint(whoLine(run, { answered: result.responses.length, category, skepticism })), width),
    ...aboutLines(result, layout),
    '',
  ]
  if (lift)
    lines.push(
      ...LIFTS.map(([name, key]) => wrap(`${name.padEnd(14)} ${liftOf(lift[key])}`, width, '  ')),
      wrap(screen.faint(`In brackets: 95 % intervals; ${liftLegend(run)}.`), width, '  '),
      '',
    )
  lines.push(screen.strong('Edits'))
  if (applied.length === 0) lines.push('  None was made.')
  for (const edit of applied) {
    const alone = edit.effect ? liftOf(edit.effect) : 'not measured'
    lines.push(
      hanging(`${stripTerminalControls(edit.edit_id)} ${changeOf(edit)}${edit.backfired ? ' [backfired]' : ''}`, width),
      screen.faint(
        wrap(
          `${stripTerminalControls(edit.why)} Answers: ${finding(edit.finding_id)} Alone: ${alone}.`,
          width,
          '     ',
        ),
      ),
    )
  }
  if (dropped.length > 0) lines.push('', screen.strong('Edits not made'))
  for (const edit of dropped)
    lines.push(
      hanging(
        `${stripTerminalControls(edit.edit_id)} ${changeOf(edit)}: ${stripTerminalControls(edit.problem)}`,
        width,
      ),
    )
  if (!lift) return lines
  const refined = result.refined.split('\n').map(stripTerminalControls).filter(Boolean)
  return [
    ...lines,
    '',
    screen.strong('Person by person'),
    wrap(`${shown.join(', ')}${rest > 0 ? `, ${rest} more` : ''}`, width, '  '),
    '',
    screen.strong('The new text'),
    ...refined.map((line) => wrap(line, width, '  ')),
  ]
}

const LIFTS = [
  ['pressure', 'pressure_score'],
  ['gut attraction', 'gut_attraction_index'],
  ['credibility', 'credibility_score'],
  ['intent', 'intent'],
] as const

const liftOf = (lift: Lift | null): string =>
  lift === null ? 'not measured' : `${signed(lift.mean)} ${between(lift.interval, signed)}`.trimEnd()

const changeOf = ({ original, replacement }: Edit): string =>
  replacement === ''
    ? `"${stripTerminalControls(original)}" taken out`
    : `"${stripTerminalControls(original)}" -> "${stripTerminalControls(replacement)}"`
