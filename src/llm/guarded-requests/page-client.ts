import { lowerFirst } from '../../domain/text/words.js'
import { refuse } from '../../errors.js'
import { AgentError } from './agent-error.js'
import { type Lookup, resolveAll } from './guarded-lookup.js'
import { hostOf, type ListedHost } from './hosts.js'
import { sendGuarded } from './post.js'
import { ACCEPTED_ENCODINGS, readBytes } from './read-body.js'

/** A page downloaded from a public address that a user gave. */
type FetchedPage = {
  /** The address after all redirects. */
  readonly address: string
  readonly bytes: Buffer
  /** Lower case, without parameters; '' where the server sends none. */
  readonly media_type: string
  readonly charset: string | null
}

export type PageClient = {
  /**
   * Downloads a page under the guard for strangers' addresses. Errors: `invalid_input`, one sentence with what to do
   * instead.
   */
  fetch(address: string): Promise<FetchedPage>
}

const TIMEOUT_MS = 10_000
const MAX_BYTES = 5_000_000
const MAX_REDIRECTS = 5
const REDIRECTS = [301, 302, 303, 307, 308]
const LOGIN = /(?:^|[/._-])(?:log-?in|sign-?in|sso|saml2?|oauth2?|servicelogin|authwall)(?:[/._?-]|$)/i
/** Addresses of pages that ask for consent before they lead to what was asked for. */
const CONSENT = /\/(?:consent|zustimmung|cookies?-?(?:wall|consent)|privacy-?(?:wall|gate))(?:[/.]|$)/i
const INSTEAD = 'open it in your browser and paste its text, or save it as PDF and give the file'

export function createPageClient(options: {
  /** Hosts that may be private. */
  readonly hostsAllowed: readonly ListedHost[]
  readonly version: string
  readonly lookup?: Lookup
}): PageClient {
  const { hostsAllowed, version, lookup = resolveAll } = options
  const headers = {
    accept:
      'text/html,application/xhtml+xml,text/plain,application/pdf,image/png,image/jpeg,image/webp,image/gif,*/*;q=0.5',
    'accept-encoding': ACCEPTED_ENCODINGS,
    'accept-language': 'en,*;q=0.5',
    'user-agent': `pressure-test/${version} (reads one page for the person who gave its address)`,
  }

  const follow = async (address: string, signal: AbortSignal): Promise<FetchedPage> => {
    let url = new URL(address)
    for (let redirects = 0; ; redirects++) {
      const response = await sendGuarded(url, { headers }, { hostsAllowed, lookup }, signal)
      const status = response.statusCode ?? 0
      if (status >= 200 && status <= 299) {
        const [media_type = '', ...parameters] = (response.headers['content-type'] ?? '').toLowerCase().split(';')
        const charset = /charset\s*=\s*"?([\w-]{1,40})/.exec(parameters.join(';'))?.[1] ?? null
        const bytes = await readBytes(response, MAX_BYTES, 'It is larger than 5 MB.')
        return { address: url.href, bytes, media_type: media_type.trim(), charset }
      }
      response.destroy()
      if (!REDIRECTS.includes(status)) throw new AgentError(statusProblem(status))
      const { location } = response.headers
      if (location === undefined || !URL.canParse(location, url))
        throw new AgentError('It redirects to nowhere; check the address.')
      const to = new URL(location, url)
      if (isLogin(to) && !isLogin(url)) throw new AgentError(`It asks for a login; ${INSTEAD}.`)
      if (isConsent(to) && !isConsent(url)) throw new AgentError(`It shows a consent page first; ${INSTEAD}.`)
      if (url.protocol === 'https:' && to.protocol === 'http:')
        throw new AgentError(`It redirects from https to http; ${INSTEAD}.`)
      if (redirects === MAX_REDIRECTS)
        throw new AgentError(`It redirects more than ${MAX_REDIRECTS} times; ${INSTEAD}.`)
      url = to
    }
  }

  return {
    async fetch(address) {
      if (!URL.canParse(address))
        refuse(`${address} cannot be read: it is no address of a page; check it, or paste the page's text.`)
      const signal = AbortSignal.timeout(TIMEOUT_MS)
      try {
        return await follow(address, signal)
      } catch (error) {
        const problem = problemOf(error, signal)
        if (problem === null) throw error
        return refuse(`${hostOf(new URL(address))} cannot be read: ${lowerFirst(problem)}`)
      }
    },
  }
}

const isLogin = ({ hostname, pathname }: URL): boolean =>
  LOGIN.test(pathname) || /^(?:accounts?|login|signin|sso|auth)\./i.test(hostname)

const isConsent = ({ hostname, pathname }: URL): boolean => CONSENT.test(pathname) || /^consent\./i.test(hostname)

function problemOf(error: unknown, signal: AbortSignal): string | null {
  if (signal.aborted)
    return `It gave no complete answer within ${TIMEOUT_MS / 1_000} s; try again later, or paste its text.`
  if (error instanceof AgentError)
    return /[;,] | Give /.test(error.message) ? error.message : `${error.message} Paste its text instead.`
  return null
}

function statusProblem(status: number): string {
  if (status === 401 || status === 403 || status === 407 || status === 451)
    return `It asks for a login or refuses programs (HTTP ${status}); ${INSTEAD}.`
  if (status === 404 || status === 410) return `It says that there is no such page (HTTP ${status}); check the address.`
  if (status === 429 || status >= 500)
    return `It does not answer now (HTTP ${status}); try again later, or paste its text.`
  return `It answers HTTP ${status}; ${INSTEAD}.`
}
