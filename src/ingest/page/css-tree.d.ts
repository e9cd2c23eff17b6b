// The parts of css-tree without its dictionary of properties; its types only name the whole.
declare module 'css-tree/parser' {
  import { parse } from 'css-tree'

  export default parse
}

declare module 'css-tree/selector-parser' {
  import { parse } from 'css-tree'

  export default parse
}

declare module 'css-tree/walker' {
  import type * as tree from 'css-tree'

  const walk: typeof tree.walk & { readonly findAll: typeof tree.findAll }
  export default walk
}

declare module 'css-tree/generator' {
  import { generate } from 'css-tree'

  export default generate
}

declare module '@bramus/specificity/core' {
  import type { Selector } from 'css-tree'

  /** How many ids, classes and tags count. */
  export function calculateForAST(selector: Selector): { readonly a: number; readonly b: number; readonly c: number }
}
