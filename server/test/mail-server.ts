import { type AddressInfo, createServer, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import PostalMime from 'postal-mime'
import type { Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

export type Received = { readonly to: readonly string[]; readonly mail: Email; readonly raw: string }

/** A mail server for a test: stores what it accepts, and can reject mails or be down. */
export async function startMailServer() {
  const received: Received[] = []
  /** The status to reject the next mails with; `undefined` accepts them. */
  const state: { refuse: number | undefined; at: 'recipient' | 'message'; examines: number } = {
    refuse: undefined,
    at: 'recipient',
    /** Milliseconds before it confirms a message. */
    examines: 0,
  }
  const refusal = () => Object.assign(new Error('Not now, please'), { responseCode: state.refuse })
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: (_address, _session, done) =>
      done(state.refuse !== undefined && state.at === 'recipient' ? refusal() : undefined),
    onData: (stream, session, done) => {
      const store = async () => {
        const raw = await text(stream)
        if (state.refuse !== undefined) throw refusal()
        const to = session.envelope.rcptTo.map(({ address }) => address)
        received.push({ to, raw, mail: await PostalMime.parse(raw) })
      }
      // A connection that is cut during a message rejects the read.
      store().then(() => void setTimeout(done, state.examines).unref(), done)
    },
  })
  smtp.on('error', () => {})

  let isUp = true
  const open = new Set<Socket>()
  // Keeps the port while the mail server is down, so that no other process can take it.
  const gate = createServer((socket) => {
    if (!isUp) return void socket.destroy()
    open.add(socket)
    socket.on('close', () => open.delete(socket))
    smtp.server.emit('connection', socket)
  })
  await new Promise<void>((listening) => gate.listen(0, '127.0.0.1', listening))
  const { port } = gate.address() as AddressInfo

  function up(): void {
    isUp = true
  }
  /** Cuts open connections, as when a server crashes. */
  function down(): void {
    isUp = false
    for (const socket of open) socket.destroy()
  }
  function close(): void {
    down()
    gate.close()
  }
  return { url: `smtp://127.0.0.1:${port}`, received, state, up, down, close }
}
