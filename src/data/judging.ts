import { z } from 'zod'
import { Rubric } from '../domain/evaluation/rubric.js'
import { TestCase } from '../domain/evaluation/test-case.js'
import { dataFile } from './data-file.js'
import { expression, phrases, wordSet } from './word-list.js'

const sentence = z.string().min(1)
const Counts = z.strictObject({ pairs: z.int().min(1), same: z.int(), perhaps: z.int(), other: z.int() })
const anyOf = (words: readonly string[]) => new RegExp(`\\b(?:${words.join('|')})\\b`, 'iu')

/** Data for judging runs: cases and rubric of an evaluation, anchor statements of the intent scale, and word lists. */
export const JUDGING = {
  cases: dataFile('evaluation/cases.yaml', z.array(TestCase).min(1)),
  red_team: dataFile('evaluation/red-team.yaml', z.array(TestCase).min(1)),
  rubric: dataFile('evaluation/rubric.yaml', Rubric),
  intent_anchors: dataFile(
    'intent-anchors.yaml',
    z.array(z.tuple([sentence, sentence, sentence, sentence, sentence])).min(2),
  ),
  illegal: dataFile(
    'lexicon/illegal.yaml',
    z
      .strictObject({ things: z.array(expression).min(1), about_them: z.array(expression).min(1) })
      .transform(({ things, about_them }) => ({ things: anyOf(things), about_them: anyOf(about_them) })),
  ),
  /** Words that an edit may bring in, of all languages. */
  neutral_words: dataFile(
    'neutral-words.yaml',
    z
      .record(z.string(), z.string().min(1))
      .transform((lists) => new Set(Object.values(lists).flatMap((words) => words.trim().split(/\s+/)))),
  ),
  /** Words that look like superlatives but are none. */
  no_superlatives: dataFile('no-superlatives.yaml', wordSet),
  /** Words that qualify what a text says. */
  qualifiers: dataFile(
    'lexicon/qualifiers.yaml',
    z.strictObject({
      not: phrases,
      no_such: phrases,
      at_most: phrases,
      at_least: phrases,
      about: phrases,
      conditions: phrases,
      while_it_lasts: phrases,
      boasted: phrases,
      boasted_figures: phrases,
      it_is: phrases,
      it_is_german: phrases,
      it_ends: phrases,
      no_things: wordSet,
    }),
  ),
  /** Words with opposite meanings, each pair as `word word`. */
  antonyms: dataFile('antonyms.json', z.object({ source: z.string(), pairs: z.array(z.string().regex(/^\w+ \w+$/)) })),
  /** How often objections are matched correctly, as measured by `npm run bench:objections -- --write`. */
  objection_matches: dataFile(
    'objection-matches.json',
    z.strictObject({
      set: z.string(),
      /** Pairs with the same meaning in other words, and pairs of one person's with different meanings. */
      reworded: Counts,
      different: Counts,
      /** The verdict on each pair, in order: `s`ame, `p`erhaps, `o`ther. */
      letters: z.string().regex(/^[spo]+$/),
    }),
  ),
  assertions: dataFile(
    'assertions.yaml',
    z
      .array(expression.transform((words) => new RegExp(`(?<![\\p{L}\\p{N}])(?:${words})(?![\\p{L}\\p{N}])`, 'iu')))
      .min(1),
  ),
}
