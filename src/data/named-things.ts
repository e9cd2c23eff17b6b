import { z } from 'zod'
import { dataFile } from './data-file.js'

const names = z.string().transform((text) => text.trim().split(/,\s*/))

export const NAMED_THINGS = {
  /** Brands and other things that are called as people are, by the first word of their names. */
  things: dataFile(
    'named-things.yaml',
    z.strictObject({ shops: names, words: names, others: names }).transform((lists) => {
      const byFirst = new Map<string, string[]>()
      for (const name of Object.values(lists).flat()) {
        const first = name.slice(0, name.indexOf(' '))
        byFirst.set(
          first,
          [...(byFirst.get(first) ?? []), name].sort((left, right) => right.length - left.length),
        )
      }
      return byFirst
    }),
  ),
}
