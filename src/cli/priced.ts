/** Commands that ask for a price before anything is opened: what they need for it is loaded first. */
export const PRICED: ReadonlySet<string> = new Set([
  'run',
  'focus-group',
  'refine',
  'compare',
  'ask',
  'evaluate',
  'personas',
])
