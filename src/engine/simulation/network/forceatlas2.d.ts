// The parts of which the package makes its layout, which it ships without types.
declare module 'graphology-layout-forceatlas2/iterate.js' {
  import type { ForceAtlas2Settings } from 'graphology-layout-forceatlas2'

  /** One round, which moves the nodes in place. All settings are needed. */
  const iterate: (settings: Required<ForceAtlas2Settings>, nodes: Float32Array, edges: Float32Array) => void
  export default iterate
}

declare module 'graphology-layout-forceatlas2/helpers.js' {
  import type { AbstractGraph } from 'graphology-types'

  type Place = { readonly x: number; readonly y: number }
  const helpers: {
    graphToByteArrays(graph: AbstractGraph, weightOf: () => number): { nodes: Float32Array; edges: Float32Array }
    collectLayoutChanges(graph: AbstractGraph, nodes: Float32Array): Readonly<Record<string, Place>>
  }
  export default helpers
}

declare module 'graphology-layout-forceatlas2/defaults.js' {
  import type { ForceAtlas2Settings } from 'graphology-layout-forceatlas2'

  const defaults: Required<ForceAtlas2Settings>
  export default defaults
}
