const MAX_SLUG_LENGTH = 60
const slugOf = (name: string): string =>
  // Cut by whole characters: half a surrogate pair could not be stored.
  [
    ...name
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, '-')
      .replace(/^-|-$/g, ''),
  ]
    .slice(0, MAX_SLUG_LENGTH)
    .join('') || 'case'

/**
 * The ids of cases in keys and results, in the order of the names. An id is made from the name; where it is taken, the
 * later case gets the next free number.
 */
export function caseIds(names: readonly string[]): string[] {
  const taken = new Set<string>()
  const last = new Map<string, number>()
  return names.map((name) => {
    const slug = slugOf(name)
    let count = (last.get(slug) ?? 0) + 1
    while (taken.has(idOf(slug, count))) count++
    last.set(slug, count)
    const id = idOf(slug, count)
    taken.add(id)
    return id
  })
}

const idOf = (slug: string, count: number): string => (count === 1 ? slug : `${slug}-${count}`)
