import type { MailTransport } from './smtp.ts'

/** Demo without a mail server: mails stay in the database and are printed in the terminal. */
export const openMailbox = (say: (line: string) => void): MailTransport => ({
  async deliver({ to, subject, text }) {
    const lines = text.split('\n').filter((line) => line.trim() !== '')
    say([`  Mail to ${to}: ${subject}`, ...lines.map((line) => `    ${line}`)].join('\n'))
  },
  ready: async () => undefined,
  close: () => {},
})
