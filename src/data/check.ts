import { readdirSync } from 'node:fs'
import { AppError, isAppError } from '../errors.js'
import { ARCHETYPES, PANELS } from './archetypes.js'
import { ASSAY_TEXTS } from './assay.js'
import { DATA_FOLDER } from './data-file.js'
import { DIARY } from './diary.js'
import { EMOJI } from './emoji.js'
import { EXAMPLE_RUN } from './example-run.js'
import { GIVEN_NAMES } from './given-names.js'
import { JUDGING } from './judging.js'
import { LEXICON } from './lexicon.js'
import { NAMED_THINGS } from './named-things.js'
import { PHRASES } from './phrases.js'
import { STYLES } from './styles.js'
import { TEXT_READERS } from './text-readers.js'

/** Every file of `data/`. */
export const DATA_FILES = [
  ...ARCHETYPES.map(({ read }) => read),
  ...[GIVEN_NAMES, PANELS, JUDGING, LEXICON, NAMED_THINGS, PHRASES, TEXT_READERS].flatMap((files) =>
    Object.values(files),
  ),
  ASSAY_TEXTS,
  DIARY,
  EMOJI,
  EXAMPLE_RUN,
  ...STYLES,
]

/** Reads every file of `data/` and returns one sentence for each invalid file and for each file that no code reads. */
export function dataProblems(): string[] {
  const problems: string[] = []
  for (const read of DATA_FILES) {
    try {
      read()
    } catch (error) {
      if (!isAppError(error, 'configuration')) throw error
      problems.push(error.message)
    }
  }
  const known = new Set(DATA_FILES.map(({ path }) => path))
  const found = readdirSync(DATA_FOLDER, { recursive: true, encoding: 'utf8' }).map((path) =>
    path.replaceAll('\\', '/'),
  )
  const unread = found.filter((path) => /\.(ya?ml|css|json)$/.test(path) && !known.has(path)).sort()
  return [...problems, ...unread.map((path) => `Nothing reads data/${path}: is its name spelt as the others are?`)]
}

/** Checks all data files when a long-running process starts: throws `configuration` then, not hours later in a run. */
export function checkData(): void {
  const problems = dataProblems()
  if (problems.length > 0) throw new AppError('configuration', { problem: problems.join('\n') })
}
