import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Bench } from './database.ts'

/** The server as the product runs it, in a process of its own; limits are off, or there would be nothing to measure. */
export async function startServer({ url, dataDir }: Pick<Bench, 'url' | 'dataDir'>) {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../server/src/main.ts')], {
    cwd: dataDir,
    env: {
      PATH: process.env['PATH'],
      DATABASE_URL: url,
      DATA_DIR: dataDir,
      PORT: '0',
      HOST: '127.0.0.1',
      RATE_LIMITS: 'off',
      DEMO_DATA: 'off',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const port = await new Promise<number>((resolve, reject) => {
    const streams = [child.stdout, child.stderr]
    const read = (part: Buffer) => {
      output += part.toString()
      const found = / is ready on http:\/\/[^:]+:(\d+)/.exec(output)?.[1]
      if (!found) return
      // A demo prints its mails: from now on nobody reads them.
      for (const stream of streams) stream.off('data', read).resume()
      resolve(Number(found))
    }
    for (const stream of streams) stream.on('data', read)
    child.once('exit', () => reject(new Error(`The server ended:\n${output}`)))
  })
  const stop = async () => {
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
  return { port, stop }
}
