import graphology from 'graphology'
import { countConnectedComponents } from 'graphology-components'
import forceAtlas2 from 'graphology-layout-forceatlas2'
import simmelianStrength from 'graphology-metrics/edge/simmelian-strength.js'
import type { NetworkShape } from '../../../domain/simulation.js'
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

/** The contact network of a market in figures and, where it is small enough, as a picture. */
export function networkShape(
  acquaintances: Acquaintances,
  members: readonly Pick<Member, 'member' | 'joined' | 'invited_by'>[],
  seed: number,
): NetworkShape {
  const graph = new Graph({ type: 'undirected', allowSelfLoops: false })
  for (const person of acquaintances.keys()) graph.addNode(person)
  acquaintances.forEach((known, person) => {
    for (const other of known) if (other > person) graph.addEdge(person, other)
  })
  const degrees = graph.mapNodes((person) => graph.degree(person))
  return {
    nodes: graph.order,
    edges: graph.size,
    clustering: clusteringOf(graph),
    mean_degree: (2 * graph.size) / Math.max(1, graph.order),
    largest_degree: degrees.reduce((largest, degree) => Math.max(largest, degree), 0),
    components: countConnectedComponents(graph),
    drawn: graph.order <= DRAWN_PEOPLE ? drawn(graph, members, seed) : null,
  }
}

/** The mean over people of the share of pairs of their contacts who know each other (Watts & Strogatz 1998). */
function clusteringOf(graph: Graph): number {
  const triangles = importOf(simmelianStrength)(graph)
  const shares = graph.mapNodes((person) => {
    const degree = graph.degree(person)
    // Each triangle of a person stands on two of their ties.
    const twice = graph.reduceEdges(person, (sum, tie) => sum + (triangles[tie] ?? 0), 0)
    return degree < 2 ? 0 : twice / (degree * (degree - 1))
  })
  return shares.reduce((sum, share) => sum + share, 0) / Math.max(1, shares.length)
}

/** Places by ForceAtlas2 (Jacomy et al. 2014), which draws nothing itself: it begins at places drawn by the seed. */
function drawn(
  graph: Graph,
  members: readonly Pick<Member, 'member' | 'joined' | 'invited_by'>[],
  seed: number,
): NonNullable<NetworkShape['drawn']> {
  graph.updateEachNodeAttributes((person) => {
    const draws = drawsOf(seed, `place of ${person}`)
    return { x: draws.uniform('edge', 2, 0), y: draws.uniform('edge', 2, 1) }
  })
  const layout = importOf(forceAtlas2)
  const iterations = graph.order > LAYOUT_ROUNDS.up_to ? LAYOUT_ROUNDS.above : LAYOUT_ROUNDS.rounds
  const places = layout(graph, { iterations, settings: layout.inferSettings(graph) })
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
    ties: graph.mapEdges((_tie, _attributes, one, other): [number, number] => [Number(one), Number(other)]),
  }
}
