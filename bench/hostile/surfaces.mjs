// How a file of each use is handed in on each surface. Each answers with one sentence, or with '' where there is nothing
// of that use on the surface.
import { spawn } from 'node:child_process'
import { createHmac, randomUUID } from 'node:crypto'
import { extname } from 'node:path'

export const SECRET = 'a signing secret of a bench'
const TEXTS = ['.md', '.txt', '.html', '.csv', '.json']
const MAX_OF_TOOL = { documents: 2_000_000, agent_file: 1_000_000, product: 200_000 }

/** `POST /uploads`. */
export const http =
  (url, token) =>
  async ({ use, name, bytes }) => {
    if (use !== 'research') return ''
    const body = new FormData()
    body.append('file', new Blob([bytes]), name)
    const answer = await fetch(`${url}/uploads`, {
      method: 'POST',
      body,
      headers: { authorization: `Bearer ${token}` },
    })
    const { error } = await answer.json()
    return error?.message ?? 'read'
  }

/** The tools of a client that is connected. */
export const mcp =
  (client) =>
  async ({ use, name, bytes }) => {
    const call = toolCall(use, name, bytes)
    if (call === null) return ''
    const result = await client.callTool(call, undefined, { timeout: 200_000 }).catch((error) => error)
    if (result instanceof Error) return `thrown: ${result.message}`
    return result.isError ? (result.content?.[0]?.text ?? 'refused') : 'read'
  }

function toolCall(use, name, bytes) {
  const text = bytes.toString('utf8')
  if (use === 'agent' && text.length <= MAX_OF_TOOL.agent_file)
    return { name: 'evaluate_agent', arguments: { agent_file: text } }
  if (use === 'product' && text.length <= MAX_OF_TOOL.product)
    return { name: 'simulate_users', arguments: { product: text } }
  const fits = use === 'research' && TEXTS.includes(extname(name)) && text.length <= MAX_OF_TOOL.documents
  if (!fits) return null
  return { name: 'generate_personas', arguments: { name: 'bench', count: 3, documents: [{ name, text }] } }
}

const MODAL = {
  research: { callback_id: 'modal_persona_set', field: 'files' },
  agent: { callback_id: 'modal_evaluation', field: 'agent_file' },
  cases: { callback_id: 'modal_evaluation', field: 'files' },
  product: { callback_id: 'modal_simulation', field: 'product_file' },
}
const typed = (field, value) => ({ [field]: { [field]: { type: 'plain_text_input', value } } })

/** A window sent with the file uploaded; `upload` puts it where the fake Slack has it. */
export const slack =
  (url, upload) =>
  async ({ use, name, bytes }) => {
    const { callback_id, field } = MODAL[use]
    const files = (id) => ({ type: 'file_input', files: [{ id }] })
    const values = { [field]: { [field]: files(upload(name, bytes)) } }
    if (use === 'research') Object.assign(values, typed('name', 'bench'))
    if (use === 'cases')
      values.agent_file = {
        agent_file: files(
          upload('agent.yaml', Buffer.from('agent: {agent_version_id: a, name: A, system_prompt: Be kind.}')),
        ),
      }
    const payload = {
      type: 'view_submission',
      team: { id: 'T1', domain: 'one' },
      user: { id: 'U1', name: 'ada', team_id: 'T1' },
      trigger_id: randomUUID(),
      view: {
        id: `V${randomUUID()}`,
        type: 'modal',
        callback_id,
        private_metadata: '{}',
        state: { values },
        hash: 'h',
        blocks: [],
      },
      response_urls: [],
    }
    const body = new URLSearchParams({ payload: JSON.stringify(payload) }).toString()
    const stamp = String(Math.floor(Date.now() / 1_000))
    const answer = await fetch(`${url}/slack/events`, {
      method: 'POST',
      body,
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'x-slack-request-timestamp': stamp,
        'x-slack-signature': `v0=${createHmac('sha256', SECRET).update(`v0:${stamp}:${body}`).digest('hex')}`,
      },
    })
    const text = await answer.text()
    const errors = text === '' ? {} : (JSON.parse(text).errors ?? {})
    return Object.values(errors)[0] ?? 'closed: read, or told outside'
  }

const COMMANDS = {
  research: (path) => ['personas', 'generate', path, '--count', '3'],
  agent: (path) => ['evaluate', path, '--trials', '1'],
  cases: (path, agent) => ['evaluate', agent, '--cases', path, '--trials', '1', '--skip-invalid'],
  product: (path) => ['simulate', path, '--personas', '5', '--sessions', '3'],
}

/** A command of the command line; `begun` is told its process. */
export const cli =
  ({ main, env, agent, begun }) =>
  ({ use, path }) =>
    new Promise((resolve) => {
      const child = spawn(process.execPath, [main, ...COMMANDS[use](path, agent)], {
        env,
        stdio: ['ignore', 'ignore', 'pipe'],
      })
      begun(child.pid)
      let said = ''
      child.stderr.on('data', (piece) => {
        said += piece
      })
      child.on('close', (code) => resolve(code === 0 ? 'read' : `${code}: ${said.trim().split('\n').at(-1)}`))
    })
