import { z } from 'zod'
import { dataFile } from './data-file.js'

const names = z.string().transform((text) => text.trim().split(/,\s*/))

export const NAMED_THINGS = {
  /**
   * Brands and other things that are called as people are. `byFirst`: names of several words, by the first of them;
   * `alone`: of one word; `possessives`: with an s behind it; `makes`: of vehicles, behind which a model is named; `towns`:
   * and countries.
   */
  things: dataFile(
    'named-things.yaml',
    z
      .strictObject({
        shops: names,
        words: names,
        places: names,
        towns: names,
        brands: names,
        others: names,
        alone: names,
        makes: names,
        possessives: names,
      })
      .transform(({ alone, makes, possessives, towns, ...lists }) => {
        const byFirst = new Map<string, string[]>()
        for (const name of Object.values(lists).flat()) {
          const first = name.slice(0, name.indexOf(' '))
          byFirst.set(
            first,
            [...(byFirst.get(first) ?? []), name].sort((left, right) => right.length - left.length),
          )
        }
        return {
          byFirst,
          alone: new Set(alone),
          makes: new Set(makes),
          possessives: new Set(possessives),
          towns: new Set(towns),
        }
      }),
  ),
}
