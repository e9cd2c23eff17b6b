import type { Command } from 'commander'
import { dollars } from '../../domain/text/dollars.js'
import { ALL_SCOPES, SCOPES, USUAL_SCOPES } from '../../domain/workspace/token-scopes.js'
import type { SurfaceContext } from '../../service/surface-context.js'
import { createToken, listTokens, revokeToken } from '../../service/workspace/tokens.js'
import { openWorkspaceContext } from '../../service/workspace/workspace-context.js'
import { type CliDeps, runInApp } from '../commands.js'
import { printJson, stripTerminalControls } from '../io.js'
import { numeric } from './panel-options.js'

type Options = {
  name: string
  scope: string
  expires?: number
  maxUsd?: number
  workspace: string
  json?: boolean
}
type Scopes = NonNullable<Parameters<typeof createToken>[1]['scopes']>

const WORKSPACE = ['--workspace <name>', 'the workspace it is of; made where it is new', 'local'] as const

/** `token create|list|revoke`: the workspace's API tokens for programs. */
export function addTokenCommand(program: Command, deps: CliDeps, exit: (code: number) => void): void {
  const { io } = deps
  const tokens = program.command('token').description('API tokens of this workspace: create, list, revoke')
  /** Works in the workspace named by the options. */
  const inApp = ({ workspace }: Pick<Options, 'workspace'>, work: (ctx: SurfaceContext) => Promise<void>) =>
    runInApp(
      deps,
      exit,
    )(async ({ local }) => {
      if (workspace === 'local') return work(local)
      const { ctx, created } = await openWorkspaceContext(local, workspace)
      if (created) io.err(`The workspace ${workspace} is new.\n`)
      return work(ctx)
    })
  tokens
    .command('create')
    .description('make a token; it is shown once')
    .option('--name <name>', 'who or what uses it', 'token')
    .option(
      '--scope <scopes>',
      `what it may do: ${ALL_SCOPES.map((scope) => `${scope} (${SCOPES[scope]})`).join(', ')}`,
      USUAL_SCOPES.join(','),
    )
    .option('--expires <days>', 'days it is valid (default: until it is revoked)', numeric)
    .option(
      '--max-usd <number>',
      'what all its runs together may cost, in dollars (default: no limit of its own)',
      numeric,
    )
    .option(...WORKSPACE)
    .option('--json', 'print one JSON document and nothing else')
    .action(({ name, scope, expires, maxUsd, ...options }: Options) =>
      inApp(options, async (ctx) => {
        const scopes = scope.split(',').map((name) => name.trim()) as Scopes
        const token = await createToken(ctx, {
          name,
          scopes,
          expires_in_days: expires ?? null,
          max_usd: maxUsd ?? null,
        })
        if (options.json) return printJson(io, token)
        io.out(`${token.token}\n`)
        io.err(`Keep it now: it is not shown again. To end it: pressure-test token revoke ${token.token_id}\n`)
      }),
    )
  tokens
    .command('list')
    .option(...WORKSPACE)
    .option('--json', 'print one JSON document and nothing else')
    .action((options: Options) =>
      inApp(options, async (ctx) => {
        const list = await listTokens(ctx)
        if (options.json) return printJson(io, list)
        if (list.length === 0) io.out('No tokens. Make one with: pressure-test token create\n')
        for (const { token_id, name, scopes, max_usd, created_at, last_used_at, revoked_at, expires_at } of list) {
          const used = last_used_at ? `last used ${day(last_used_at)}` : 'never used'
          const validity = expires_at ? `until ${day(expires_at)}` : 'valid'
          const state = revoked_at ? `revoked ${day(revoked_at)}` : validity
          const limit = max_usd === null ? '' : `  up to ${dollars(max_usd)}`
          io.out(
            `${token_id}  ${day(created_at)}  ${state}  ${used}  ${scopes.join(',')}${limit}  ${stripTerminalControls(name)}\n`,
          )
        }
      }),
    )
  tokens
    .command('revoke <token_id>')
    .description('end a token at once, and within seconds what is open under it')
    .option(...WORKSPACE)
    .action((token_id: string, options: Options) =>
      inApp(options, async (ctx) => {
        await revokeToken(ctx, { token_id })
        io.out('The token is revoked.\n')
      }),
    )
}

const day = (date: Date): string => date.toISOString().slice(0, 10)
