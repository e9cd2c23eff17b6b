const RESPOND_MS = 4_000

/**
 * Answers through the response URL of a command or click, which works for half an hour, even where the app is no
 * member. False where that failed. Only Slack's own addresses are called.
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
