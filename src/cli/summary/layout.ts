import type { Trust } from '../../domain/run.js'
import type { RunDocument } from '../../domain/run-document.js'
import type { Interval } from '../../domain/scores.js'
import { retryCommand } from '../../presentation/missing-analysis.js'
import { trustOf } from '../../presentation/trust.js'
import { inert } from '../io.js'
import { column, type Mood, type Screen, wrap } from '../screen.js'

/** Where a summary is written: the screen and how many of its columns are used. */
export type Layout = { readonly screen: Screen; readonly width: number }

/** Wrapped text whose later lines stand under the first word, not under its number. */
export function hanging(text: string, width: number): string {
  const [mark = '', ...words] = text.split(' ')
  const indent = ' '.repeat(3 + mark.length)
  return `  ${mark} ${wrap(words.join(' '), width, indent).trimStart()}`
}

/** Somebody's words under a finding. */
export const saying = (who: string, words: string, { screen, width }: Layout): string =>
  screen.faint(wrap(`${inert(who)}: ${inert(words)}`, width, '     '))

/** "(31 to 62)"; empty where no interval was drawn. */
export const between = (interval: Interval | null | undefined, write: (value: number) => string = whole): string =>
  interval ? `(${write(interval.low)} to ${write(interval.high)})` : ''

export const whole = (value: number): string => String(Math.round(value))
/** "+4.2", "-3.1", "0.0". */
export function signed(value: number): string {
  const text = Math.abs(value).toFixed(1)
  return text === '0.0' ? text : `${value > 0 ? '+' : '-'}${text}`
}

type Bar = { readonly name: string; readonly share: number; readonly figure: string; readonly words: readonly string[] }

/** A figure with its bar and what is said about it; on a narrow screen that stands below. */
export function barLine({ name, share, figure, words }: Bar, { screen, width }: Layout, nameWidth = 11): string {
  const narrow = width < 44
  const cells = narrow ? 6 : width < 60 ? 10 : 24
  const mood: Mood = share > 0.7 ? 'good' : share > 0.5 ? 'middling' : 'bad'
  const head = `  ${column(inert(name), nameWidth)} ${screen.tinted(screen.bar(share, cells), mood)} ${figure.padStart(4)}`
  const said = words.filter(Boolean).join(' ')
  if (said === '') return head
  const room = width - (nameWidth + cells + 9)
  return !narrow && said.length <= room ? `${head} ${said}` : `${head}\n${wrap(said, width, ' '.repeat(nameWidth + 3))}`
}

const LIGHTS: Record<Trust['light'], Mood> = { green: 'good', amber: 'middling', red: 'bad', rehearsal: 'middling' }

/** The doubt: the light with its sentence, each check in a word, what the quotes and the run cost, where the rest lies. */
export function footOf(run: RunDocument, { screen, width }: Layout, reportPath: string | null): string[] {
  const { trust } = run
  const light = trust && `${screen.tinted(`[${trust.light}]`, LIGHTS[trust.light])} ${inert(trust.sentence)}`
  const checks = trustOf(run, trust?.respondents.answered ?? 0)
    .cells.filter(({ status }) => status !== 'plain')
    .map(({ name, word }) => `${name.toLowerCase()} [${word.toLowerCase()}]`)
  const counts = [trust?.quotes.sentence ?? '', trust?.surplus?.sentence ?? '', spent(run)].filter(Boolean)
  return [
    ...(light ? [wrap(light, width), wrap(`Checks: ${checks.join(', ')}.`, width)] : []),
    wrap(screen.faint(counts.map((sentence) => inert(sentence)).join(' ')), width),
    '',
    // Never broken or cut: these are for copying.
    ...(reportPath === null ? [] : [`Report  ${reportPath}`]),
    `Run     ${run.run_id}`,
    ...(run.retry ? [`Retry   ${retryCommand(run.run_id)}`] : []),
  ]
}

/** "6 synthetic people, category food_drink, skepticism medium, seed 1". */
export function whoLine(
  run: RunDocument,
  { answered, category, skepticism }: { answered: number; category: string; skepticism: string },
): string {
  return `${trustOf(run, answered).who}, category ${category}, skepticism ${skepticism}, seed ${run.seed ?? 'none'}`
}

/** What a run has cost, in words. */
export function spent({ usage, model }: Pick<RunDocument, 'usage' | 'model'>): string {
  if (model.mode === 'offline') return 'Cost: nothing.'
  const cost = usage.cost_usd === null ? 'unknown (no price for this model)' : `$${usage.cost_usd.toFixed(4)}`
  const doubt = usage.possibly_paid > 0 ? `, and ${usage.possibly_paid} lost calls that may have been billed` : ''
  return `Cost: ${cost} for ${usage.calls} calls${doubt}.`
}
