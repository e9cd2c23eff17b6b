import { z } from 'zod'
import { JudgedResult } from '../domain/panel/pressure-test.js'
import { RunDocument } from '../domain/run/run-document.js'
import { dataFile } from './data-file.js'

/** A finished rehearsal of `examples/oat-drink.md`: an example result for users who have none yet. */
export const EXAMPLE_RUN = dataFile(
  'example-run.json',
  RunDocument.extend({ kind: z.literal('pressure_test'), result: JudgedResult }),
)
