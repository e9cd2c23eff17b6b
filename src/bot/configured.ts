import type { Config } from '../config.js'
import { AppError } from '../errors.js'

/** What is missing for the Slack app, in one sentence; `null` where it can start, `undefined` where nobody wants it. */
export function slackProblem({ slack }: Pick<Config, 'slack'>): string | null | undefined {
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
