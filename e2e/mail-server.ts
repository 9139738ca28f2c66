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
  /** Every mail so far, oldest first. */
  mails: Mail[]
  /** The oldest mail to this address that was not handed out yet; waits for one, 30 s unless told. */
  nextMailTo: (address: string, seconds?: number) => Promise<Mail>
  stop: () => Promise<void>
}

/** A mail server in the test's own process that accepts everything and keeps it. */
export async function startMailServer(): Promise<MailServer> {
  const mails: Mail[] = []
  const handedOut = new Set<Mail>()
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
      const { subject = '', text: plain = '', html = '' } = parsed
      mails.push({ to, from: parsed.from?.address ?? '', subject, text: plain, html })
      done()
    } catch (error) {
      done(error as Error)
    }
  }
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.server.address() as AddressInfo

  const nextMailTo = async (address: string, seconds = 30): Promise<Mail> => {
    for (const end = Date.now() + seconds * 1000; Date.now() < end; await wait(50)) {
      const mail = mails.find((each) => each.to.includes(address.toLowerCase()) && !handedOut.has(each))
      if (!mail) continue
      handedOut.add(mail)
      return mail
    }
    const subjects = mails.map((each) => `${each.to.join(', ')}: ${each.subject}`).join('\n')
    throw new Error(`No mail to ${address} within ${seconds} s. Mails so far:\n${subjects}`)
  }
  const stop = (): Promise<void> => new Promise((closed) => server.close(() => closed()))
  return { url: `smtp://127.0.0.1:${port}`, mails, nextMailTo, stop }
}
