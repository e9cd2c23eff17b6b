import type { Context } from './context.js'

/**
 * The context that a surface holds and passes to verbs, which use the store behind it. In a surface the store has the
 * type `never`: using it there is a type error.
 */
export type SurfaceContext = Omit<Context, 'store'> & { readonly store: never }

/** Converts a context for a surface; called by composition roots, which open the store. */
export const forSurface = (ctx: Context): SurfaceContext => ctx as unknown as SurfaceContext
