import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, afterEach, beforeEach } from 'vitest'
import type { Installed } from '../src/platform/postgres/programs.ts'

export const asRoot = process.geteuid?.() === 0
/** The user `nobody`, for tests as a normal user. */
export const nobody = 65534
/** Root, in a folder from which a normal user may run what is tested; below a 0700 folder such tests cannot run. */
export const withNobody =
  asRoot && spawnSync(process.execPath, ['--version'], { uid: nobody, gid: nobody, cwd: '/' }).status === 0

const folders: string[] = []
const children: ChildProcess[] = []
const sockets: string[] = []

/** A new private folder, removed after the test together with every PostgreSQL still running in it. */
export function newFolder(owner?: number): string {
  const folder = mkdtempSync(join(tmpdir(), 'sauda-trial-'))
  folders.push(folder)
  if (owner !== undefined) spawnSync('chown', [`${owner}:${owner}`, folder])
  return folder
}

let filled: string | undefined

/** A stopped database that holds the table `entry`. One for a test file: it must survive whatever a test does to it. */
export async function theDatabase(): Promise<string> {
  if (filled === undefined) {
    filled = mkdtempSync(join(tmpdir(), 'sauda-filled-'))
    const server = await startServer(filled)
    await query(server.url, 'CREATE TABLE entry (amount bigint); INSERT INTO entry SELECT generate_series(1, 1000)')
    await server.stop()
  }
  return filled
}

/** A copy of it for a test that needs two or damages it. */
export async function newDatabase(): Promise<string> {
  const folder = newFolder()
  spawnSync('cp', ['-a', join(await theDatabase(), 'postgres'), folder])
  return folder
}

/** The sum of the table `entry`: 500500 if complete. */
export async function sumIn(url: string): Promise<unknown> {
  return (await query(url, 'SELECT sum(amount)::text AS sum FROM entry'))[0]?.sum
}

beforeEach((context) => {
  if (process.platform !== 'linux') context.skip('these trials look at processes through /proc')
})

afterAll(() => {
  if (filled !== undefined) rmSync(filled, { recursive: true, force: true })
})

afterEach(async () => {
  for (const child of children.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }
  for (const folder of [...folders, ...(filled === undefined ? [] : [filled])]) {
    signalAll(folder, 'SIGKILL')
    while (processesIn(folder).length > 0) await sleep(5)
  }
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  for (const socket of sockets.splice(0)) rmSync(socket, { recursive: true, force: true })
})

/** Signals them all; some may have ended with their parent meanwhile. */
export function signalAll(folder: string, signal: NodeJS.Signals): void {
  for (const pid of processesIn(folder)) {
    try {
      process.kill(pid, signal)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
  }
}

/** PostgreSQL processes whose working directory is this folder or below it (Linux). */
export function processesIn(folder: string): number[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return pids.map(Number).filter((pid) => {
    try {
      const isPostgres = /\/(postgres|initdb)( \(deleted\))?$/.test(readlinkSync(`/proc/${pid}/exe`))
      return isPostgres && `${readlinkSync(`/proc/${pid}/cwd`)}/`.startsWith(`${folder}/`)
    } catch {
      return false
    }
  })
}

export type Server = {
  child: ChildProcess
  pid: number
  url: string
  adopted: boolean
  said: string[]
  /** Its output instead of a start. */
  fault: string
  kill(signal: NodeJS.Signals): Promise<void>
  stop(): Promise<void>
}

type ServerOptions = {
  user?: number
  installed?: Installed
  env?: Record<string, string>
  cwd?: string
  wrap?: string[]
}

const source = (file: string) => JSON.stringify(new URL(`../src/platform/postgres/${file}`, import.meta.url).href)

/** A server in a process of its own, the way main.ts does it: SIGTERM stops it in order. */
export async function startServer(dataDir: string, options: ServerOptions = {}): Promise<Server> {
  const starting = spawnServer(dataDir, options)
  const server: Server = {
    child: starting,
    pid: starting.pid ?? 0,
    url: '',
    adopted: false,
    said: [],
    fault: '',
    kill: async (signal) => {
      starting.kill(signal)
      await ended(starting)
    },
    stop: async () => await server.kill('SIGTERM'),
  }
  let errors = ''
  starting.stderr?.on('data', (chunk: Buffer) => (errors += chunk.toString()))
  if (starting.stdout === null) throw new Error('no output')
  for await (const line of createInterface({ input: starting.stdout })) {
    const message = JSON.parse(line) as Partial<Server> & { say?: string }
    if (message.say !== undefined) {
      // This line is printed on every slow start.
      if (!message.say.startsWith('PostgreSQL is still starting')) server.said.push(message.say)
      continue
    }
    Object.assign(server, message)
    if (server.url !== '') sockets.push(socketFolder(server.url))
    return server
  }
  throw new Error(`the server ended without a word: ${errors}`)
}

export function spawnServer(
  dataDir: string,
  { user, installed, env, cwd, wrap = [] }: ServerOptions = {},
): ChildProcess {
  const code = `
    import { StartError } from ${source('start-error.ts')}
    import { startPostgres } from ${source('postgres.ts')}
    const send = (message) => console.log(JSON.stringify(message))
    const options = { dataDir: ${JSON.stringify(dataDir)}, onProgress: (say) => send({ say }) }
    const installed = ${JSON.stringify(installed ?? null)}
    try {
      const running = await startPostgres(options, installed ?? undefined)
      const alive = setInterval(() => undefined, 1000)
      process.on('SIGTERM', () => running.stop().then(() => clearInterval(alive)))
      process.on('SIGINT', () => undefined)
      send({ url: running.url, adopted: running.adopted })
    } catch (error) {
      send({ fault: error instanceof StartError ? error.message : 'NOT A SENTENCE ' + error.stack })
    }`
  const [program, ...args] = [...wrap, process.execPath, '--input-type=module', '--eval', code]
  const child = spawn(program, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
    detached: true,
    ...(cwd === undefined ? {} : { cwd }),
    ...(user === undefined ? {} : { uid: user, gid: user }),
  })
  children.push(child)
  return child
}

/** Whether this system has the program and lets us run it this way. */
export const succeeds = (program: string, ...args: string[]) => spawnSync(program, args).status === 0

export async function ended(child: ChildProcess): Promise<void> {
  while (child.exitCode === null && child.signalCode === null) await sleep(5)
}

/** The folder of the socket a url leads to. */
export const socketFolder = (url: string) => decodeURIComponent(new URL(url).hostname)

/** Rows of one statement on a connection of its own. */
export async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const result = await client.query<Record<string, unknown>>(sql)
    return result.rows
  } finally {
    await client.end().catch(() => undefined)
  }
}

export const dataOf = (dataDir: string) => join(dataDir, 'postgres', 'data')

/** The postmaster's pid as PostgreSQL wrote it. */
export function postmasterOf(dataDir: string): number {
  return Number(readFileSync(join(dataOf(dataDir), 'postmaster.pid'), 'utf8').split('\n')[0])
}

export function isAlive(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

export const ownerOf = (path: string) => statSync(path).uid

/** A copy of the installed programs that a test may damage; the files themselves are shared, so replace, never rewrite. */
export function copyInstalled(installed: Installed, folder: string): Installed {
  const native = join(folder, 'native')
  const linked = spawnSync('cp', ['-al', installed.native, native])
  if (linked.status !== 0) cpSync(installed.native, native, { recursive: true, verbatimSymlinks: true })
  chmodSync(native, 0o755)
  return { native, label: installed.label, copies: join(folder, 'copies') }
}
