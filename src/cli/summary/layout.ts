import type { Interval } from '../../domain/panel/scores.js'
import type { Trust } from '../../domain/run/run.js'
import { hiddenIn, type RunDocument, versionsIn } from '../../domain/run/run-document.js'
import { beyondTheWhole, PANEL_TEST } from '../../presentation/assay.js'
import { retryCommand } from '../../presentation/missing-analysis.js'
import { costOf } from '../../presentation/money.js'
import { trustOf } from '../../presentation/trust.js'
import { signed as trueSigned } from '../../presentation/words.js'
import { stripTerminalControls } from '../io.js'
import { column, type Mood, type Screen, shorten, wrap } from '../screen.js'

/** Layout of a summary: its screen, and the number of columns used. */
export type Layout = { readonly screen: Screen; readonly width: number }

/** Wraps text with a hanging indent: later lines stand under the first word, not under the number. */
export function hanging(text: string, width: number): string {
  const [mark = '', ...words] = text.split(' ')
  const indent = ' '.repeat(3 + mark.length)
  return `  ${mark} ${wrap(words.join(' '), width, indent).trimStart()}`
}

/** A quote under a finding. */
export const quoteLine = (who: string, words: string, { screen, width }: Layout): string =>
  screen.faint(wrap(`${stripTerminalControls(who)}: ${stripTerminalControls(words)}`, width, '     '))

/** "(31 to 62)"; empty where there is no interval. */
export const between = (interval: Interval | null | undefined, write: (value: number) => string = whole): string =>
  interval ? `(${write(interval.low)} to ${write(interval.high)})` : ''

export const whole = (value: number): string => String(Math.round(value))
/** A share of 0–1 as "34". */
export const hundredths = (share: number): string => whole(share * 100)
/** "+4.2", "-3.1", "0.0". */
export const signed = (value: number): string => trueSigned(value).replace('\u2212', '-')

type Bar = { readonly name: string; readonly share: number; readonly figure: string; readonly words: readonly string[] }

/** A figure with its bar and a note; on a narrow screen the note stands below. */
export function barLine({ name, share, figure, words }: Bar, { screen, width }: Layout, nameWidth = 11): string {
  const narrow = width < 44
  const wide = width < 60 ? 10 : 24
  const cells = narrow ? 6 : wide
  const head = `  ${column(stripTerminalControls(name), nameWidth)} ${screen.tinted(screen.bar(share, cells), moodOf(share))} ${figure.padStart(4)}`
  const note = words.filter(Boolean).join(' ')
  if (note === '') return head
  const room = width - (nameWidth + cells + 9)
  if (!narrow && note.length <= room) return `${head} ${note}`
  return `${head}\n${wrap(note, width, ' '.repeat(nameWidth + 3))}`
}

function moodOf(share: number): Mood {
  if (share > 0.7) return 'good'
  return share > 0.5 ? 'middling' : 'bad'
}

const LIGHTS: Record<Trust['light'], Mood> = { green: 'good', amber: 'middling', red: 'bad', rehearsal: 'middling' }

/** The foot of a summary: trust light, checks, quotes, costs, report and run id. */
export function footOf(run: RunDocument, { screen, width }: Layout, reportPath: string | null): string[] {
  const { trust } = run
  const { light: judged, assay, cells } = trustOf(run, trust?.respondents.answered ?? 0)
  const light =
    judged && `${screen.tinted(`[${judged.light}]`, LIGHTS[judged.light])} ${stripTerminalControls(judged.sentence)}`
  const checks = cells
    .filter(({ status }) => status !== 'plain')
    .map(({ name, word }) => `${name.toLowerCase()} [${word.toLowerCase()}]`)
  const counts = [
    trust?.quotes.sentence ?? '',
    trust?.surplus?.sentence ?? '',
    hiddenIn(run)?.sentence ?? '',
    versionsIn(run)?.sentence ?? '',
    `Cost: ${costOf(run)}.`,
  ].filter(Boolean)
  const lines: string[] = []
  if (light) lines.push(wrap(light, width))
  if (assay) {
    lines.push(wrap(`${PANEL_TEST}: ${plain(assay.sentence)}`, width))
    const doubts = beyondTheWhole(assay).filter(({ doubtful }) => doubtful)
    lines.push(...doubts.map(({ name, text }) => screen.faint(wrap(`- ${name}: ${plain(text)}`, width, '  '))))
  }
  if (light) lines.push(wrap(`Checks: ${checks.join(', ')}.`, width))
  lines.push(wrap(screen.faint(counts.map((sentence) => stripTerminalControls(sentence)).join(' ')), width), '')
  return [...lines, ...linksOf(run, reportPath)]
}

/** Our own sentence, with an apostrophe that every terminal can show. */
export const plain = (sentence: string): string => stripTerminalControls(sentence).replaceAll('’', "'")

/** Cost of a run, for kinds that count nothing else. */
export const costLine = (run: RunDocument, { screen, width }: Layout): string =>
  wrap(screen.faint(`Cost: ${costOf(run)}.`), width)

/** Report, run id and commands to go on. They are meant for copying, so they are never wrapped or cut. */
export function linksOf(run: RunDocument, reportPath: string | null): string[] {
  const lines = reportPath === null ? [] : [`Report  ${reportPath}`]
  lines.push(`Run     ${run.run_id}`)
  if (run.retry) lines.push(`Retry   ${retryCommand(run.run_id)}`)
  return lines
}

const MAX_ABOUT_SHOWN = 240

/** What the panel was told beside the text; no line where that is empty. */
export const aboutLines = ({ about }: { readonly about?: string }, { screen, width }: Layout): string[] =>
  about
    ? [
        wrap(
          screen.faint(`Told beside it, not scored: ${shorten(stripTerminalControls(about), MAX_ABOUT_SHOWN)}`),
          width,
        ),
      ]
    : []

/** "6 synthetic people, category food_drink, skepticism medium, seed 1". */
export function whoLine(
  run: RunDocument,
  { answered, category, skepticism }: { answered: number; category: string; skepticism: string },
): string {
  return `${trustOf(run, answered).who}, category ${category}, skepticism ${skepticism}, seed ${run.seed ?? 'none'}`
}
