import type { Context } from './context.js'

/**
 * What a surface holds and hands to verbs, which read the store behind it. To a surface the store is `never`: reading it
 * there is a type error.
 */
export type SurfaceContext = Omit<Context, 'store'> & { readonly store: never }

/** For composition roots, which open the store. */
export const forSurface = (ctx: Context): SurfaceContext => ctx as unknown as SurfaceContext
