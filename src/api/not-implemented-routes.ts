import { AppError } from '../errors.js'
import { defineRoute, type Route } from './route.js'

/** Routes that this version does not implement; their addresses are reserved and answer so. */
const LATER = [
  ['post', '/calibrate', 'write', 'calibrate', 'fit simulations to real users'],
  ['post', '/simulations/{id}/analyze', 'spend', 'analyzeSimulation', 'analyse a simulation by itself'],
] as const

export const LATER_ROUTES: readonly Route[] = LATER.map(([method, path, scope, id, what]) =>
  defineRoute({
    method,
    path,
    scope,
    id,
    tag: 'Later',
    summary: `Not in this version: answers 501. It will ${what}.`,
    answers: {},
    fails: ['not_implemented'],
    handle: async () => {
      throw new AppError('not_implemented', { what })
    },
  }),
)
