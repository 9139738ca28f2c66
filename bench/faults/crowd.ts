import { connect } from 'node:net'
import { parentPort, workerData } from 'node:worker_threads'

/** Many sockets, each with one request at a time. A rejected one is repeated after its Retry-After, as browsers do. */
export interface CrowdOptions {
  port: number
  sockets: number
  seconds: number
  /** Requests, which the sockets send by turns. */
  heads: string[]
}

const { port, sockets, seconds, heads } = workerData as CrowdOptions
const sent: { status: number; ms: number }[] = []
const end = Date.now() + seconds * 1000
let open = 0
let turn = 0

function ask(): void {
  if (Date.now() > end) return
  const socket = connect(port, '127.0.0.1').setNoDelay()
  let began = 0
  let text = ''
  const go = () => {
    began = performance.now()
    text = ''
    socket.write(heads[(turn += 1) % heads.length] ?? '')
  }
  socket.on('connect', () => {
    open += 1
    go()
  })
  socket.on('data', (part) => {
    text += part.toString('latin1')
    const at = text.indexOf('\r\n\r\n')
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(text)?.[1] ?? 0)
    if (at < 0 || text.length < at + 4 + length) return
    const status = Number(text.slice(9, 12))
    sent.push({ status, ms: performance.now() - began })
    if (Date.now() > end) return void socket.destroy()
    if (status === 200) return go()
    socket.destroy()
    setTimeout(ask, 1000 * Number(/\r\nretry-after: (\d+)/i.exec(text)?.[1] ?? 1))
  })
  socket.on('error', () => {
    if (began === 0) setTimeout(ask, 500)
  })
}

for (let n = 0; n < sockets; n += 1) setTimeout(ask, (n / sockets) * 3000)
setTimeout(() => parentPort?.postMessage({ sent, open }), seconds * 1000 + 2000)
