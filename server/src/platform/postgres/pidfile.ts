import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Home } from './home.ts'
import type { Address } from './socket.ts'

/** What postmaster.pid says; `single` is PostgreSQL's maintenance mode, which has no address. */
export type PidFile = { pid: number; single: boolean; status: string; address: Address | undefined }

export const pidFilePath = (home: Home) => join(home.data, 'postmaster.pid')

/** Reads PostgreSQL's own note about its running process; undefined when there is none or it makes no sense. */
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
