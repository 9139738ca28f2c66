import { text } from 'node:stream/consumers'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'

export interface Mail {
  to: string[]
  from: string
  subject: string
  text: string
  html: string
}

export interface MailServer {
  url: string
  /** The oldest unread mail to this address; waits up to 60 s for one by default. */
  nextMailTo: (address: string, seconds?: number) => Promise<Mail>
  /** The same for a mail that no test waits for. */
  passMailTo: (address: string) => void
  stop: () => Promise<void>
}

/** A mail server in the test's own process that accepts everything and keeps it. */
export async function startMailServer(): Promise<MailServer> {
  const mails: (Mail & { id: string })[] = []
  const taken = new Map<string, number>()
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, session, done) => {
      const to = session.envelope.rcptTo.map(({ address }) => address.toLowerCase())
      void keep(stream, to, done)
    },
  })
  const keep = async (stream: NodeJS.ReadableStream, to: string[], done: (error?: Error) => void): Promise<void> => {
    try {
      const parsed = await PostalMime.parse(await text(stream))
      const { messageId: id = '', subject = '', text: plain = '', html = '' } = parsed
      // Most tests log in from a new browser; this mail is tested in server/src/core/session/lockout.test.ts.
      if (!subject.startsWith('New login to '))
        mails.push({ id, to, from: parsed.from?.address ?? '', subject, text: plain, html })
      done()
    } catch (error) {
      done(error as Error)
    }
  }
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.server.address() as AddressInfo

  const take = (address: string): number => {
    const index = taken.get(address.toLowerCase()) ?? 0
    taken.set(address.toLowerCase(), index + 1)
    return index
  }
  const nextMailTo = async (address: string, seconds = 60): Promise<Mail> => {
    const index = take(address)
    for (const end = Date.now() + seconds * 1000; Date.now() < end; await wait(50)) {
      // Mails due at the same time may arrive in any order; the ids show which was written first.
      const arrived = mails.filter(({ to }) => to.includes(address.toLowerCase()))
      const mail = arrived.toSorted((one, other) => (one.id < other.id ? -1 : 1))[index]
      if (mail) return mail
    }
    const subjects = mails.map((each) => `${each.to.join(', ')}: ${each.subject}`).join('\n')
    throw new Error(`No mail to ${address} within ${seconds} s. Mails so far:\n${subjects}`)
  }
  const stop = (): Promise<void> => new Promise((closed) => server.close(() => closed()))
  return { url: `smtp://127.0.0.1:${port}`, nextMailTo, passMailTo: take, stop }
}
