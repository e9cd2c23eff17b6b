import { AppError } from '../errors.js'
import { documentRoutes } from './documents.js'
import { ERASURE_ROUTES } from './erasure.js'
import { healthRoute } from './health.js'
import { PERSONA_ROUTES } from './personas.js'
import { TEST_ROUTES } from './pressure-tests.js'
import { PRODUCT_ROUTES } from './products.js'
import { PROJECT_ROUTES } from './projects.js'
import { defineRoute, type Route } from './route.js'
import { followRunRoute } from './run-events.js'
import { RUN_ROUTES } from './runs.js'
import { SIMULATION_ROUTES } from './simulations.js'
import { TOKEN_ROUTES } from './tokens.js'
import { UPLOAD_ROUTES } from './uploads.js'
import { WEBHOOK_ROUTES } from './webhooks.js'

/** Routes that this version does not implement; their addresses are reserved and answer so. */
const LATER = [
  ['post', '/calibrate', 'write', 'calibrate', 'fit simulations to real users'],
  ['post', '/simulations/{id}/analyze', 'spend', 'analyzeSimulation', 'analyse a simulation by itself'],
] as const

const LATER_ROUTES: readonly Route[] = LATER.map(([method, path, scope, id, what]) =>
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

const RESOURCES: readonly Route[] = [
  ...RUN_ROUTES,
  followRunRoute,
  ...TEST_ROUTES,
  ...SIMULATION_ROUTES,
  ...PERSONA_ROUTES,
  ...PRODUCT_ROUTES,
  ...PROJECT_ROUTES,
  ...UPLOAD_ROUTES,
  ...TOKEN_ROUTES,
  ...WEBHOOK_ROUTES,
  ...LATER_ROUTES,
  ...ERASURE_ROUTES,
  healthRoute,
]

/** Every route of the API. The server, the OpenAPI document, the page at /docs and the tests derive from this list. */
export const ROUTES: readonly Route[] = [...RESOURCES, ...documentRoutes(RESOURCES)]
