import type { Command } from 'commander'
import { createToken, listTokens, revokeToken } from '../../service/tokens.js'
import { type CliDeps, withinApp } from '../commands.js'
import { inert, printJson } from '../io.js'
import { numeric } from './panel-options.js'

type Options = { name: string; expires?: number; json?: boolean }

/** `token create|list|revoke`: keys of this workspace for programs. */
export function addTokenCommand(program: Command, deps: CliDeps, exit: (code: number) => void): void {
  const { io } = deps
  const tokens = program.command('token').description('API tokens of this workspace: create, list, revoke')
  const within = withinApp(deps, exit)
  tokens
    .command('create')
    .description('make a token; it is shown once')
    .requiredOption('--name <name>', 'who or what uses it')
    .option('--expires <days>', 'days it is valid (default: until it is revoked)', numeric)
    .option('--json', 'print one JSON document and nothing else')
    .action(({ name, expires, ...options }: Options) =>
      within(async ({ local }) => {
        const token = await createToken(local, { name, expires_in_days: expires ?? null })
        if (options.json) return printJson(io, token)
        io.out(`${token.token}\n`)
        io.err(`Keep it now: it is not shown again. To end it: pressure-test token revoke ${token.token_id}\n`)
      }),
    )
  tokens
    .command('list')
    .option('--json', 'print one JSON document and nothing else')
    .action((options: Options) =>
      within(async ({ local }) => {
        const list = await listTokens(local)
        if (options.json) return printJson(io, list)
        if (list.length === 0) io.out('No tokens. Make one with: pressure-test token create --name NAME\n')
        for (const { token_id, name, created_at, last_used_at, revoked_at, expires_at } of list) {
          const used = last_used_at ? `last used ${day(last_used_at)}` : 'never used'
          const validity = expires_at ? `until ${day(expires_at)}` : 'valid'
          const state = revoked_at ? `revoked ${day(revoked_at)}` : validity
          io.out(`${token_id}  ${day(created_at)}  ${state}  ${used}  ${inert(name)}\n`)
        }
      }),
    )
  tokens
    .command('revoke <token_id>')
    .description('end a token at once')
    .action((token_id: string) =>
      within(async ({ local }) => {
        await revokeToken(local, { token_id })
        io.out('The token is revoked.\n')
      }),
    )
}

const day = (date: Date): string => date.toISOString().slice(0, 10)
