import { z } from 'zod'
import { Rubric } from '../domain/rubric.js'
import { TestCase } from '../domain/test-case.js'
import { dataFile } from './data-file.js'
import { expression } from './word-list.js'

const sentence = z.string().min(1)

/** Data for judging runs: default cases and rubric of an evaluation, anchor statements of the intent scale, words that assert. */
export const JUDGING = {
  cases: dataFile('evaluation/cases.yaml', z.array(TestCase).min(1)),
  rubric: dataFile('evaluation/rubric.yaml', Rubric),
  intent_anchors: dataFile(
    'intent-anchors.yaml',
    z.array(z.tuple([sentence, sentence, sentence, sentence, sentence])).min(2),
  ),
  assertions: dataFile(
    'assertions.yaml',
    z
      .array(expression.transform((words) => new RegExp(`(?<![\\p{L}\\p{N}])(?:${words})(?![\\p{L}\\p{N}])`, 'iu')))
      .min(1),
  ),
}
