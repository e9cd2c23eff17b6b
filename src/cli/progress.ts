import type { RunEvent } from '../domain/run.js'
import { type Io, inert } from './io.js'

export type Progress = { show(events: RunEvent[]): void; note(sentence: string): void; done(): void }

/** Progress on stderr: a line that changes on a terminal, plain lines otherwise, nothing when quiet. */
export function createProgress(io: Io, quiet: boolean): Progress {
  if (quiet) return { show() {}, note() {}, done() {} }
  const started = Date.now()
  let total = 0
  let answered = 0
  let stage = ''
  const line = (text: string) => io.err(io.live ? `\r\u001b[2K${text}\n` : `${text}\n`)
  const bar = () => {
    if (!io.live || !stage) return
    const elapsed = `${((Date.now() - started) / 1000).toFixed(0)} s`
    const counted = total > 0 ? ` ${answered} of ${total}` : ''
    io.err(`\r\u001b[2K${`${stage}${counted} · ${elapsed}`.slice(0, io.columns - 1)}`)
  }
  return {
    show(events) {
      for (const { type, data } of events) {
        if (type === 'stage') {
          stage = inert(String(data.sentence))
          total = typeof data.total === 'number' ? data.total : 0
          answered = 0
          if (!io.live) line(stage)
        }
        if (type === 'respondent_answered') {
          answered++
          line(
            `  ${inert(String(data.name))} (${inert(String(data.archetype))}): ${data.sentiment}, intent ${data.purchase_intent}/10`,
          )
        }
      }
      bar()
    },
    note: (sentence) => {
      line(sentence)
      bar()
    },
    done: () => {
      if (io.live) io.err('\r\u001b[2K')
    },
  }
}
