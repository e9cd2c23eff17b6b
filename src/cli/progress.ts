import type { RunEvent } from '../domain/run-events.js'
import type { Run } from '../domain/run-state.js'
import { type Io, inert } from './io.js'
import { respondentLine, sentimentLine, type Voice } from './respondent-line.js'
import { createScreen, shorten, wrap } from './screen.js'
import { type HeldTrial, trialLine, trialOf, trialsLine } from './trial-line.js'

export type Progress = {
  show(run: Pick<Run, 'model' | 'spent_usd'>, events: readonly RunEvent[]): void
  note(sentence: string): void
  /** `completed`: the last stage was finished, not broken off. */
  done(completed: boolean): void
}

const REDRAW_MS = 120
/** A larger panel gets a line per tenth of it: nobody reads hundreds of names scrolling by. */
const MOST_LINES = 30
const CLEAR_LINE = '\r\u001b[2K'

/** Progress on stderr: a status line that changes on a terminal, plain lines otherwise, nothing when quiet. */
export function createProgress(io: Io, quiet: boolean): Progress {
  if (quiet) return { show() {}, note() {}, done() {} }
  const screen = createScreen({ columns: io.columns, unicode: io.unicode, colour: io.live && io.colour })
  const started = Date.now()
  let stage: { sentence: string; total: number; since: number } | null = null
  let voices: Voice[] = []
  let trials: HeldTrial[] = []
  let written = 0
  let cost = ''
  let turn = 0
  let ticking: NodeJS.Timeout | undefined

  const line = (text: string) => io.err(io.live ? `${CLEAR_LINE}${text}\n` : `${text}\n`)
  const redraw = () => {
    if (!io.live || !stage) return
    const counted = stage.total > 0 ? [`${voices.length + trials.length + written} of ${stage.total}`] : []
    const figures = [...counted, seconds(Date.now() - started), ...(cost ? [cost] : [])].join(` ${screen.dot} `)
    const wheel = screen.wheel[turn++ % screen.wheel.length]
    // On a narrow screen the figures stay and the words give way.
    const words = shorten(stage.sentence, Math.max(0, io.columns - figures.length - 6))
    io.err(CLEAR_LINE + shorten(`${wheel} ${words === '' ? '' : `${words} ${screen.dot} `}${figures}`, io.columns))
  }
  const endStage = (at: number) => {
    if (!io.live || !stage) return
    const took = seconds(Math.max(0, at - stage.since))
    const sentence = shorten(stage.sentence, io.columns - took.length - screen.done.length - 3)
    line(`${screen.tinted(screen.done, 'good')} ${sentence} ${screen.faint(took)}`)
  }
  const beginStage = (sentence: string, total: number, at: number) => {
    endStage(at)
    stage = { sentence, total, since: at }
    voices = []
    trials = []
    written = 0
    if (!io.live) line(sentence)
    else ticking ??= setInterval(redraw, REDRAW_MS).unref()
  }
  const hear = (voice: Voice) => {
    voices.push(voice)
    const total = stage?.total ?? 0
    if (total <= MOST_LINES) line(respondentLine(voice, screen, io.columns))
    else if (voices.length % Math.ceil(total / 10) === 0) line(wrap(sentimentLine(voices, total), io.columns, '  '))
  }
  const meet = ({ name, role }: RunEvent['data']) => {
    written++
    const total = stage?.total ?? 0
    if (total <= MOST_LINES) line(shorten(`  ${inert(String(name))}: ${inert(String(role))}`, io.columns))
    else if (written % Math.ceil(total / 10) === 0) line(`  ${written} of ${total}`)
  }

  const held = (trial: HeldTrial) => {
    trials.push(trial)
    const total = stage?.total ?? 0
    if (total <= MOST_LINES) line(trialLine(trial, io.columns))
    else if (trials.length % Math.ceil(total / 10) === 0) line(wrap(trialsLine(trials, total), io.columns, '  '))
  }

  return {
    show(run, events) {
      cost = run.model.mode === 'offline' ? 'no cost' : run.spent_usd > 0 ? `$${run.spent_usd.toFixed(4)} so far` : ''
      for (const { type, at, data } of events) {
        if (type === 'stage') beginStage(inert(String(data.sentence)), Number(data.total ?? 0), Date.parse(at))
        if (type === 'respondent_answered') hear(voiceOf(data))
        if (type === 'trial_judged' || type === 'trial_failed') held(trialOf(data))
        if (type === 'persona_written') meet(data)
      }
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
      stage = null
    },
  }
}

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(ms < 9_950 ? 1 : 0)} s`

const voiceOf = (data: RunEvent['data']): Voice => ({
  name: inert(String(data.name)),
  archetype: inert(String(data.archetype)),
  sentiment: inert(String(data.sentiment)),
  intent: Number(data.purchase_intent),
  says: inert(String(data.says ?? '')),
})
