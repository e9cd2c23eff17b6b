import graphology from 'graphology'
import forceAtlas2 from 'graphology-layout-forceatlas2'
import defaults from 'graphology-layout-forceatlas2/defaults.js'
import helpers from 'graphology-layout-forceatlas2/helpers.js'
import iterate from 'graphology-layout-forceatlas2/iterate.js'
import type { NetworkShape } from '../../../domain/simulation/simulation.js'
import type { EngineDeps } from '../../deps.js'
import { mean } from '../../statistics/descriptive.js'
import { drawsOf } from '../random.js'
import type { Acquaintances } from './market.js'
import type { Member } from './spread.js'

/** These packages are CommonJS with the types of ES modules: the import is what the types call its default. */
const importOf = <T>(module: { readonly default: T }): T => module as unknown as T
const Graph = importOf(graphology)
type Graph = InstanceType<typeof Graph>

/** Maximum number of people in a drawn network: the market of 512 users. */
const DRAWN_PEOPLE = 1_024
/** Each round compares all pairs: a larger network has half of them. */
const LAYOUT_ROUNDS = { up_to: 512, rounds: 200, above: 100 }
/** Places of a drawn network are 0 to this. */
const DRAWN_SIZE = 1_000

/** Comparisons of two people after which the process yields, about 30 ms: a large layout takes more than a second. */
const PAIRS_A_TURN = 2 ** 21

type YieldToEventLoop = NonNullable<EngineDeps['yieldToEventLoop']>

/** The contact network of a market in figures and, where it is small enough, as a picture. */
export async function networkShape(
  acquaintances: Acquaintances,
  members: readonly Pick<Member, 'member' | 'joined' | 'invited_by'>[],
  seed: number,
  yieldToEventLoop: YieldToEventLoop = () => new Promise(setImmediate),
): Promise<NetworkShape> {
  const nodes = acquaintances.length
  const ends = acquaintances.reduce((sum, known) => sum + known.length, 0)
  return {
    nodes,
    edges: ends / 2,
    clustering: clusteringOf(acquaintances),
    mean_degree: ends / Math.max(1, nodes),
    largest_degree: acquaintances.reduce((largest, known) => Math.max(largest, known.length), 0),
    components: componentsOf(acquaintances),
    drawn: nodes <= DRAWN_PEOPLE ? await drawn(acquaintances, members, seed, yieldToEventLoop) : null,
  }
}

/** The mean over people of the share of pairs of their contacts who know each other (Watts & Strogatz 1998). */
function clusteringOf(acquaintances: Acquaintances): number {
  // Each pair of a person's contacts who know each other is met twice, at the tie to either of the two.
  const twice = new Float64Array(acquaintances.length)
  acquaintances.forEach((known, person) => {
    for (const other of known) {
      if (other < person) continue
      const common = countCommon(known, acquaintances[other] ?? [])
      twice[person] = (twice[person] ?? 0) + common
      twice[other] = (twice[other] ?? 0) + common
    }
  })
  const shares = acquaintances.map(({ length }, person) =>
    length < 2 ? 0 : (twice[person] ?? 0) / (length * (length - 1)),
  )
  return mean(shares)
}

/** Number of members that two ascending lists share. */
function countCommon(own: readonly number[], other: readonly number[]): number {
  let [common, at, there] = [0, 0, 0]
  while (at < own.length && there < other.length) {
    const ahead = (own[at] ?? 0) - (other[there] ?? 0)
    if (ahead === 0) common++
    if (ahead <= 0) at++
    if (ahead >= 0) there++
  }
  return common
}

/** Number of groups of people between whom there is no chain of contacts. */
function componentsOf(acquaintances: Acquaintances): number {
  const seen = new Uint8Array(acquaintances.length)
  let components = 0
  for (const first of acquaintances.keys()) {
    if (seen[first] === 1) continue
    components++
    seen[first] = 1
    const waiting = [first]
    for (let person = waiting.pop(); person !== undefined; person = waiting.pop())
      for (const other of acquaintances[person] ?? []) {
        if (seen[other] === 1) continue
        seen[other] = 1
        waiting.push(other)
      }
  }
  return components
}

async function drawn(
  acquaintances: Acquaintances,
  members: readonly Pick<Member, 'member' | 'joined' | 'invited_by'>[],
  seed: number,
  yieldToEventLoop: YieldToEventLoop,
): Promise<NonNullable<NetworkShape['drawn']>> {
  const graph = new Graph({ type: 'undirected', allowSelfLoops: false })
  for (const person of acquaintances.keys()) graph.addNode(person)
  acquaintances.forEach((known, person) => {
    for (const other of known) if (other > person) graph.addEdge(person, other)
  })
  const places = await placesOf(graph, seed, yieldToEventLoop)
  const points = graph.mapNodes((person) => places[person] ?? { x: 0, y: 0 })
  const [left, top] = [Math.min(...points.map(({ x }) => x)), Math.min(...points.map(({ y }) => y))]
  const widest = Math.max(...points.map(({ x, y }) => Math.max(x - left, y - top)), Number.EPSILON)
  const within = (distance: number) => Math.round((DRAWN_SIZE * distance) / widest)
  const users = new Map(members.map((user) => [user.member, user]))
  return {
    people: points.map(({ x, y }, person) => ({
      ...{ x: within(x - left), y: within(y - top) },
      joined: users.get(person)?.joined ?? null,
      by: users.get(person)?.invited_by ?? null,
    })),
    ties: graph.mapEdges((_tie, _attributes, from, to): [number, number] => [Number(from), Number(to)]),
  }
}

/**
 * Places by ForceAtlas2 (Jacomy et al. 2014), which draws nothing itself: it begins at places drawn by the seed. The
 * package's own loop over rounds, which it offers as one synchronous call, with turns for the rest of the process.
 */
async function placesOf(graph: Graph, seed: number, yieldToEventLoop: YieldToEventLoop) {
  graph.updateEachNodeAttributes((person) => {
    const draws = drawsOf(seed, `place of ${person}`)
    return { x: draws.uniform('edge', 2, 0), y: draws.uniform('edge', 2, 1) }
  })
  const { up_to, rounds, above } = LAYOUT_ROUNDS
  const settings = { ...defaults, ...importOf(forceAtlas2).inferSettings(graph) }
  const { nodes, edges } = helpers.graphToByteArrays(graph, () => 1)
  const roundsATurn = Math.max(1, Math.floor(PAIRS_A_TURN / graph.order ** 2))
  for (let round = 1; round <= (graph.order > up_to ? above : rounds); round++) {
    iterate(settings, nodes, edges)
    if (round % roundsATurn === 0) await yieldToEventLoop()
  }
  return helpers.collectLayoutChanges(graph, nodes)
}
