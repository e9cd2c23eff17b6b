import { webApi } from '@slack/bolt'
import type { Config } from '../config.js'
import { AppError, isAppError } from '../errors.js'
import { appTokenRefused } from './inbound/socket-receiver.js'
import { SCOPES } from './install/oauth.js'
import { createTokenCipher } from './install/token-cipher.js'
import { clientOptions, createClients, troubleOf } from './slack-client.js'

type Finding = { readonly ok: boolean; readonly finding: string }

const fine = (finding: string): Finding => ({ ok: true, finding })
const wrong = (finding: string): Finding => ({ ok: false, finding })
const AWAY = wrong('Slack does not answer; check the network or SLACK_API_URL.')

/** Checks the Slack configuration, with Slack itself where it can; every problem is a finding of its own. */
export async function checkSlack(config: Pick<Config, 'slack' | 'http'>): Promise<Finding[]> {
  const problem = slackProblem(config)
  if (problem === undefined) return [fine('not configured')]
  if (problem !== null) return [wrong(problem)]
  const { botToken, appToken } = config.slack
  const checks = await Promise.all([
    botToken === null ? checkOauth(config) : checkToken(config, botToken),
    appToken === null ? [] : checkAppToken(config, appToken),
  ])
  const findings = [...checks.flat(), ...signingSecret(config), ...publicUrl(config)]
  // Several checks may find Slack unreachable; it is reported once.
  return findings.filter((found, index) => findings.indexOf(found) === index)
}

/** Checks a configured bot token: whether it works and has every scope. */
async function checkToken({ slack }: Pick<Config, 'slack'>, token: string): Promise<Finding[]> {
  try {
    const me = await createClients(slack.apiUrl).of(token).auth.test()
    const granted = me.response_metadata?.scopes
    const missing = granted ? SCOPES.filter((scope) => !granted.includes(scope)) : []
    const how = slack.appToken ? 'Socket Mode' : 'HTTP at /slack/events'
    if (missing.length === 0) return [fine(`${me.team} (${me.team_id}) as ${me.user}, ${how}`)]
    return [
      wrong(
        `The app may not ${missing.join(', ')} in ${me.team}; add these scopes under “OAuth & Permissions” and install the app again.`,
      ),
    ]
  } catch (error) {
    const trouble = troubleOf(error)
    if (trouble.kind !== 'refused') return [AWAY]
    return [
      wrong(
        `Slack refuses SLACK_BOT_TOKEN (${trouble.code}); install the app again and copy the token from “OAuth & Permissions”.`,
      ),
    ]
  }
}

/** Exchanges a code that does not exist: Slack refuses the code only where client id and secret belong together. */
async function checkOauth({ slack }: Pick<Config, 'slack'>): Promise<Finding[]> {
  try {
    createTokenCipher(slack.tokenEncryptionKey ?? '')
    await new webApi.WebClient(undefined, clientOptions(slack.apiUrl)).oauth.v2.access({
      client_id: slack.clientId ?? '',
      client_secret: slack.clientSecret ?? '',
      code: 'doctor',
    })
  } catch (error) {
    if (isAppError(error)) return [wrong(error.message)]
    const trouble = troubleOf(error)
    if (trouble.kind !== 'refused') return [AWAY]
    if (['bad_client_secret', 'invalid_client_id'].includes(trouble.code))
      return [
        wrong(
          `Slack refuses SLACK_CLIENT_ID or SLACK_CLIENT_SECRET (${trouble.code}); copy both from “Basic Information”.`,
        ),
      ]
  }
  return [fine(`many workspaces by OAuth, ${slack.appToken ? 'Socket Mode' : 'HTTP at /slack/events'}`)]
}

async function checkAppToken({ slack }: Pick<Config, 'slack'>, appToken: string): Promise<Finding[]> {
  try {
    // Requests a socket address without connecting to it.
    await new webApi.WebClient(appToken, clientOptions(slack.apiUrl)).apps.connections.open({})
    return []
  } catch (error) {
    const trouble = troubleOf(error)
    return [trouble.kind === 'refused' ? wrong(appTokenRefused(trouble.code)) : AWAY]
  }
}

function signingSecret({ slack }: Pick<Config, 'slack'>): Finding[] {
  if (slack.appToken || !/^x(ox|app)/.test(slack.signingSecret ?? '')) return []
  return [wrong('SLACK_SIGNING_SECRET holds a token; copy the signing secret from “Basic Information”.')]
}

/**
 * Slack sends requests to this address and people open reports at it. With Socket Mode it serves only reports and the
 * installation.
 */
function publicUrl({ slack, http }: Pick<Config, 'slack' | 'http'>): Finding[] {
  const called = !slack.appToken || !slack.botToken
  if (http.publicUrl === null) {
    const links = 'links to reports open on this machine only; set PUBLIC_URL to an address your colleagues reach'
    return called
      ? [wrong('PUBLIC_URL is not set; set it to the https address under which Slack reaches this server.')]
      : [fine(links)]
  }
  const { protocol, hostname } = new URL(http.publicUrl)
  if (called && (protocol !== 'https:' || isHere(hostname)))
    return [wrong(`Slack cannot reach PUBLIC_URL (${http.publicUrl}); it has to be an https address on the internet.`)]
  return []
}

/** Names and addresses that mean this machine or its own network. */
const isHere = (host: string): boolean =>
  /^(localhost|.*\.(localhost|local|internal)|127\..*|10\..*|192\.168\..*|172\.(1[6-9]|2\d|3[01])\..*|169\.254\..*|0\.0\.0\.0|\[.*\])$/i.test(
    host,
  ) || !host.includes('.')

/**
 * What is missing for the Slack app, in one sentence; `null` where it can start, `undefined` where it is not
 * configured.
 */
function slackProblem({ slack }: Pick<Config, 'slack'>): string | null | undefined {
  const { botToken, clientId } = slack
  if (!botToken && !clientId)
    return slack.appToken ? 'Slack needs SLACK_BOT_TOKEN too, or SLACK_CLIENT_ID for many workspaces.' : undefined
  const wanted = {
    ...(botToken
      ? {}
      : {
          SLACK_CLIENT_SECRET: slack.clientSecret,
          SLACK_STATE_SECRET: slack.stateSecret,
          TOKEN_ENCRYPTION_KEY: slack.tokenEncryptionKey,
        }),
    ...(slack.appToken ? {} : { SLACK_SIGNING_SECRET: slack.signingSecret }),
  }
  const missing = Object.entries(wanted).flatMap(([name, value]) => (value ? [] : [name]))
  return missing.length === 0 ? null : `Slack needs ${missing.join(', ')} too.`
}

/** Whether the Slack app is configured. Errors: `configuration` where something is missing for it. */
export function wantsSlack(config: Pick<Config, 'slack'>): boolean {
  const problem = slackProblem(config)
  if (typeof problem === 'string') throw new AppError('configuration', { problem })
  return problem === null
}
