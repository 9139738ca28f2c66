import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, serverFlags, start } from '../scripts/child.ts'
import type { Bench } from './database.ts'

export const residentMegabytes = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024

/** What a process and its threads have used; the kernel counts hundredths of a second. */
export function processorSeconds(pid: number): number {
  const [user, system] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ').slice(11, 13) ?? []
  return (Number(user) + Number(system)) / 100
}

/** The server in its own process, as in production, with rate limits off. `folder` holds its version of the product. */
export async function startServer(
  { url, dataDir }: Pick<Bench, 'url' | 'dataDir'>,
  settings: Readonly<Record<string, string>> = {},
  folder = root,
) {
  let output = ''
  let port: number | undefined
  const isLogged = settings['LOG_LEVEL'] === 'info'
  const child = start('node', [...serverFlags, join(folder, 'server/src/main.ts')], {
    cwd: dataDir,
    env: {
      PATH: process.env['PATH'],
      DATABASE_URL: url,
      DATA_DIR: dataDir,
      PORT: '0',
      HOST: '127.0.0.1',
      RATE_LIMITS: 'off',
      DEMO_DATA: 'off',
      APPROVALS: 'single',
      ...settings,
    },
    onText: (text) => {
      // In demo mode the server prints mails; after the start only the log is needed.
      if (port === undefined || isLogged) output += text
    },
  })
  let code: number | undefined
  void child.ended.then((ended) => (code = ended))
  while (port === undefined) {
    if (code !== undefined) throw new Error(`The server ended:\n${output}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
    const found = / is ready on http:\/\/[^:]+:(\d+)/.exec(output)?.[1]
    if (found !== undefined) port = Number(found)
  }
  return {
    port,
    pid: child.process.pid ?? 0,
    /** With LOG_LEVEL=info: status and milliseconds of what it answered since the last look. */
    answers: (): { status: number; ms: number }[] => {
      const lines = output.split('\n').filter((line) => line.includes('"answered"'))
      output = ''
      return lines.flatMap((line) => {
        try {
          return JSON.parse(line) as { status: number; ms: number }
        } catch {
          return []
        }
      })
    },
    stop: async (): Promise<void> => {
      child.stop()
      await child.ended
    },
  }
}
