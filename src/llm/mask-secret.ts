/** Shorter secrets are not masked: they occur in ordinary sentences. */
const MIN_LENGTH = 4

/**
 * Returns a function that masks a secret in foreign texts, which may quote the request that carried it: as it is,
 * url-encoded, and in base64, also where it starts or ends within a longer text, as in `Basic`. Mask before truncating
 * a text.
 */
export function maskSecret(secret: string | null): (text: string) => string {
  if (secret === null) return (text) => text
  const forms = [secret, encodeURIComponent(secret), ...[0, 1, 2].flatMap((offset) => base64Within(secret, offset))]
  const long = forms.filter((form) => form.length >= MIN_LENGTH).sort((a, b) => b.length - a.length)
  if (long.length === 0) return (text) => text
  const pattern = new RegExp(long.map((form) => form.replace(/[^\w]/g, '\\$&')).join('|'), 'gi')
  // A server may escape the slash in JSON.
  return (text) => text.replace(pattern, '[key]').replaceAll(secret.replaceAll('/', '\\/'), '[key]')
}

/** The base64 characters that depend on the secret alone when it starts `offset` bytes into a group of three. */
function base64Within(secret: string, offset: number): string[] {
  const bytes = Buffer.concat([Buffer.alloc(offset), Buffer.from(secret)])
  return (['base64', 'base64url'] as const).map((alphabet) =>
    bytes.toString(alphabet).slice(Math.ceil((offset * 8) / 6), Math.floor((bytes.length * 8) / 6)),
  )
}
