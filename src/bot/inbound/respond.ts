const RESPOND_MS = 4_000

/**
 * Answers through the address a command or click came with: it works for half an hour, also where the app is no member.
 * False where it did not work. Only Slack's own addresses are called.
 */
export async function respond(url: string, body: object, apiUrl: string | null): Promise<boolean> {
  const own = apiUrl === null ? 'https://hooks.slack.com' : new URL(apiUrl).origin
  if (!URL.canParse(url) || new URL(url).origin !== own) return false
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(RESPOND_MS),
      redirect: 'error',
    })
    return answer.ok
  } catch {
    return false
  }
}
