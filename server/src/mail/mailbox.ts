import type { Carrier } from './smtp.ts'

/** Demo without a mail server: every mail stays in the broker, and is shown to whoever started it. */
export function openMailbox(say: (line: string) => void): Carrier {
  return {
    async deliver({ to, subject, text }) {
      const lines = text.split('\n').filter((line) => line.trim() !== '')
      say([`  Mail to ${to}: ${subject}`, ...lines.map((line) => `    ${line}`)].join('\n'))
    },
    ready: async () => undefined,
    close: () => {},
  }
}
