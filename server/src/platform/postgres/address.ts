import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { StartError } from './start-error.ts'
import type { Home } from './home.ts'
import { type SystemUser, give } from './system.ts'

/** The address of PostgreSQL: a folder with its socket, or on Windows a loopback port. */
export type Address = { host: string; port: number }

const prefix = 'sauda-'

// The smallest limit of a socket's whole path among the systems we know (macOS), less the file's own name.
const longestFolder = 104 - '/.s.PGSQL.5432'.length - 1

/**
 * A new short folder that only PostgreSQL's user and root can enter; with the password it excludes other local users.
 * The path of DATA_DIR may be too long for a socket.
 */
export async function newAddress(user: SystemUser | undefined): Promise<Address> {
  if (process.platform === 'win32') return { host: '127.0.0.1', port: await freePort() }
  // Root uses /run first: it is never cleaned while the system is up, and the other user can reach it.
  for (const parent of user === undefined ? [tmpdir(), '/tmp'] : ['/run', '/tmp']) {
    const pattern = join(parent, prefix)
    if (pattern.length + 6 > longestFolder) continue
    const host = await mkdtemp(pattern).catch(() => undefined)
    if (host === undefined) continue
    await give(host, user)
    return { host, port: 5432 }
  }
  throw new StartError(
    'The server cannot make a folder for the database socket. Make /tmp writable, or set TMPDIR to a short path.',
  )
}

/**
 * Removes a folder made by newAddress. Not while a server listens there: a data folder copied from a running one names the
 * socket of the original.
 */
export async function removeAddress({ host, port }: Address): Promise<void> {
  if (!/^sauda-[A-Za-z0-9]{6}$/.test(basename(host))) return
  if (await isListening({ host, port })) return
  await rm(host, { recursive: true, force: true }).catch(() => undefined)
}

/** Removes a dead postmaster's files at an address that is used again, because the next one could trust a recycled pid. */
export async function emptyAddress(address: Address): Promise<void> {
  if (process.platform === 'win32') return
  for (const path of [socketPath(address), `${socketPath(address)}.lock`]) await rm(path, { force: true })
}

const socketPath = ({ host, port }: Address) => join(host, `.s.PGSQL.${port}`)

/** Whether a server accepts connections there. */
export const isListening = async (address: Address): Promise<boolean> =>
  await new Promise((done) => {
    const probe = connect(process.platform === 'win32' ? address : { path: socketPath(address) })
    probe.once('error', () => done(false))
    probe.once('connect', () => {
      probe.destroy()
      done(true)
    })
  })

const freePort = async (): Promise<number> =>
  await new Promise((done, failed) => {
    const probe = createServer()
    probe.once('error', failed)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => done(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })

/** The content of postmaster.pid; `single` is PostgreSQL's maintenance mode, which has no address. */
export type PidFile = { pid: number; single: boolean; status: string; address: Address | undefined }

export const pidFilePath = (home: Home) => join(home.data, 'postmaster.pid')

/** Reads postmaster.pid; undefined when it is missing or unreadable. */
export async function readPidFile(home: Home): Promise<PidFile | undefined> {
  const lines = (await readFile(pidFilePath(home), 'utf8').catch(() => '')).split('\n').map((line) => line.trim())
  if (!/^-?[1-9]\d{0,9}$/.test(lines[0] ?? '')) return undefined
  const pid = Number(lines[0])
  const port = Number(lines[3])
  const host = process.platform === 'win32' ? '127.0.0.1' : lines[4]
  return {
    pid: Math.abs(pid),
    single: pid < 0,
    status: lines[7] ?? '',
    address: host && Number.isInteger(port) && port > 0 ? { host, port } : undefined,
  }
}
