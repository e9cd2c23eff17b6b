import { describe, expect, it } from 'vitest'
import { readConfig } from '../../src/config.js'
import type { AppError } from '../../src/errors.js'
import { guardedLookup } from '../../src/llm/guarded-requests/guarded-lookup.js'
import { refuseByName } from '../../src/llm/guarded-requests/refuse-by-name.js'
import { clientForTests, startLiveAgent } from '../support/live-agent.js'

const QUESTION = {
  conversation: [],
  message: 'Hello.',
  case_id: 'a',
  trial: 1,
  turn: 1,
  agent_version_id: 'a',
  version: '1',
}
const hosts = (AGENT_HOSTS_ALLOWED: string) => readConfig({ AGENT_HOSTS_ALLOWED }).agents.hostsAllowed

const resolvesTo = (addresses: readonly string[]) => async () =>
  addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))

/** Why a message to `http://agent.test`, which resolves to these addresses, is not sent. */
async function refusal(addresses: readonly string[], allowed = '') {
  const { client, pauses } = clientForTests({ hostsAllowed: hosts(allowed), lookup: resolvesTo(addresses) })
  const call = { run_id: 'r', workspace: 'local', signal: new AbortController().signal }
  const outcome = await client
    .say({ url: 'http://agent.test:1/', timeout_ms: 10_000 }, 'c', QUESTION, call)
    .catch((error: unknown) => error)
  expect(outcome).toMatchObject({ code: 'agent_failed' })
  return { pauses, problem: (outcome as AppError).message }
}

/** Where a socket would go, without going there. */
async function goesTo(addresses: readonly string[], allowed = ''): Promise<string[]> {
  const { signal } = new AbortController()
  const lookup = await guardedLookup(new URL('http://agent.test:1/'), hosts(allowed), resolvesTo(addresses), signal)
  return new Promise((resolve, reject) => {
    lookup('agent.test', { all: true }, (error, found) => {
      if (error || typeof found === 'string') reject(error)
      else resolve(found.map(({ address }) => address))
    })
  })
}

/** Every kind of address that is nobody else's business, in the registries of IANA and around them. */
const NOT_PUBLIC: [string, string][] = [
  ['loopback', '127.0.0.1'],
  ['loopback, all of it', '127.255.255.254'],
  ['private 10/8', '10.0.0.1'],
  ['private 172.16/12', '172.31.255.255'],
  ['private 192.168/16', '192.168.0.1'],
  ['link-local', '169.254.1.1'],
  ['cloud metadata', '169.254.169.254'],
  ['metadata of another cloud', '100.100.100.200'],
  ['the wire server of a cloud, a public address', '168.63.129.16'],
  ['carrier NAT', '100.64.0.1'],
  ['carrier NAT, its end', '100.127.255.255'],
  ['unspecified', '0.0.0.0'],
  ['this network', '0.1.2.3'],
  ['multicast', '224.0.0.251'],
  ['broadcast', '255.255.255.255'],
  ['reserved', '240.0.0.1'],
  ['protocol assignments', '192.0.0.192'],
  ['documentation', '203.0.113.7'],
  ['benchmarking', '198.18.0.1'],
  ['6to4 relays', '192.88.99.1'],
  ['loopback, IPv6', '::1'],
  ['unspecified, IPv6', '::'],
  ['link-local, IPv6', 'fe80::1'],
  ['link-local with a zone', 'fe80::1%eth0'],
  ['public with a zone', '2606:4700::1111%eth0'],
  ['unique local', 'fd12::1'],
  ['metadata, IPv6', 'fd00:ec2::254'],
  ['site-local', 'fec0::1'],
  ['multicast, IPv6', 'ff02::1'],
  ['documentation, IPv6', '2001:db8::1'],
  ['discard', '100::1'],
  ['unassigned', '4000::1'],
  ['mapped loopback', '::ffff:127.0.0.1'],
  ['mapped loopback in hex', '::ffff:7f00:1'],
  ['mapped metadata', '::ffff:a9fe:a9fe'],
  ['translated loopback', '::ffff:0:7f00:1'],
  ['IPv4-compatible loopback', '::7f00:1'],
  ['IPv4-compatible private', '::10.0.0.1'],
  ['NAT64 of a private address', '64:ff9b::a00:1'],
  ['NAT64 of metadata', '64:ff9b::169.254.169.254'],
  ['NAT64 with a local prefix', '64:ff9b:1::808:808'],
  ['6to4 of a private address', '2002:a00:1::1'],
  ['6to4 of loopback', '2002:7f00:1::'],
  ['Teredo', '2001:0:7f00:1::'],
  ['ISATAP', '2606:4700::5efe:a00:1'],
  ['ISATAP, global bit', '2606:4700::200:5efe:a00:1'],
  ['no address at all', 'localhost'],
]

describe('a name', () => {
  it.each(NOT_PUBLIC)('that resolves to %s (%s) is not called, nor asked again', async (_, address) => {
    const { problem, pauses } = await refusal([address])
    expect(problem).toContain('agent.test is not called: it')
    expect(problem).not.toContain(address)
    expect(pauses).toEqual([])
  })

  it('is refused for one bad address among good ones, wherever that stands', async () => {
    const good = ['93.184.216.34', '2606:4700::1111']
    for (const addresses of [
      ['10.0.0.1', ...good],
      [...good, '10.0.0.1'],
      [good[0] ?? '', '::1', good[1] ?? ''],
    ])
      expect((await refusal(addresses)).problem).toContain('agent.test is not called')
    expect((await refusal([])).problem).toContain('has no address')
  })

  it.each([
    ['public', '93.184.216.34'],
    ['public, next to a private block', '172.32.0.1'],
    ['public IPv6', '2606:4700::1111'],
    ['mapped public', '::ffff:93.184.216.34'],
    ['NAT64 of a public address', '64:ff9b::808:808'],
  ])('with an address that is %s may be called', async (_, address) => {
    expect(await goesTo([address, '93.184.216.35'])).toEqual([address, '93.184.216.35'])
  })

  it('that is listed may be private and nothing worse', async () => {
    for (const address of ['127.0.0.1', '10.0.0.1', '100.64.0.1', '::1', 'fd12::1', '::ffff:10.0.0.1'])
      expect(await goesTo([address], 'agent.test')).toEqual([address])
    for (const address of ['169.254.169.254', '169.254.1.1', 'fd00:ec2::254', 'fe80::1', '0.0.0.0', '224.0.0.1', '::'])
      expect((await refusal([address], 'agent.test')).problem).toContain('agent.test is not called')
    expect((await refusal(['10.0.0.1'], 'agent.test:2')).problem).toContain('put its name into AGENT_HOSTS_ALLOWED')
    expect((await refusal(['169.254.169.254'])).problem).not.toContain('AGENT_HOSTS_ALLOWED')
  })

  it('is resolved once and connected to where was looked, under its own name', async () => {
    const agent = await startLiveAgent(() => ({ text: 'Here.' }))
    const looked: string[] = []
    const { client } = clientForTests({
      hostsAllowed: hosts('agent.test'),
      lookup: async (host) => {
        looked.push(host)
        return [{ address: looked.length === 1 ? '127.0.0.1' : '169.254.169.254', family: 4 }]
      },
    })
    const endpoint = { url: `http://Agent.TEST.:${agent.port}/chat?x=1`, timeout_ms: 10_000 }
    const call = { run_id: 'r', workspace: 'local', signal: new AbortController().signal }
    expect(await client.say(endpoint, 'c', QUESTION, call)).toMatchObject({ text: 'Here.' })
    expect(looked).toEqual(['agent.test'])
    expect(agent.heard[0]).toMatchObject({ url: '/chat?x=1', headers: { host: `agent.test:${agent.port}` } })
    // The next message looks again, and the name has changed its mind.
    await expect(client.say(endpoint, 'c', QUESTION, call)).rejects.toMatchObject({ code: 'agent_failed' })
    expect(agent.connections()).toBe(1)
  })

  it('that cannot be resolved is tried again', async () => {
    const { client, pauses } = clientForTests({
      lookup: () => Promise.reject(Object.assign(new Error('x'), { code: 'ENOTFOUND' })),
    })
    const call = { run_id: 'r', workspace: 'local', signal: new AbortController().signal }
    const said = client.say({ url: 'https://nowhere.test/', timeout_ms: 1_000 }, 'c', QUESTION, call)
    await expect(said).rejects.toThrow('There is no such host; check the address. Tried 3 times.')
    expect(pauses).toHaveLength(2)
  })

  it('is called past any proxy of the environment', async () => {
    const proxy = await startLiveAgent(() => ({ text: 'From the proxy.' }))
    const agent = await startLiveAgent(() => ({ text: 'From the agent.' }))
    const names = ['HTTP_PROXY', 'http_proxy', 'ALL_PROXY', 'NODE_USE_ENV_PROXY']
    const before = names.map((name) => process.env[name])
    try {
      for (const name of names) process.env[name] = name === 'NODE_USE_ENV_PROXY' ? '1' : proxy.url
      const { client } = clientForTests()
      const call = { run_id: 'r', workspace: 'local', signal: new AbortController().signal }
      const answer = await client.say({ url: agent.url, timeout_ms: 10_000 }, 'c', QUESTION, call)
      expect(answer.text).toBe('From the agent.')
      expect(proxy.heard).toEqual([])
    } finally {
      for (const [index, name] of names.entries()) {
        const value = before[index]
        if (value === undefined) delete process.env[name]
        else process.env[name] = value
      }
    }
  })
})

describe('an address that can be refused by its text', () => {
  it.each([
    'http://127.0.0.1/',
    'http://127.1/',
    'http://2130706433/',
    'http://0x7f000001/',
    'http://0x7f.0.0.1/',
    'http://0177.0.0.1/',
    'http://017700000001/',
    'http://127.0.0.1./',
    'http://①②⑦.0.0.1/',
    'http://127。0。0。1/',
    'http://%31%32%37.0.0.1/',
    'http://0/',
    'http://[::1]/',
    'http://[::]/',
    'http://[::127.0.0.1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[0:0:0:0:0:ffff:7f00:1]/',
    'http://[64:ff9b::10.0.0.1]/',
    'http://[2002:7f00:1::]/',
    'http://169.254.169.254/latest/meta-data/',
    'http://10.0.0.1:8080/',
    'http://100.64.0.1/',
    'http://224.0.0.1/',
    'https://localhost/',
    'https://LOCALHOST./',
    'http://agent.localhost:3000/',
    'ftp://agent.example.com/',
    'file:///etc/passwd',
    'http://user:word@agent.example.com/',
    'agent.example.com',
    '',
  ])('%s', (address) => {
    expect(refuseByName(address, [])).toMatch(/^.+\.$/)
  })

  it.each([
    'https://agent.example.com/chat',
    'http://93.184.216.34/',
    'https://[2606:4700::1111]/',
    'http://localhost.example/',
  ])('%s is not, until its addresses are known', (address) => {
    expect(refuseByName(address, [])).toBeNull()
  })

  it.each<[string, string, boolean]>([
    ['localhost:8080', 'http://localhost:8080/', true],
    ['localhost:8080', 'http://localhost:8081/', false],
    ['localhost', 'http://localhost:8081/', true],
    ['LOCALHOST.', 'http://localhost/', true],
    ['localhost:80', 'http://localhost/', true],
    ['localhost:443', 'https://localhost/', true],
    ['localhost:443', 'http://localhost/', false],
    ['127.0.0.1', 'http://2130706433/', true],
    ['0x7f.1', 'http://127.0.0.1/', true],
    ['[::1]:8080', 'http://[0:0::1]:8080/', true],
    ['localhost', 'http://agent.localhost/', false],
    ['agent.internal', 'http://127.0.0.1/', false],
    ['169.254.169.254', 'http://169.254.169.254/', false],
  ])('with AGENT_HOSTS_ALLOWED=%s, %s may be called: %s', (allowed, address, may) => {
    expect(refuseByName(address, hosts(allowed)) === null).toBe(may)
  })
})

describe('AGENT_HOSTS_ALLOWED and AGENT_TOKENS', () => {
  it('are lists, empty where nothing is set', () => {
    expect(readConfig({}).agents).toEqual({ hostsAllowed: [], tokens: [], keys: {}, unboundForAll: true })
    expect(readConfig({ AGENT_HOSTS_ALLOWED: '', AGENT_TOKENS: ' ,' }).agents).toEqual({
      hostsAllowed: [],
      tokens: [],
      keys: {},
      unboundForAll: true,
    })
    const { agents } = readConfig({
      AGENT_HOSTS_ALLOWED: ' localhost:8080, Agent.Internal ,[::1]:9',
      AGENT_TOKENS: 'agent.example.com=abcdefgh==,[::1]:9=sk|12:34/56,slack:E1:T2@agent.example.com=a@b=cdefgh',
    })
    expect(agents.hostsAllowed).toEqual([
      { host: 'localhost', port: 8_080 },
      { host: 'agent.internal', port: null },
      { host: '[::1]', port: 9 },
    ])
    expect(agents.tokens).toEqual([
      { host: 'agent.example.com', port: null, token: 'abcdefgh==' },
      { host: '[::1]', port: 9, token: 'sk|12:34/56' },
      { host: 'agent.example.com', port: null, token: 'a@b=cdefgh', workspace: 'slack:E1:T2' },
    ])
  })

  it.each([
    'http://localhost',
    'localhost/',
    'localhost:0',
    'localhost:65536',
    'localhost:x',
    '*.internal',
    '10.0.0.0/8',
    'user@host',
    'a b',
    '[::1',
    '1.2.3.4.5',
    '::1',
  ])('refuse the host %s', (entry) => {
    expect(() => readConfig({ AGENT_HOSTS_ALLOWED: `localhost,${entry}` })).toThrow(
      /^AGENT_HOSTS_ALLOWED is ".+"; accepted: host names .+ \(entry 2 is not\)\.$/,
    )
  })

  it.each([
    'agent.example.com',
    '=abcdefgh',
    'a/b=abcdefgh',
    'a=short',
    'a=with space',
    'a=quo"ted--',
    'a=back\\slash',
  ])('refuse the token %s without showing it', (entry) => {
    const read = () => readConfig({ AGENT_TOKENS: `b=abcdefgh,${entry}` })
    expect(read).toThrow(/^AGENT_TOKENS is \*\*\* \(\d+ characters\); accepted: host=token .+ \(entry 2 is not\)\.$/)
    expect(read).not.toThrow('abcdefgh')
  })

  it('name every entry that is wrong, and a host with two tokens', () => {
    const problems = (env: Record<string, string>) => {
      try {
        readConfig(env)
      } catch (error) {
        return (error as Error).message.split('\n')
      }
      return []
    }
    const lines = problems({ AGENT_HOSTS_ALLOWED: 'a/b,ok,c/d', AGENT_TOKENS: 'x' })
    expect(lines).toHaveLength(3)
    expect(lines[1]).toContain('entry 3')
    expect(problems({ AGENT_TOKENS: 'a=abcdefgh,A.=ijklmnop' })).toEqual([
      'AGENT_TOKENS is *** (22 characters); accepted: one token for each host (there are two for a).',
    ])
    expect(problems({ AGENT_TOKENS: 'a=abcdefgh,a:80=ijklmnop,acme@a=qrstuvwx' })).toEqual([])
  })
})
