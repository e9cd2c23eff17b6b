import type { z } from 'zod'
import type { Scope } from '../domain/workspace/token-scopes.js'
import type { ErrorCode } from '../errors.js'
import type { SurfaceContext } from '../service/surface-context.js'
import type { Streams } from './streams.js'

/** The health of the program, with a sentence for each problem. */
export type Health = { readonly ready: boolean; readonly problems: string[] }

/** What the server provides to its routes. */
export type ServerFacts = {
  readonly version: string
  readonly health: () => Promise<Health>
  /** Aborted when the server stops. */
  readonly closing: AbortSignal
  readonly streams: Streams
  /** Whether a proxy on a private address names the client in X-Forwarded-For. */
  readonly behindProxy: boolean
  /** Longest time in milliseconds that an answer waits for the end of a run. */
  readonly waitMs: number
}

/** Content of an answer: JSON of a schema, another content type, or nothing. */
type Content = z.ZodType | { readonly type: string } | null
type Answers = Readonly<Record<number, Content>>
type BodyOf<C extends Content> = C extends z.ZodType ? z.output<C> : null

type Reply<A extends Answers> =
  | Response
  | {
      [S in keyof A & number]: {
        readonly status: S
        readonly body: BodyOf<A[S]>
        readonly headers?: Record<string, string>
      }
    }[keyof A & number]

type ParamsOf<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamsOf<Rest>
  : never

type Call<Path extends string, Query, Body> = {
  /** Context of the token's owner. */
  readonly ctx: SurfaceContext
  readonly params: Readonly<Record<ParamsOf<Path>, string>>
  readonly query: Query
  readonly body: Body
  readonly request: Request
  readonly server: ServerFacts
}

type RouteDefinition<Path extends string, Query, Body, A extends Answers, Typed extends RouteTypes = RouteTypes> = {
  readonly method: Typed['method']
  /** Path below the server's address, such as `/runs/{id}`. */
  readonly path: Path
  /** `operationId`: the name of the method in generated clients. */
  readonly id: Typed['id']
  /** Resource under which it is listed. */
  readonly tag: string
  /** A sentence for a first-time reader; further sentences may follow it. */
  readonly summary: string
  /** Scope that the token needs; null: the route needs no token. */
  readonly scope: Scope | null
  readonly query?: z.ZodType<Query, Typed['query']> & z.ZodObject
  /** Headers that the route reads, with their purpose. */
  readonly headers?: Readonly<Record<string, string>>
  /** Schema of the JSON body; a missing body is read as `{}`. */
  readonly body?: z.ZodType<Body, Typed['body']>
  /** The handler reads the body itself: a form with a file, or the bytes of one. */
  readonly upload?: 'form' | 'file'
  readonly answers: A
  /** Errors of this route, beside those of every route. */
  readonly fails?: readonly ErrorCode[]
  handle(call: Call<Path, Query, Body>): Promise<Reply<A>>
}

/** A route without the types of its schemas, for lists of routes. */
export type Route = RouteDefinition<string, unknown, unknown, Answers>

/** Types for generating clients; they exist for the compiler only. */
export type RouteTypes = {
  readonly id: string
  readonly method: 'get' | 'post' | 'put' | 'delete'
  readonly path: string
  /** As requests send them; `unknown` where there is none. */
  readonly query: unknown
  readonly body: unknown
  readonly answers: Answers
}
export type TypedRoute<T extends RouteTypes> = Route & { readonly types?: T }

/** Checks a route's `handle` against its schemas. */
export const defineRoute = <
  const Id extends string,
  const Method extends RouteTypes['method'],
  const Path extends string,
  const A extends Answers,
  Query,
  Body,
  QuerySent,
  BodySent,
>(
  route: RouteDefinition<Path, Query, Body, A, Types<Id, Method, Path, QuerySent, BodySent, A>>,
): TypedRoute<Types<Id, Method, Path, QuerySent, BodySent, A>> =>
  route as unknown as TypedRoute<Types<Id, Method, Path, QuerySent, BodySent, A>>

type Types<Id, Method, Path, Query, Body, A> = {
  readonly id: Id
  readonly method: Method
  readonly path: Path
  readonly query: Query
  readonly body: Body
  readonly answers: A
}

export const answer = <const S extends number, B>(status: S, body: B, headers: Record<string, string> = {}) => ({
  status,
  body,
  headers,
})
export const ok = <B>(body: B) => answer(200, body)
