// Published answers of people: one row for each text they were shown, with the shares of the five points of purchase intent.
import { z } from 'zod'
import { Category } from '../../build/domain/personas/persona.js'
import { readAs } from '../../build/ingest/evaluation-files/read-as.js'
import { readCsv } from '../../build/ingest/evaluation-files/read-csv.js'
import { readJsonl } from '../../build/ingest/evaluation-files/read-json.js'
import { formatOf, readRows } from '../../build/ingest/evaluation-files/rows.js'

/** Shares are rounded where they are printed. */
const MAX_ROUNDING = 0.02
const share = z.number().min(0, 'A share lies from 0 to 1.').max(1, 'A share lies from 0 to 1; write 12 % as 0.12.')

const DatasetRow = z
  .object({
    stimulus: z.string().trim().min(1, 'This is empty.'),
    about: z.string().trim().default(''),
    category: Category,
    question: z.string().trim().min(1, 'This is empty; write the question as people were asked it.'),
    share_1: share,
    share_2: share,
    share_3: share,
    share_4: share,
    share_5: share,
    n: z.int().min(1, 'Nobody answered it.'),
  })
  .superRefine((row, context) => {
    const sum = sharesOf(row).reduce((total, one) => total + one, 0)
    if (Math.abs(sum - 1) > MAX_ROUNDING)
      context.addIssue({ code: 'custom', message: `The five shares sum to ${Number(sum.toFixed(3))}, not to 1.` })
  })
const TABLE = {
  columns: DatasetRow.shape,
  required: Object.keys(DatasetRow.shape).filter((column) => column !== 'about'),
}
const NOUN = { singular: 'text', plural: 'texts', max: 1_000 }

const sharesOf = ({ share_1, share_2, share_3, share_4, share_5 }) => [share_1, share_2, share_3, share_4, share_5]

/** Rows of a dataset, CSV or JSONL by its name's ending: `{ stimulus, about, category, question, human, n }`. */
export function readDataset(text, name) {
  const rows =
    formatOf(name, undefined, ['csv', 'jsonl']) === 'csv' ? readCsv(text, name, TABLE) : readJsonl(text, name)
  const { values } = readRows(rows, { name }, NOUN, (value, row) => readAs(DatasetRow, value, row.where))
  return values.map(({ stimulus, about, category, question, n, ...shares }) => {
    const given = sharesOf(shares)
    const sum = given.reduce((total, one) => total + one, 0)
    return { stimulus, about, category, question, n, human: given.map((one) => one / sum) }
  })
}
