import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { OPTIONAL_SCOPES, SCOPES } from '../../src/bot/install/oauth.js'
import { slackManifest } from '../../src/bot/manifest.js'

const text = (most: number, least = 1) => z.string().min(least).max(most)
const web = (most: number) => text(most).regex(/^https?:\/\//)
const unique = (items: readonly unknown[]) => new Set(items).size === items.length
const once = (most: number, item: number) => z.array(text(item)).max(most).refine(unique)
const yes = z.boolean()

/** What Slack takes of the parts that we use; a key it does not know is refused as a whole. */
const Manifest = z.strictObject({
  display_information: z.strictObject({
    name: text(35),
    description: text(140).optional(),
    background_color: z.string().regex(/^#[0-9a-fA-F]{3}([0-9a-fA-F]{3})?$/),
    long_description: text(4_000, 175),
  }),
  features: z.strictObject({
    app_home: z.strictObject({
      home_tab_enabled: yes,
      messages_tab_enabled: yes,
      messages_tab_read_only_enabled: yes,
    }),
    bot_user: z.strictObject({ display_name: text(80), always_online: yes }),
    shortcuts: z
      .array(
        z.strictObject({
          name: text(24),
          type: z.enum(['message', 'global']),
          callback_id: text(255),
          description: text(150),
        }),
      )
      .min(1)
      .max(10),
    slash_commands: z
      .array(
        z.strictObject({
          command: text(32, 2).startsWith('/'),
          url: web(3_000).optional(),
          description: text(2_000),
          usage_hint: text(1_000),
          should_escape: yes,
        }),
      )
      .min(1)
      .max(50),
  }),
  oauth_config: z.strictObject({
    redirect_urls: once(1_000, 2_500).optional(),
    scopes: z.strictObject({ bot: once(255, 50), bot_optional: once(255, 50) }),
  }),
  settings: z.strictObject({
    event_subscriptions: z.strictObject({ request_url: web(3_500).optional(), bot_events: once(100, 50) }),
    interactivity: z.strictObject({ is_enabled: yes, request_url: web(3_500).optional() }),
    org_deploy_enabled: yes,
    socket_mode_enabled: yes,
    token_rotation_enabled: yes,
  }),
})

/** What Slack wants to be allowed for each event. */
const SCOPE_OF_EVENT: Record<string, string | null> = {
  app_home_opened: null,
  app_mention: 'app_mentions:read',
  app_uninstalled: null,
  'message.im': 'im:history',
  team_access_revoked: null,
  tokens_revoked: null,
}

describe('the manifest', () => {
  it.each([
    ['manifest.json', slackManifest()],
    ['manifest.socket-mode.json', slackManifest(null)],
  ])('%s is the one in the checkout and keeps Slack’s limits', (name, manifest) => {
    const file = JSON.parse(readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8'))
    expect(file).toEqual(manifest)
    expect(Manifest.safeParse(file).error?.issues ?? []).toEqual([])
  })

  it('asks for what its events and calls need, and nothing is optional that was not asked for', () => {
    const { oauth_config, settings } = slackManifest()
    const { bot, bot_optional } = oauth_config.scopes
    expect(bot).toEqual([...SCOPES, ...OPTIONAL_SCOPES])
    for (const scope of bot_optional) expect(bot).toContain(scope)
    expect(Object.keys(SCOPE_OF_EVENT)).toEqual(settings.event_subscriptions.bot_events)
    for (const scope of Object.values(SCOPE_OF_EVENT)) if (scope !== null) expect(SCOPES).toContain(scope)
  })

  it('names no address for Socket Mode, and every one for HTTP', () => {
    expect(JSON.stringify(slackManifest(null))).not.toMatch(/https?:/)
    const { features, oauth_config, settings } = slackManifest('https://pt.example')
    const events = 'https://pt.example/slack/events'
    const { event_subscriptions, interactivity } = settings
    const addresses = [
      ...features.slash_commands,
      { url: (event_subscriptions as { request_url?: string }).request_url },
    ]
    expect(addresses.map((one) => (one as { url?: string }).url)).toEqual([events, events, events])
    expect(interactivity).toEqual({ is_enabled: true, request_url: events })
    expect(oauth_config.redirect_urls).toEqual(['https://pt.example/slack/oauth_redirect'])
  })
})
