import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { PlainError, run, start, type Child } from '../scripts/child.ts'
import { startMailServer, type MailServer } from './mail-server.ts'

export interface Sauda extends Pick<MailServer, 'nextMailTo' | 'passMailTo'> {
  /** The product's address, without a slash at the end. */
  url: string
  admin: { email: string; password: string }
  /** Everything the server has printed so far. */
  output: () => string
  /** Gives a client an account that was opened on this day, so that trades of earlier years can be booked. */
  backdate: (clientId: string, day: string) => Promise<void>
  /** Stops it with SIGTERM and returns its exit code. */
  stop: () => Promise<number>
  /** Ends it as a power cut would, with kill -9. */
  kill: () => Promise<void>
  /** Starts it again after `kill`, on the same port and data. */
  revive: () => Promise<void>
}

export interface SaudaOptions {
  /** Fill the empty database with demo clients and operators; off by default. */
  demoData?: boolean
  /** Further variables, such as RATE_LIMITS. */
  env?: Record<string, string>
}

/** The approval policy, without waiting periods for new operators. */
export const policyWithoutWaiting = {
  APPROVALS: 'policy',
  APPROVAL_NEW_OPERATOR_HOURS: '0',
  APPROVAL_ADDED_BY_HOURS: '0',
}

const admin = { email: 'admin@sauda.example', password: 'Sunrise-Over-Dalal-Street-7' }
// The first start on a machine also builds the screens and creates the database.
const startSeconds = 240
const stopSeconds = 20
const passedOn = ['PATH', 'HOME', 'LANG', 'TMPDIR']

/** Starts the product as `npm start` does, on a free port, with a database, files and mail server of its own. */
export async function startSauda({ demoData = false, env = {} }: SaudaOptions = {}): Promise<Sauda> {
  const folder = mkdtempSync(join(tmpdir(), 'sauda-e2e-'))
  const mail = await startMailServer()
  // Without the rest of the machine's environment, because a DATABASE_URL set there must not affect a test.
  const machine = Object.fromEntries(passedOn.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])))
  const settings = {
    HOST: '127.0.0.1',
    MODE: 'demo',
    DATA_DIR: join(folder, 'data'),
    SMTP_URL: mail.url,
    DEMO_DATA: demoData ? 'on' : 'off',
    // Most tests have one administrator; approval.e2e.ts covers the policy.
    APPROVALS: 'single',
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
  }
  const databaseUrl = process.env['CITUS_NODES'] === undefined ? undefined : await distributedDatabase()
  let output = ''
  let isEnding = false
  let child: Child
  const launch = async (port: string): Promise<string> => {
    output = ''
    child = start('node', [join(import.meta.dirname, '../scripts/run.mjs'), 'start'], {
      // From a folder of its own, without an .env file.
      cwd: folder,
      env: { ...machine, ...settings, ...(databaseUrl && { DATABASE_URL: databaseUrl }), ...env, PORT: port },
      onText: (text) => (output += text),
    })
    void child.ended.then((code) => {
      if (!isEnding) console.error(`Sauda ended by itself with ${code}:\n${output.slice(-5000)}`)
    })
    const address = await readyAddress(child, () => output)
    if (address) return address
    await stop()
    throw new Error(`Sauda ended or did not start within ${startSeconds} s:\n${output}`)
  }
  const stop = async (): Promise<number> => {
    isEnding = true
    child.process.kill('SIGTERM')
    const late = setTimeout(() => child.stop('SIGKILL'), stopSeconds * 1000)
    const code = await child.ended
    clearTimeout(late)
    await mail.stop()
    rmSync(folder, { recursive: true, force: true })
    return code
  }
  const kill = async (): Promise<void> => {
    isEnding = true
    child.process.kill('SIGKILL')
    await child.ended
  }
  const url = await launch(env['PORT'] ?? '0')
  const revive = async (): Promise<void> => {
    isEnding = false
    await launch(new URL(url).port)
  }
  return {
    url,
    admin,
    output: () => output,
    backdate: (clientId, day) => backdate(settings.DATA_DIR, clientId, day),
    kill,
    revive,
    stop,
    nextMailTo: mail.nextMailTo,
    passMailTo: mail.passMailTo,
  }
}

/** A new one on the cluster that `npm run cluster` has started. */
async function distributedDatabase(): Promise<string> {
  const { code, output } = await run('node', [join(import.meta.dirname, '../server/cluster/database.ts')])
  if (code !== 0) throw new PlainError(`The database was not distributed:\n${output}`)
  return output.trim().split('\n').at(-1) ?? ''
}

async function backdate(dataDir: string, clientId: string, day: string): Promise<void> {
  const script = join(import.meta.dirname, '../server/seed/backdate.ts')
  const { code, output } = await run('node', [script, dataDir, clientId, day])
  if (code !== 0) throw new PlainError(`The client's account was not changed:\n${output}`)
}

async function readyAddress(child: Child, output: () => string): Promise<string | undefined> {
  let over = false
  void child.ended.then(() => (over = true))
  for (const end = Date.now() + startSeconds * 1000; Date.now() < end && !over; await wait(50)) {
    const port = / is ready on http:\/\/[^:]+:(\d+)/.exec(output())?.[1]
    if (port) return `http://127.0.0.1:${port}`
  }
  return undefined
}
