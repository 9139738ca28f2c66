import { createTransport } from 'nodemailer'
import type { HtmlMail } from './mail.html.ts'

export type Outgoing = {
  readonly id: string
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: HtmlMail | undefined
  readonly queuedAt: Date
  /** A PDF. */
  readonly attachment?: { readonly name: string; readonly bytes: Buffer } | undefined
}

/** `none`: no connection to the mail server. `later`: a temporary rejection. `never`: a permanent rejection. */
export class DeliveryError extends Error {
  readonly retry: 'none' | 'later' | 'never'

  constructor(message: string, retry: 'none' | 'later' | 'never') {
    super(message)
    this.name = 'DeliveryError'
    this.retry = retry
  }
}

export type MailTransport = {
  /** Throws DeliveryError. */
  deliver(mail: Outgoing): Promise<void>
  /** Throws if mails cannot be delivered now. */
  ready(): Promise<unknown>
  close(): void
}

export const smtpRules = {
  connections: 8,
  /** Limits for connecting, for the greeting and for each reply: a server may examine a mail for two minutes before it confirms it. */
  connectMilliseconds: 5000,
  greetMilliseconds: 5000,
  silenceMilliseconds: 150_000,
  /** Limit for one mail as a whole. Given up too early, it is sent again although the server delivers it. */
  mailMilliseconds: 180_000,
} as const

/** Demo without a mail server: mails stay in the database and are printed in the terminal. */
export const openMailbox = (say: (line: string) => void): MailTransport => ({
  async deliver({ to, subject, text }) {
    const lines = text.split('\n').filter((line) => line.trim() !== '')
    say([`  Mail to ${to}: ${subject}`, ...lines.map((line) => `    ${line}`)].join('\n'))
  },
  ready: async () => undefined,
  close: () => {},
})

const oneAddress = /^[^\s\p{Cc}<>()[\]\\,;:"@]+@[^\s\p{Cc}<>()[\]\\,;:"@]+$/u

/** `from` is `Name <address>` or a plain address. */
export function openSmtp(url: string, from: string): MailTransport {
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
    // The pictures are given as bytes, so nothing in a mail may make the library read a file or a URL.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async deliver({ id, to, subject, text, html, queuedAt, attachment: file }) {
      // The library would parse a list or another address out of unusual input.
      if (!oneAddress.test(to)) throw new DeliveryError('This is not one plain e-mail address', 'never')
      const recipient = { name: '', address: to }
      await transport
        .sendMail({
          from: sender,
          to: recipient,
          envelope: { from: sender.address, to: [to] },
          subject,
          text,
          ...(html && { html: html.html }),
          attachments: [...(html?.pictures.map(inline) ?? []), ...(file ? [pdf(file)] : [])],
          date: queuedAt,
          // Every attempt has the same id, so that a receiver can recognise a repeat.
          messageId: `<${id}@${sender.address.split('@').pop()}>`,
          headers: { 'Auto-Submitted': 'auto-generated' },
          signal: AbortSignal.timeout(smtpRules.mailMilliseconds),
        })
        .catch((error: unknown) => {
          throw toDeliveryError(error)
        })
    },
    ready: () => transport.verify(),
    close: () => transport.close(),
  }
}

const pdf = ({ name, bytes }: NonNullable<Outgoing['attachment']>) => ({
  filename: name,
  contentType: 'application/pdf',
  contentDisposition: 'attachment' as const,
  content: bytes,
})

/** Shown inside the HTML, not listed as a file. */
const inline = ({ id, bytes }: HtmlMail['pictures'][number]) => ({
  cid: id,
  filename: `${id}.png`,
  contentType: 'image/png',
  contentDisposition: 'inline' as const,
  content: bytes,
})

function readSender(from: string): { name: string; address: string } {
  const [, name = '', address = from.trim()] = /^(.*?)\s*<([^<>\s]+)>\s*$/.exec(from) ?? []
  return { name: name.replace(/^"(.*)"$/, '$1'), address }
}

/** The server's reply stays in the delivery log; only its code decides about a retry. */
function toDeliveryError(error: unknown): DeliveryError {
  const { message, code, command, responseCode } = error as Error & {
    code?: string
    command?: string
    responseCode?: number
  }
  const unknownAddress = code === 'EENVELOPE' && command === 'RCPT TO' && (responseCode ?? 0) >= 500
  const aboutThisMail = code === 'EENVELOPE' || code === 'EMESSAGE'
  // Control characters would break the log line.
  const words = message.replace(/\p{Cc}+/gu, ' ').slice(0, 300)
  return new DeliveryError(words, unknownAddress ? 'never' : aboutThisMail ? 'later' : 'none')
}
