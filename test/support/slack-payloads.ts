import { randomUUID } from 'node:crypto'
import type { FakeSlack } from './fake-slack.js'

export const CHANNEL = 'C000000001'
export const ADMIN = 'U000000001'
export const BOT_USER = 'U0000000BOT'

export type Action = { readonly action_id: string; readonly value: string }
export type View = { readonly callback_id: string; readonly private_metadata?: string; readonly values: object }

/** What Slack tells an app, whichever way it comes. `more` replaces single fields. */
export function slackPayloads(slack: FakeSlack, team = 'T000000001') {
  const who = {
    team: { id: team, domain: 'one' },
    user: { id: ADMIN, name: 'ada', team_id: team },
    enterprise: null,
    api_app_id: 'A1',
  }
  return {
    command: (text: string, more: Record<string, string> = {}): Record<string, string> => ({
      command: '/pressure-test',
      text,
      team_id: team,
      user_id: ADMIN,
      user_name: 'ada',
      channel_id: CHANNEL,
      channel_name: 'general',
      trigger_id: randomUUID(),
      response_url: slack.responseUrl(),
      api_app_id: 'A1',
      ...more,
    }),
    event: (event: object, more: { team_id?: string | null; enterprise_id?: string } & object = {}): object => {
      const { team_id = team, enterprise_id = null } = more
      return {
        type: 'event_callback',
        team_id,
        api_app_id: 'A1',
        event_id: `Ev${randomUUID()}`,
        event_time: Math.floor(Date.now() / 1_000),
        authorizations: [{ team_id, enterprise_id, user_id: BOT_USER, is_bot: true, is_enterprise_install: false }],
        event,
        ...more,
      }
    },
    press: async (action: Action, more: object = {}): Promise<object> => ({
      type: 'block_actions',
      ...who,
      channel: { id: CHANNEL, name: 'general' },
      container: { type: 'message', message_ts: '1.1', channel_id: CHANNEL },
      trigger_id: await slack.trigger('xoxb-one'),
      response_url: slack.responseUrl(),
      actions: [{ type: 'button', block_id: 'b', action_ts: String(Date.now() / 1_000), ...action }],
      ...more,
    }),
    submitView: async ({ callback_id, private_metadata = '{}', values }: View, more: object = {}): Promise<object> => ({
      type: 'view_submission',
      ...who,
      trigger_id: await slack.trigger('xoxb-one'),
      view: {
        id: `V${randomUUID()}`,
        type: 'modal',
        callback_id,
        private_metadata,
        state: { values },
        hash: 'h',
        team_id: team,
        blocks: [],
        app_id: 'A1',
        bot_id: 'B0000000BOT',
      },
      response_urls: [],
      ...more,
    }),
  }
}
