import {
  foldProgress,
  type HeldTrial,
  livedSoFar,
  plannedSoFar,
  type RunEvent,
  type RunProgress,
  type StageProgress,
} from '../domain/run/run-events.js'
import type { Run } from '../domain/run/run-state.js'
import { dollars } from '../domain/text/dollars.js'
import { formatScore } from '../domain/text/format-score.js'
import { partialWords, plannedWords } from '../presentation/progress.js'
import { type Io, stripTerminalControls } from './io.js'
import { column, createScreen, type Mood, type Screen, shorten, wrap } from './screen.js'

export type Progress = {
  show(run: Pick<Run, 'model' | 'spent_usd'>, events: readonly RunEvent[]): void
  note(sentence: string): void
  /** `completed`: the last stage was finished, not aborted. */
  done(completed: boolean): void
}

const REDRAW_MS = 120
/** A larger panel gets a line per tenth instead of a line per person. */
const MAX_LINES = 30
const CLEAR_LINE = '\r\u001b[2K'

/** Progress on stderr: a rewritten status line on a terminal, plain lines otherwise, nothing when quiet. */
export function createProgress(io: Io, quiet: boolean): Progress {
  if (quiet) return { show() {}, note() {}, done() {} }
  const screen = createScreen({ columns: io.columns, unicode: io.unicode, colour: io.live && io.colour })
  const started = Date.now()
  const progress: RunProgress = []
  let ended = false
  let cost = ''
  let frame = 0
  let ticking: NodeJS.Timeout | undefined

  const line = (text: string) => io.err(io.live ? `${CLEAR_LINE}${text}\n` : `${text}\n`)
  const stageNow = () => (ended ? undefined : progress.at(-1))
  const redraw = () => {
    const stage = stageNow()
    if (!io.live || !stage) return
    const { total, answered, trials, written } = stage
    const lived = livedSoFar(stage)
    const done = answered.length + trials.length + written.length + (lived?.people ?? 0)
    const counted = total > 0 ? `${done} of ${total}` : ''
    const kept = io.columns >= WITH_BAR ? livedWords(stage) : ''
    const figures = [counted, kept, seconds(Date.now() - started), cost].filter(Boolean).join(` ${screen.dot} `)
    const frameSign = screen.spinner[frame++ % screen.spinner.length]
    // On a narrow screen the sentence is shortened, and the figures are not.
    const sentence = shorten(stripTerminalControls(stage.sentence), Math.max(0, io.columns - figures.length - 6))
    const status = [sentence, figures].filter(Boolean).join(` ${screen.dot} `)
    io.err(CLEAR_LINE + shorten(`${frameSign} ${status}`, io.columns))
  }
  const endStage = (at: number) => {
    const stage = stageNow()
    if (!io.live || !stage) return
    const took = seconds(Math.max(0, at - Date.parse(stage.began)))
    const sentence = shorten(stripTerminalControls(stage.sentence), io.columns - took.length - screen.done.length - 3)
    line(`${screen.done} ${sentence} ${screen.faint(took)}`)
  }
  /** Prints a line for each item of a short list, and for every tenth of a long one. */
  const reportItem = (count: number, total: number, single: () => string, together: () => string) => {
    if (total <= MAX_LINES) line(single())
    else if (count % Math.ceil(total / 10) === 0) line(together())
  }
  const show = (event: RunEvent) => {
    if (event.type === 'stage') {
      endStage(Date.parse(event.at))
      ended = false
    }
    foldProgress([event], progress)
    const { total, answered, trials, written, sentence } = progress.at(-1) ?? NO_STAGE
    switch (event.type) {
      case 'stage':
        if (!io.live) line(stripTerminalControls(sentence))
        else ticking ??= setInterval(redraw, REDRAW_MS).unref()
        break
      case 'respondent_answered':
        reportItem(
          answered.length,
          total,
          () => respondentLine(answerOf(event.data), screen, io.columns),
          () => wrap(sentimentLine(answered.map(answerOf), total), io.columns, '  '),
        )
        break
      case 'trial_judged':
      case 'trial_failed': {
        const last = trials.at(-1)
        if (last)
          reportItem(
            trials.length,
            total,
            () => trialLine(last, io.columns),
            () => wrap(trialsLine(trials, total), io.columns, '  '),
          )
        break
      }
      case 'persona_written':
        reportItem(
          written.length,
          total,
          () =>
            shorten(
              `  ${stripTerminalControls(event.data.name)}: ${stripTerminalControls(event.data.role)}`,
              io.columns,
            ),
          () => `  ${written.length} of ${total}`,
        )
        break
      case 'people_lived': {
        const lived = livedSoFar(progress.at(-1) ?? NO_STAGE)
        if (!io.live && lived) line(wrap(`${lived.people} of ${total}: ${partialWords(lived)}`, io.columns, '  '))
        break
      }
      case 'sessions_planned': {
        const { sessions, people } = plannedSoFar(progress.at(-1) ?? NO_STAGE)
        const tenths = (of: number) => Math.floor((of / Math.max(total, 1)) * 10)
        if (!io.live && tenths(people) > tenths(people - event.data.people)) line(`  ${plannedWords(sessions)}`)
      }
    }
  }

  return {
    show(run, events) {
      cost = costSoFar(run)
      for (const event of events) show(event)
      redraw()
    },
    note: (sentence) => {
      line(io.live ? wrap(sentence, io.columns) : sentence)
      redraw()
    },
    done: (completed) => {
      clearInterval(ticking)
      if (completed) endStage(Date.now())
      else if (io.live) io.err(CLEAR_LINE)
      ended = true
    },
  }
}

function livedWords(stage: StageProgress): string {
  const lived = livedSoFar(stage)
  if (lived) return partialWords(lived)
  const { sessions } = plannedSoFar(stage)
  return sessions > 0 ? plannedWords(sessions) : ''
}

function costSoFar({ model, spent_usd }: Pick<Run, 'model' | 'spent_usd'>): string {
  if (model.mode === 'offline') return 'no cost'
  return spent_usd > 0 ? `${dollars(spent_usd)} so far` : ''
}

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(ms < 9_950 ? 1 : 0)} s`

const NO_STAGE: Omit<StageProgress, 'stage' | 'began' | 'claims' | 'turns'> = {
  planned: [],
  planned_before: null,
  lived: new Map(),
  total: 0,
  answered: [],
  trials: [],
  written: [],
  sentence: '',
}

const answerOf = ({
  name,
  archetype,
  sentiment,
  purchase_intent,
  says,
}: StageProgress['answered'][number]): Answer => ({
  name: stripTerminalControls(name),
  archetype: stripTerminalControls(archetype),
  sentiment: stripTerminalControls(sentiment),
  intent: purchase_intent,
  says: stripTerminalControls(says),
})

/** "  9.2  Ready and hurried, trial 2". It does not show whether the trial passed: only the verdict decides that. */
function trialLine({ name, trial, side, score }: HeldTrial, columns: number): string {
  const words = `${stripTerminalControls(name)}, trial ${trial}${side === 'other' ? ' (the other version)' : ''}`
  return `  ${formatScore(score).padStart(4)}  ${shorten(words, Math.max(10, columns - 8))}`
}

/** Progress of many conversations. */
function trialsLine(trials: readonly HeldTrial[], total: number): string {
  const unscored = trials.filter(({ score }) => score === null).length
  const line = `${trials.length} of ${total} conversations held and checked`
  return unscored > 0 ? `${line}, ${unscored} without a score` : line
}

/** A respondent's answer, as printed in a line. */
type Answer = {
  readonly name: string
  readonly archetype: string
  readonly sentiment: string
  readonly intent: number
  readonly says: string
}

const MOODS: Readonly<Record<string, Mood>> = { positive: 'good', negative: 'bad' }
const moodOf = (sentiment: string): Mood => MOODS[sentiment] ?? 'middling'

const WORDS_QUOTED = 4
/** Columns from which a line shows the archetype, and from which also the bar. */
const WITH_ARCHETYPE = 72
const WITH_BAR = 92
const NARROW = 44

/** A line with the respondent, their sentiment, their intent to buy, and their first words. */
function respondentLine(answer: Answer, screen: Screen, columns: number): string {
  const { name, archetype, sentiment, intent, says } = answer
  const feeling = screen.tinted(column(sentiment, 8), moodOf(sentiment))
  const figure = `${String(intent).padStart(2)}/10`
  if (columns < NARROW) return `  ${column(name, columns - 19)} ${feeling} ${figure}`
  const who = columns >= WITH_ARCHETYPE ? column(`${name}, ${archetype.toLowerCase()}`, 32) : column(name, 12)
  const bar = columns >= WITH_BAR ? `${screen.bar(intent / 10, 10)}  ` : ''
  const room = columns - 20 - (columns >= WITH_ARCHETYPE ? 32 : 12) - bar.length
  return `  ${who} ${feeling} ${figure}  ${bar}${screen.faint(shorten(firstWords(says), room))}`
}

function firstWords(text: string): string {
  const words = text.split(' ').filter(Boolean)
  const first = words.slice(0, WORDS_QUOTED).join(' ')
  return words.length > WORDS_QUOTED ? `${first.replace(/[.,;:!?–]+$/u, '')}…` : first
}

/** The sentiments of a large panel so far. */
function sentimentLine(answers: readonly Answer[], total: number): string {
  const counts = ['positive', 'mixed', 'neutral', 'negative']
    .map((sentiment) => [answers.filter((answer) => answer.sentiment === sentiment).length, sentiment] as const)
    .filter(([count]) => count > 0)
    .map(([count, sentiment]) => `${count} ${sentiment}`)
  const mean = answers.reduce((sum, { intent }) => sum + intent, 0) / answers.length
  return `${answers.length} of ${total}: ${counts.join(', ')}; mean intent ${mean.toFixed(1)} of 10`
}
