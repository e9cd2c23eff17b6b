/** Slack's own markup of links, mentions, channels, dates: `<address|what is shown>`. */
const MARKED = /<([@#!]?)([^<>|\s]{1,2000})(?:\|([^<>]{0,2000}))?>/gu
const ADDRESS = /^(?:https?:\/\/|mailto:|tel:)/i

/**
 * What somebody wrote in Slack as a reader sees it: names for mentions and channels, what links show, no marks of formatting.
 * A text that is nothing but links becomes their addresses, to be read.
 */
export function readableText(text: string): string {
  const addresses = addressesOf(text)
  if (addresses !== null) return addresses.join('\n')
  const shown = text.replace(MARKED, (_, kind: string, target: string, label?: string) => shownOf(kind, target, label))
  return unescaped(withoutFormatting(withEmoji(shown)))
    .replace(/(?<![ \t])[ \t]+$/gm, '')
    .trim()
}

/** The addresses of a text that is nothing else; `null` for any other. */
function addressesOf(text: string): string[] | null {
  const addresses: string[] = []
  const rest = text.replace(MARKED, (whole, kind: string, target: string) => {
    if (kind !== '' || !/^https?:/i.test(target)) return whole
    addresses.push(unescaped(target))
    return ' '
  })
  return addresses.length > 0 && rest.trim() === '' ? addresses : null
}

function shownOf(kind: string, target: string, label: string | undefined): string {
  if (kind === '') return label ?? (ADDRESS.test(target) ? target.replace(/^(?:mailto|tel):/i, '') : `<${target}>`)
  if (kind === '#') return `#${label ?? 'channel'}`
  if (kind === '@') return `@${label?.replace(/^@/, '') ?? 'somebody'}`
  // `!here`, `!subteam^S1|@group`, `!date^1392734382^{date}|what is shown where it is not understood`
  return label ?? `@${target.replace(/\^.*/, '')}`
}

/** The ones that marketers write most; others are left out, as nothing else shows their names. */
const EMOJI: Readonly<Record<string, string>> = {
  ...{
    fire: '🔥',
    rocket: '🚀',
    tada: '🎉',
    sparkles: '✨',
    star: '⭐',
    heart: '❤️',
    '100': '💯',
    '+1': '👍',
    thumbsup: '👍',
  },
  ...{ point_right: '👉', point_down: '👇', white_check_mark: '✅', heavy_check_mark: '✔️', x: '❌', warning: '⚠️' },
  ...{ bulb: '💡', moneybag: '💰', gift: '🎁', eyes: '👀', raised_hands: '🙌', clap: '👏', smile: '😄', coffee: '☕' },
  ...{ seedling: '🌱', earth_africa: '🌍', chart_with_upwards_trend: '📈', muscle: '💪', wave: '👋', pray: '🙏' },
}
const withEmoji = (text: string): string =>
  text.replace(/(?<![\p{L}\p{N}]):((?:[a-z][a-z0-9_+-]{0,60}|100|[+-]1)):/gu, (_, name: string) => EMOJI[name] ?? '')

const withoutFormatting = (text: string): string =>
  text
    .replace(/```\n?([\s\S]*?)\n?```/g, '$1')
    .replace(/`([^`\n]+)`/g, '$1')
    .replace(mark('*'), '$1')
    .replace(mark('_'), '$1')
    .replace(mark('~'), '$1')
    .replace(/^(?:&gt;|>)+ ?/gm, '')

/** A pair of marks around words, none of them inside a word. */
function mark(sign: string): RegExp {
  const literal = sign === '*' ? '\\*' : sign
  return new RegExp(
    String.raw`(?<![\p{L}\p{N}${literal}])${literal}(?=\S)([^${literal}\n]{1,3000}?)(?<=\S)${literal}(?![\p{L}\p{N}${literal}])`,
    'gu',
  )
}

const unescaped = (text: string): string =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
