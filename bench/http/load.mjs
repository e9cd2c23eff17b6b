// A load on keep-alive connections, in a process of its own so that it does not count as the server's: each connection
// sends the next request when it has the answer to the last. Sockets and not `fetch`, which would take more of the two
// cores than the server does. Asked by message for { url, token, method, path, connections, seconds, per_second? }, answers
// with what it counted itself.
import { connect } from 'node:net'

const HEAD_END = Buffer.from('\r\n\r\n')
const BODY = {
  kind: 'pressure_test',
  request: { personas: 3, focus_group: 'off', controls: false, assay: 'off' },
}

process.on('message', async (asked) => {
  process.send(await load(asked))
  process.disconnect()
})

async function load({ url, token, method, path, connections, seconds, per_second = Number.POSITIVE_INFINITY }) {
  const { hostname, port, host } = new URL(url)
  const waits = []
  const statuses = {}
  let bytes = 0
  let sent = 0
  const begun = performance.now()
  const ends = begun + seconds * 1_000
  const head = `${method} ${path} HTTP/1.1\r\nhost: ${host}\r\nauthorization: Bearer ${token}\r\n`

  const requestText = () => {
    if (method === 'GET') return `${head}\r\n`
    const stimulus = `Proposition ${sent} of ${process.pid}: an oat drink that froths like milk, at 1.49 euros a litre.`
    const body = JSON.stringify({ ...BODY, request: { ...BODY.request, stimulus } })
    return `${head}content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
  }

  const connection = () =>
    new Promise((resolve, reject) => {
      const socket = connect({ host: hostname, port: Number(port), noDelay: true })
      let began = 0
      let received = Buffer.alloc(0)
      const next = () => {
        const due = begun + (sent * 1_000) / per_second
        if (Math.max(due, performance.now()) >= ends) return socket.end(resolve)
        const text = requestText()
        sent += 1
        const send = () => {
          began = performance.now()
          socket.write(text)
        }
        const wait = due - performance.now()
        if (wait > 1) setTimeout(send, wait)
        else send()
      }
      socket.on('connect', next)
      socket.on('error', reject)
      socket.on('close', () => reject(new Error('The server hung up in the middle.')))
      socket.on('data', (chunk) => {
        received = received.length === 0 ? chunk : Buffer.concat([received, chunk])
        const headEnd = received.indexOf(HEAD_END)
        if (headEnd < 0) return
        const answer = received.toString('latin1', 0, headEnd)
        const length = /content-length: (\d+)/i.exec(answer)
        if (!length) return reject(new Error(`An answer without its length: ${answer}`))
        if (received.length < headEnd + HEAD_END.length + Number(length[1])) return
        waits.push(performance.now() - began)
        const status = answer.slice(9, 12)
        statuses[status] = (statuses[status] ?? 0) + 1
        bytes = Number(length[1])
        received = Buffer.alloc(0)
        next()
      })
    })
  await Promise.all(Array.from({ length: connections }, connection))
  const took = (performance.now() - begun) / 1_000
  return { per_second: waits.length / took, statuses, bytes, ...quantiles(waits) }
}

/** Milliseconds, in order of length. */
export function quantiles(waits) {
  const sorted = Float64Array.from(waits).sort()
  const at = (part) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
  return { count: sorted.length, p50: at(0.5), p99: at(0.99), worst: at(1) }
}
