import { refuse } from '../../errors.js'
import type { Context } from '../context.js'

/** What is wrong with a panel that has more people than the installation allows, without a full stop; else `null`. */
export function panelAboveCeiling({ ceilings }: Pick<Context, 'ceilings'>, input: object): string | null {
  const personas = 'personas' in input ? Number(input.personas) : 0
  return personas > ceilings.panel_size
    ? `A panel has at most ${ceilings.panel_size} people here, and ${personas} were asked for`
    : null
}

/** Errors: `invalid_input` where a run has more people than the installation allows. */
export function refuseLargePanel(ctx: Pick<Context, 'ceilings'>, input: object): void {
  const above = panelAboveCeiling(ctx, input)
  if (above !== null) refuse(`${above}; ask fewer. Whoever runs this server sets it with MAX_PANEL_SIZE.`)
}
