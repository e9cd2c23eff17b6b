import { HtmlValidate } from 'html-validate'

const validator = new HtmlValidate({
  extends: ['html-validate:recommended'],
  rules: {
    // How our renderer writes is a matter of taste; what it means is not.
    'void-style': 'off',
    'doctype-style': 'off',
    'attribute-boolean-style': 'off',
    'no-trailing-whitespace': 'off',
    // A report is titled by its proposition.
    'long-title': 'off',
  },
})

/** What a validator has to say against a page, one line each. */
export async function problems(html: string): Promise<string[]> {
  const { results } = await validator.validateString(html)
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, line, column }) => `${ruleId} ${line}:${column} ${message}`),
  )
}

/** Every kind of element with every attribute that occurs in a page. */
export function kindsOf(html: string): string[] {
  const kinds = new Set<string>()
  for (const [, tag = '', attributes = ''] of html.matchAll(
    /<([a-zA-Z!][^\s>/]*)((?:\s+[^\s=>]+(?:="[^"]*")?)*)\s*\/?>/g,
  )) {
    kinds.add(tag)
    for (const [, name] of attributes.matchAll(/\s([^\s=]+)=?(?:"[^"]*")?/g)) kinds.add(`${tag} ${name}`)
  }
  return [...kinds].sort()
}

/** The elements of a page in order, without what stands in them. */
export const skeletonOf = (html: string): string =>
  [...html.matchAll(/<(\/?[a-zA-Z][\w-]*)/g)].map(([, tag]) => tag).join(' ')

/** The text of a page as one reads it, on one line. */
export const textOf = (html: string): string =>
  html
    .replace(/<style>.*?<\/style>/s, '')
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ')
