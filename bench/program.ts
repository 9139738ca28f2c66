import { join } from 'node:path'
import { root, start } from '../scripts/child.ts'
import type { Bench } from './database.ts'

/** The server in its own process, as in production, with rate limits off. */
export async function startServer(
  { url, dataDir }: Pick<Bench, 'url' | 'dataDir'>,
  settings: Readonly<Record<string, string>> = {},
) {
  let output = ''
  let ready: ((port: number) => void) | undefined
  const child = start('node', [join(root, 'server/src/main.ts')], {
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
      // In demo mode the server prints mails; after the start they are not needed.
      if (!ready) return
      output += text
      const port = / is ready on http:\/\/[^:]+:(\d+)/.exec(output)?.[1]
      if (!port) return
      ready(Number(port))
      ready = undefined
    },
  })
  const port = await new Promise<number>((resolve, reject) => {
    ready = resolve
    void child.ended.then(() => reject(new Error(`The server ended:\n${output}`)))
  })
  const stop = async () => {
    child.stop()
    await child.ended
  }
  return { port, pid: child.process.pid ?? 0, stop }
}
