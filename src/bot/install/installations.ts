import type { SlackInstallations } from '../../service/slack/slack-workspaces.js'
import type { TokenCipher } from './token-cipher.js'

/** An installation of the app, with its decrypted token. */
export type Installation = {
  readonly token: string
  readonly bot_id: string | null
  readonly bot_user_id: string
  readonly scopes: readonly string[]
  /** `null` for a configured token, whose installation date is unknown. */
  readonly installed_at: Date | null
}

/**
 * Installations of the app and their tokens. A tenant is a team, `T…`, or `E…:T…` where an Enterprise Grid installed
 * the app as a whole. Its workspace is called `slack:<tenant>`.
 */
export type Installations = {
  /** The tenant that a request belongs to; `null` where the app is not installed. */
  tenantOf(team: string | null, enterprise: string | null): Promise<string | null>
  of(tenant: string): Promise<Installation | null>
  /** Drops this process's cache for a team or an enterprise. */
  evict(id: string): void
}

/** Associated data of a refresh token, so that it cannot be decrypted in place of the access token. */
export const refreshing = (id: string): string => `${id}/refresh`
const recrypt = (cipher: TokenCipher, sealed: string, about: string): string =>
  cipher.encrypt(cipher.decrypt(sealed, about), about)

/** How long an installation is cached: another process may install or remove the app. */
const REMEMBER_MS = 30_000

/** Tokens of many workspaces, encrypted in the database. */
export function createStoredInstallations(table: SlackInstallations, cipher: TokenCipher): Installations {
  const remembered = new Map<string, { at: number; found: Installation | null }>()

  const find = async (id: string): Promise<Installation | null> => {
    const known = remembered.get(id)
    if (known && known.at > Date.now() - REMEMBER_MS) return known.found
    const row = await table.find(id)
    const found = row && { ...row, token: cipher.decrypt(row.token, id) }
    if (row && found && cipher.isOld(row.token))
      await table.replaceToken(id, row.token, cipher.encrypt(found.token, id))
    if (row?.refresh_token && cipher.isOld(row.refresh_token))
      await table.replaceToken(id, row.refresh_token, recrypt(cipher, row.refresh_token, refreshing(id)))
    remembered.set(id, { at: Date.now(), found })
    return found
  }

  return {
    async tenantOf(team, enterprise) {
      if (team && (await find(team))) return team
      if (enterprise && (await find(enterprise))) return team ? `${enterprise}:${team}` : enterprise
      return null
    },
    of: (tenant) => find(tenant.split(':')[0] ?? ''),
    evict: (id) => void remembered.delete(id),
  }
}

/** The owner of a token; `enterprise`: its organisation, where that installed the app as a whole. */
export type Owner = Pick<Installation, 'bot_id' | 'bot_user_id' | 'scopes'> & {
  readonly team: string
  readonly enterprise: string | null
}

/**
 * The one workspace, or organisation, of a configured token. `whoAmI` asks Slack for the owner; its answer is cached.
 */
export function createSingleInstallation(token: string, whoAmI: () => Promise<Owner>): Installations {
  let owner: Promise<Owner> | null = null
  const me = () => {
    owner ??= whoAmI().catch((error) => {
      owner = null
      throw error
    })
    return owner
  }
  return {
    async tenantOf(team, enterprise) {
      const owner = await me()
      if (owner.enterprise === null) return owner.team === team ? team : null
      if (owner.enterprise !== enterprise) return null
      return team === null ? enterprise : `${enterprise}:${team}`
    },
    async of(tenant) {
      const { team, enterprise, ...rest } = await me()
      const mine = tenant.split(':')[0] === (enterprise ?? team)
      return mine ? { token, installed_at: null, ...rest } : null
    },
    evict() {
      owner = null
    },
  }
}
