import type { webApi } from '@slack/bolt'
import { SHORTCUTS } from './blocks/action-ids.js'
import { OPTIONAL_SCOPES, SCOPES } from './install/oauth.js'

/**
 * The app's manifest for Slack. With the default `base` it is `manifest.json` of the checkout, where the host of
 * `PUBLIC_URL` is to be put in. With `null`, for Socket Mode, which needs no address, it is
 * `manifest.socket-mode.json`.
 */
export function slackManifest(base: string | null = 'https://your-host.example') {
  const url = base === null ? undefined : `${base}/slack/events`
  return {
    display_information: {
      name: 'pressure-test',
      description: 'Puts a proposition before a panel of synthetic people and reports honestly what broke.',
      background_color: '#1f2430',
      long_description:
        'Pressure-test a claim, an offer or a page before your customers do. A panel of synthetic people reads it alone, talks it over and votes in secret; you get a score with its uncertainty, the quotes behind it, what to mend, and a minority report of what the room did not hear. Agents can be evaluated the same way, by simulated prospects and a calibrated judge. Answers come from a language model, never from real people.',
    },
    features: {
      app_home: { home_tab_enabled: true, messages_tab_enabled: true, messages_tab_read_only_enabled: false },
      bot_user: { display_name: 'pressure-test', always_online: true },
      shortcuts: [
        {
          name: 'Pressure-test this',
          type: 'message' as const,
          callback_id: SHORTCUTS.pressureTestThis,
          description: 'Puts this message before a synthetic panel',
        },
        {
          name: 'New pressure test',
          type: 'global' as const,
          callback_id: SHORTCUTS.newPressureTest,
          description: 'Puts a proposition before a synthetic panel',
        },
      ],
      slash_commands: [
        {
          command: '/pressure-test',
          url,
          description: 'Pressure-test a proposition with a synthetic panel',
          usage_hint: '[proposition | help | desk | status | history | compare | budget]',
          should_escape: false,
        },
        {
          command: '/evaluate-agent',
          url,
          description: 'Evaluate an agent with simulated prospects',
          usage_hint: '[agent version id]',
          should_escape: false,
        },
      ],
    },
    oauth_config: {
      redirect_urls: base === null ? undefined : [`${base}/slack/oauth_redirect`],
      scopes: { bot: [...SCOPES, ...OPTIONAL_SCOPES], bot_optional: [...OPTIONAL_SCOPES] },
    },
    settings: {
      event_subscriptions: {
        request_url: url,
        bot_events: [
          'app_home_opened',
          'app_mention',
          'app_uninstalled',
          'message.im',
          'team_access_revoked',
          'tokens_revoked',
        ],
      },
      interactivity: { is_enabled: true, request_url: url },
      org_deploy_enabled: true,
      socket_mode_enabled: base === null,
      token_rotation_enabled: false,
    },
  } satisfies webApi.AppsManifestValidateArguments['manifest']
}
