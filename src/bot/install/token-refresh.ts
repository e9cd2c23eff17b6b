import { setTimeout as sleep } from 'node:timers/promises'
import { webApi } from '@slack/bolt'
import type { Log } from '../../log.js'
import type { SlackInstallations } from '../../service/slack/slack-workspaces.js'
import { clientOptions, troubleOf } from '../slack-client.js'
import { refreshing } from './installations.js'
import type { TokenCipher } from './token-cipher.js'

export type TokenRefreshDeps = {
  readonly table: SlackInstallations
  readonly cipher: TokenCipher
  readonly clientId: string
  readonly clientSecret: string
  readonly apiUrl: string | null
  readonly log: Log
  /** Drops this process's cache for an installation. */
  readonly evict: (id: string) => void
  /** Milliseconds between two checks for tokens that are due. */
  readonly everyMs?: number
}

export type TokenRefresh = {
  /** Resolves when the tokens that expired before the start are refreshed, or Slack is too slow to wait for. */
  readonly ready: Promise<void>
  stop(): Promise<void>
}

const EVERY_MS = 20_000
const READY_MS = 10_000
/**
 * Seconds of a refresh's lease, longer than a call to Slack takes; until then no other process tries the same token.
 */
const LEASE_S = 60
/** After a refusal only a new installation helps, so rare attempts are enough. */
const REFUSED_S = 1_800

/**
 * Refreshes rotating tokens after half of their twelve hours, never within a request, and each token by one process at
 * a time. If the response is lost, the next try uses the same refresh token, for which Slack gives a second pair; the
 * current access token works meanwhile.
 */
export function startTokenRefresh(deps: TokenRefreshDeps): TokenRefresh {
  const stopping = new AbortController()
  let looked = (): void => {}
  const first = new Promise<void>((resolve) => {
    looked = resolve
  })
  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      try {
        while (!stopping.signal.aborted && (await refreshOne(deps)));
      } catch (error) {
        deps.log.warn({ error: String(error) }, 'tokens could not be refreshed')
      }
      looked()
      await sleep(deps.everyMs ?? EVERY_MS, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }
  const running = run()
  return {
    ready: Promise.race([first, sleep(READY_MS, undefined, { ref: false })]),
    async stop() {
      stopping.abort()
      await running
    },
  }
}

/** False where no token is due. */
async function refreshOne(deps: TokenRefreshDeps): Promise<boolean> {
  const { table, cipher, log } = deps
  const due = await table.claimRefresh(LEASE_S)
  if (!due) return false
  const { id } = due
  const refresh_token = cipher.decrypt(due.refresh_token, refreshing(id))
  try {
    const answer = await new webApi.WebClient(undefined, clientOptions(deps.apiUrl)).oauth.v2.access({
      client_id: deps.clientId,
      client_secret: deps.clientSecret,
      grant_type: 'refresh_token',
      refresh_token,
    })
    if (!answer.access_token || !answer.refresh_token || !answer.expires_in)
      throw new Error('the answer holds no tokens')
    await table.refreshed(due, {
      token: cipher.encrypt(answer.access_token, id),
      refresh_token: cipher.encrypt(answer.refresh_token, refreshing(id)),
      expires_in: answer.expires_in,
    })
    deps.evict(id)
  } catch (error) {
    const trouble = troubleOf(error)
    if (trouble.kind === 'refused') {
      log.error({ id, code: trouble.code }, 'Slack gives no new token; the app has to be installed again there')
      await table.refreshLater(due, REFUSED_S)
    } else log.warn({ id, trouble }, 'token not refreshed; trying again in a minute')
  }
  return true
}
