import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import PostalMime from 'postal-mime'
import type { Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

export type Received = { readonly to: readonly string[]; readonly mail: Email; readonly raw: string }

/** A mail server for a test: stores what it accepts, and can reject mails or go down. */
export async function startMailServer() {
  const received: Received[] = []
  /** The status to reject the next mails with; `undefined` accepts them. */
  const state: { refuse: number | undefined; at: 'recipient' | 'message' } = { refuse: undefined, at: 'recipient' }
  const refusal = () => Object.assign(new Error('Not now, please'), { responseCode: state.refuse })
  let server: SMTPServer | undefined
  let port = 0

  async function up(): Promise<void> {
    const made = new SMTPServer({
      authOptional: true,
      // Open connections are cut, as when a server crashes.
      closeTimeout: 50,
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
        store().then(() => done(), done)
      },
    })
    made.on('error', () => {})
    await new Promise<void>((listening) => made.listen(port, '127.0.0.1', listening))
    port = (made.server.address() as AddressInfo).port
    server = made
  }

  async function down(): Promise<void> {
    const closing = server
    server = undefined
    if (closing) await new Promise<void>((closed) => closing.close(closed))
  }

  await up()
  return { url: `smtp://127.0.0.1:${port}`, received, state, up, down }
}
