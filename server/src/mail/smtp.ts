import { createTransport } from 'nodemailer'

/** One mail on its way out. */
export type Outgoing = {
  readonly id: string
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly queuedAt: Date
}

/** `none`: the mail server could not be asked. `later`: it will not take this mail now. `never`: it knows no such address. */
export class Undelivered extends Error {
  readonly retry: 'none' | 'later' | 'never'

  constructor(message: string, retry: 'none' | 'later' | 'never') {
    super(message)
    this.name = 'Undelivered'
    this.retry = retry
  }
}

/** What carries mails out of the broker. */
export type Carrier = {
  /** Throws Undelivered. */
  deliver(mail: Outgoing): Promise<void>
  /** Throws while it makes no sense to deliver anything. */
  ready(): Promise<unknown>
  close(): void
}

export const smtpRules = {
  connections: 5,
  /** Until the server accepts the connection, until it greets, and between two of its answers. */
  connectMilliseconds: 5000,
  greetMilliseconds: 5000,
  silenceMilliseconds: 10_000,
  /** One mail as a whole, even where the server dribbles. */
  mailMilliseconds: 30_000,
} as const

const oneAddress = /^[^\s\p{Cc}<>()[\]\\,;:"@]+@[^\s\p{Cc}<>()[\]\\,;:"@]+$/u

/** A mail server. `from` is `Name <address>` or an address alone. */
export function openSmtp(url: string, from: string): Carrier {
  const sender = readSender(from)
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: smtpRules.connections,
    maxRequeues: 1,
    idleTimeout: 30_000,
    connectionTimeout: smtpRules.connectMilliseconds,
    greetingTimeout: smtpRules.greetMilliseconds,
    socketTimeout: smtpRules.silenceMilliseconds,
    dnsTimeout: smtpRules.connectMilliseconds,
    // A mail is text of ours and nothing else: nothing in it makes us read a file or fetch an address.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async deliver({ id, to, subject, text, queuedAt }) {
      // The library would read a list or another address out of anything odder.
      if (!oneAddress.test(to)) throw new Undelivered('This is not one plain e-mail address', 'never')
      const recipient = { name: '', address: to }
      await transport
        .sendMail({
          from: sender,
          to: recipient,
          envelope: { from: sender.address, to: [to] },
          subject,
          text,
          date: queuedAt,
          // The same for every try, so that a receiver can recognise a repeat.
          messageId: `<${id}@${sender.address.split('@').pop()}>`,
          headers: { 'Auto-Submitted': 'auto-generated' },
          signal: AbortSignal.timeout(smtpRules.mailMilliseconds),
        })
        .catch((error: unknown) => {
          throw asUndelivered(error)
        })
    },
    ready: () => transport.verify(),
    close: () => transport.close(),
  }
}

function readSender(from: string): { name: string; address: string } {
  const [, name = '', address = from.trim()] = /^(.*?)\s*<([^<>\s]+)>\s*$/.exec(from) ?? []
  return { name: name.replace(/^"(.*)"$/, '$1'), address }
}

/** The server's own words stay in the delivery log; only what it means decides about the next try. */
function asUndelivered(error: unknown): Undelivered {
  const { message, code, command, responseCode } = error as Error & {
    code?: string
    command?: string
    responseCode?: number
  }
  const unknownAddress = code === 'EENVELOPE' && command === 'RCPT TO' && (responseCode ?? 0) >= 500
  const aboutThisMail = code === 'EENVELOPE' || code === 'EMESSAGE'
  // Control characters would tear the line in the log.
  const words = message.replace(/\p{Cc}+/gu, ' ').slice(0, 300)
  return new Undelivered(words, unknownAddress ? 'never' : aboutThisMail ? 'later' : 'none')
}
