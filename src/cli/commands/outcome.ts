import { type Command, InvalidArgumentError, Option } from 'commander'
import {
  OutcomeInput,
  type OutcomeNumbers,
  readAnswers,
  readNumbers,
  type TrackRecord,
} from '../../domain/panel/outcome.js'
import { isAppError } from '../../errors.js'
import { trackRecordView, verdictOf } from '../../presentation/track-record.js'
import { readTrackRecord, recordOutcome } from '../../service/panel/outcomes.js'
import { type CliDeps, runInApp } from '../commands.js'
import { printJson, stripTerminalControls } from '../io.js'

type Options = Partial<Omit<OutcomeInput, 'numbers' | 'answers'>> & {
  numbers?: OutcomeNumbers
  answers?: number[]
  json?: boolean
}

/** `outcome`: records what happened with real people, and shows the track record. */
export function addOutcomeCommand(program: Command, deps: CliDeps, exit: (code: number) => void): void {
  const { shape } = OutcomeInput
  const { io } = deps
  const inApp = runInApp(deps, exit)
  program
    .command('outcome')
    .description('record what happened with real people after a run; without a run, show the track record')
    .argument('[run_id]', 'a completed run; what it predicted was frozen when it ended')
    .addOption(new Option('--what <kind>', 'default: by what else is given').choices(shape.what.options))
    .option('--winner <label>', 'who won: A … E of a comparison, before or after, this or other, or none')
    .option('--loser <label>', 'who lost, where more than two were compared')
    .option('--against <run_id>', 'the run of another text that this one ran against')
    .option('--numbers <counts>', 'of both: A=120/2400,B=150/2390 (did it / saw it)', numbersIn)
    .option('--answers <counts>', 'of a survey: five counts, "would not buy" first: 10,12,20,31,7', answersIn)
    .addOption(new Option('--result <result>', 'of one text by itself').choices(shape.result.unwrap().options))
    .option('--note <text>', 'where it can be looked up')
    .option('--json', 'print one JSON document and nothing else')
    .action((run_id: string | undefined, { json, ...options }: Options) =>
      inApp(async ({ local }) => {
        if (run_id === undefined) {
          const record = await readTrackRecord(local)
          if (json) return printJson(io, record)
          return io.out(recordText(record))
        }
        const what = options.what ?? whatOf(options)
        const recorded = await recordOutcome(local, { run_id, outcome: { ...options, what } })
        if (json) return printJson(io, recorded)
        const { predicted, happened } = recorded.outcome
        io.out(
          `Predicted: ${stripTerminalControls(predicted)}\nHappened:  ${stripTerminalControls(happened)}\nSo:        ${verdictOf(recorded.outcome)}\n\n`,
        )
        io.out(recordText(recorded.record))
      }),
    )
}

function whatOf({ answers, result }: Options): OutcomeInput['what'] {
  if (answers) return 'survey'
  return result === undefined ? 'ab_test' : 'launch'
}

function recordText(record: TrackRecord): string {
  const { sentence, caution, skill, aside, groups, rows } = trackRecordView(record)
  const lines = [sentence, caution, skill].filter((line) => line !== '')
  if (groups.length > 1)
    for (const { name, ...counts } of groups)
      lines.push(`  ${[name, ...Object.values(counts)].filter((part) => part !== '').join(': ')}`)
  for (const { run_id, day, what, predicted, happened, verdict } of rows)
    lines.push(`  ${run_id.slice(0, 8)}  ${day}  ${what}: predicted ${predicted}; ${happened}: ${verdict}`)
  if (aside) lines.push(aside)
  const indented = (line: string) =>
    line.startsWith('  ') ? `  ${stripTerminalControls(line)}` : stripTerminalControls(line)
  return `${lines.map(indented).join('\n')}\n`
}

const numbersIn = (text: string): OutcomeNumbers => argument(() => readNumbers(text))
const answersIn = (text: string): number[] => argument(() => readAnswers(text))

/** Turns an error in an option's text into commander's own error. */
function argument<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw isAppError(error) ? new InvalidArgumentError(error.message) : error
  }
}
