import type { z } from 'zod'
import type { PERSONA_ROUTES } from '../api/personas.js'
import type { TEST_ROUTES } from '../api/pressure-tests.js'
import type { PRODUCT_ROUTES } from '../api/products.js'
import type { SIMULATION_ROUTES } from '../api/simulations.js'
import type { TOKEN_ROUTES } from '../api/tokens.js'
import type { UPLOAD_ROUTES } from '../api/uploads.js'
import type { CallOptions, Transport } from './transport.js'

type Resources =
  | typeof TEST_ROUTES
  | typeof SIMULATION_ROUTES
  | typeof PERSONA_ROUTES
  | typeof PRODUCT_ROUTES
  | typeof TOKEN_ROUTES
  | typeof UPLOAD_ROUTES
type Operation = NonNullable<Resources[number]['types']>
type Id = Operation['id']
type Named<I extends Id> = Extract<Operation, { readonly id: I }>

/** Every route of the resources; the compiler compares them with the server's list. */
const OPERATIONS = {
  createTest: 'POST /api/tests',
  runTest: 'POST /api/tests/{id}/run',
  getTest: 'GET /api/tests/{id}',
  getTestResults: 'GET /api/tests/{id}/results',
  createSimulation: 'POST /simulations/create',
  startSimulation: 'POST /simulations/{id}/start',
  getSimulationStatus: 'GET /simulations/{id}/status',
  getSimulationResults: 'GET /simulations/{id}/results',
  listPersonas: 'GET /personas/list',
  generatePersonas: 'POST /personas/generate',
  listPersonaSets: 'GET /personas/sets',
  getPersonaSet: 'GET /personas/sets/{name}',
  importPersonaSet: 'POST /personas/sets',
  addProduct: 'POST /products',
  putProduct: 'PUT /products/{id}',
  listProducts: 'GET /products',
  getProduct: 'GET /products/{id}',
  deleteProduct: 'DELETE /products/{id}',
  createToken: 'POST /tokens',
  listTokens: 'GET /tokens',
  revokeToken: 'DELETE /tokens/{id}',
  readUpload: 'POST /uploads',
  keepUpload: 'PUT /uploads/{name}',
  deleteUpload: 'DELETE /uploads/{name}',
} as const satisfies { readonly [O in Operation as O['id']]: `${Uppercase<O['method']>} ${O['path']}` }

type JsonOf<A> = { [S in keyof A]: A[S] extends z.ZodType ? z.output<A[S]> : never }[keyof A]
/** The answer of an operation that succeeds. */
type AnswerOf<I extends Id> = JsonOf<Named<I>['answers']>
type BodyOf<I extends Id> = Named<I>['body']
type QueryOf<I extends Id> = Named<I>['query']

type Sent = {
  readonly at?: string
  readonly query?: object | undefined
  readonly body?: unknown
  readonly repeatable?: boolean
}

/** Resources of the API with a method for each route; they resolve to the server's answers. */
export function createResources({ json, done }: Transport) {
  const addressOf = (id: Id, { at = '', query = {} }: Sent): [method: string, path: string] => {
    const [method = '', path = ''] = OPERATIONS[id].split(' ')
    const given = Object.entries(query).filter(([, value]) => value !== undefined)
    const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
    return [method, path.replace(/\{\w+\}/, encodeURIComponent(at)) + (search && `?${search}`)]
  }
  const call = <I extends Id>(id: I, { body, repeatable, ...sent }: Sent, { signal }: CallOptions = {}) =>
    json<AnswerOf<I>>(...addressOf(id, sent), { body, repeatable, signal })

  const whole =
    <I extends Id>(id: I) =>
    (options?: CallOptions) =>
      call(id, {}, options)
  const named =
    <I extends Id>(id: I) =>
    (name: string, options?: CallOptions) =>
      call(id, { at: name }, options)
  const filtered =
    <I extends Id>(id: I) =>
    (query?: QueryOf<I>, options?: CallOptions) =>
      call(id, { query: query as object | undefined }, options)
  const made =
    <I extends Id>(id: I) =>
    (body: BodyOf<I>, options?: CallOptions) =>
      call(id, { body }, options)

  return {
    tests: {
      create: made('createTest'),
      /** Waits up to 50 seconds for the end. */
      run: named('runTest'),
      get: named('getTest'),
      results: named('getTestResults'),
    },
    simulations: {
      create: made('createSimulation'),
      start: named('startSimulation'),
      status: named('getSimulationStatus'),
      results: named('getSimulationResults'),
    },
    personas: {
      list: filtered('listPersonas'),
      /** Waits up to 50 seconds for the people; after that it resolves to the unfinished run. */
      generate: made('generatePersonas'),
      sets: whole('listPersonaSets'),
      getSet: named('getPersonaSet'),
      importSet: made('importPersonaSet'),
    },
    products: {
      add: made('addProduct'),
      put: (product: BodyOf<'putProduct'>, options?: CallOptions) =>
        call('putProduct', { at: product.id, body: product }, options),
      list: whole('listProducts'),
      get: named('getProduct'),
      delete: named('deleteProduct'),
    },
    tokens: {
      /** Only this answer contains the token. */
      create: made('createToken'),
      list: whole('listTokens'),
      revoke: (token_id: string, options?: CallOptions) => done(...addressOf('revokeToken', { at: token_id }), options),
    },
    uploads: {
      /** The text of a document; nothing is stored. */
      read(file: File, options?: CallOptions) {
        const body = new FormData()
        body.set('file', file)
        return call('readUpload', { body, repeatable: true }, options)
      },
      /** Keeps a file for a day, for the attachments of runs. */
      keep: (file: File, options?: CallOptions) => call('keepUpload', { at: file.name, body: file }, options),
      delete: (upload: string, options?: CallOptions) => done(...addressOf('deleteUpload', { at: upload }), options),
    },
  }
}
