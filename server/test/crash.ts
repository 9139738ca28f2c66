import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, inject } from 'vitest'
import { openDb } from '../src/platform/db.ts'
import { makeLog } from '../src/platform/log.ts'
import { eventually } from './events.ts'
import { databaseUrl } from './global-setup.ts'
import { type Program, startProgram } from './program.ts'

/** A database of its own, whose server is killed at chosen statements and started again. */
export async function crashDatabase(settings: Readonly<Record<string, string>>) {
  const base = inject('postgresUrl')
  const name = `crash_${randomUUID().replaceAll('-', '')}`
  const folder = mkdtempSync(join(tmpdir(), 'sauda-crash-'))
  const admin = new pg.Client({ connectionString: base })
  await admin.connect()
  await admin.query(`create database ${name} template template_sauda strategy file_copy`)
  await admin.query(`alter database ${name} set synchronous_commit = off`)
  const url = databaseUrl(base, name)
  const db = openDb(url, makeLog('silent'), { size: 2 })
  const holder = new pg.Client({ connectionString: url })
  await holder.connect()
  let program: Program | undefined
  afterAll(async () => {
    await program?.kill()
    await holder.end()
    await db.close()
    await admin.query(`drop database ${name} with (force)`)
    await admin.end()
    rmSync(folder, { recursive: true, force: true })
  })

  const isLeft = async (query: string) => (await db.rows(query)).length > 0
  return {
    db,
    start: async () => (program = await startProgram({ ...settings, DATABASE_URL: url, DATA_DIR: folder })),
    /** As an operator with this token; throws unless it succeeds. */
    post: async (path: string, body: object, token: string) => {
      if (!program) throw new Error('The server is not started')
      const given = { token, body, key: randomUUID() }
      const { status, body: reply } = await program.call('POST', `/desk/${path}`, given)
      if (status !== 200) throw new Error(`${path}: ${status} ${reply.message}`)
    },
    /**
     * Kills the server once it waits for a lock, so that exactly what comes before that statement is committed. `work` makes
     * it reach the statement. Returns what was committed then.
     */
    killAt: async <Row extends object>(lock: string, work: () => Promise<unknown>, committed: string): Promise<Row> => {
      await holder.query('begin')
      const { rows: mine } = await holder.query<{ pid: number }>('select pg_backend_pid() as pid')
      await holder.query(lock)
      await work()
      const waiting = async () =>
        (
          await db.rows<{ pid: number }>('select pid from pg_stat_activity where $1 = any (pg_blocking_pids(pid))', [
            mine[0]?.pid,
          ])
        ).map(({ pid }) => pid)
      let pids: readonly number[] = []
      await eventually(async () => (pids = await waiting()).length > 0, 300)
      await program?.kill()
      const found = await db.row<Row>(committed)
      await holder.query('rollback')
      // The database ends the transactions of the killed server.
      await eventually(async () => !(await isLeft(`select from pg_stat_activity where pid in (${pids.join(', ')})`)))
      if (!found) throw new Error(`Nothing is committed: ${committed}`)
      return found
    },
  }
}
