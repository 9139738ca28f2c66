import { setTimeout as wait } from 'node:timers/promises'
import { start, type Child } from './child.ts'
import { readSettingsFile } from './settings-file.ts'

const portalPort = '5173'
const deskPort = '5174'

const colours = { server: 36, portal: 33, desk: 35 }

/** `npm run dev`: the server restarts on save, portal and desk reload in the browser. When one ends, all end. */
export async function main(): Promise<void> {
  readSettingsFile()
  const apiPort = process.env['PORT'] || '3000'
  const api = `http://127.0.0.1:${apiPort}`
  const vite = { NODE_ENV: 'development', API_URL: api }
  const parts = [
    show('server', 'node', ['--watch', 'server/src/main.ts'], '.', { PORT: apiPort }),
    show('portal', 'vite', ['--port', portalPort, '--strictPort'], 'portal', vite),
    show('desk', 'vite', ['--port', deskPort, '--strictPort'], 'desk', vite),
  ]
  console.log(`portal http://localhost:${portalPort}/  desk http://localhost:${deskPort}/desk/  API ${api}/api`)
  process.exitCode = await Promise.race(parts.map((part) => part.ended))
  parts.forEach((part) => part.stop())
  await Promise.race([Promise.all(parts.map((part) => part.ended)), wait(10_000)])
  process.exit()
}

function show(
  name: keyof typeof colours,
  command: string,
  args: string[],
  cwd: string,
  env: Record<string, string>,
): Child {
  const label = process.stdout.isTTY ? `\x1b[${colours[name]}m${name}\x1b[0m` : name
  let rest = ''
  const onText = (text: string): void => {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) console.log(`${label.padEnd(label.length + 7 - name.length)}${line}`)
  }
  return start(command, args, { cwd, env: { ...process.env, ...env }, onText })
}
