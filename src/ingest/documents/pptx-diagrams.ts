type Attributes = Readonly<Record<string, string>>

const ID = /^<dgm:pt\s[^>]{0,500}?modelId="([^"]{1,80})"/
const ENDS = '</dgm:pt>'

/**
 * The points of a SmartArt's data in the order in which it is drawn: each before those below it (ECMA-376, part 1, 21.4.3).
 * `connections`: the attributes of its `dgm:cxn`.
 */
export function orderedPoints(xml: string, connections: readonly Attributes[]): string {
  const points = new Map<string, string>()
  for (const piece of xml.split(/(?=<dgm:pt[\s>])/).slice(1)) {
    const end = piece.indexOf(ENDS)
    const id = ID.exec(piece)?.[1]
    if (id !== undefined && end >= 0) points.set(id, piece.slice(0, end + ENDS.length))
  }
  const below = new Map<string, Attributes[]>()
  for (const connection of connections) {
    const { type = 'parOf', srcId = '' } = connection
    if (type !== 'parOf') continue
    const siblings = below.get(srcId) ?? []
    siblings.push(connection)
    below.set(srcId, siblings)
  }
  const targets = new Set([...below.values()].flat().map(({ destId = '' }) => destId))
  const open = [...below.keys()].filter((id) => !targets.has(id))
  const ordered = new Set<string>()
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (ordered.has(id)) continue
    ordered.add(id)
    const children = (below.get(id) ?? []).toSorted((one, other) => Number(other.srcOrd ?? 0) - Number(one.srcOrd ?? 0))
    open.push(...children.map(({ destId = '' }) => destId))
  }
  const all = [...new Set([...ordered, ...points.keys()])].map((id) => points.get(id) ?? '')
  return `<dgm:ptLst>${all.join('')}</dgm:ptLst>`
}
