/** Every sentence of its archetypes, controls, cases and rubric says a word more, every list is the other way round. */
export function deployedProgram(options?: { version?: string }): Promise<{
  readonly folder: string
  /** Its command line. */
  readonly main: string
}>
