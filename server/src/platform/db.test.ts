import { describe, expect, test } from 'vitest'
import { eventually } from '../../test/events.ts'
import { testServer } from '../../test/server.ts'

const server = await testServer()
const { db } = server.app.context
const cut = (pid: number) => server.db.run('select pg_terminate_backend($1)', [pid])
const ownPid = 'select pg_backend_pid() as pid'
/** What a statement says whose connection is gone: the database's last word, or the network's where that was faster. */
const gone = /terminat|not queryable|ECONNRESET|EPIPE/

describe('a connection that breaks', () => {
  test('in the middle of a transaction fails that transaction and nothing else', async () => {
    for (let n = 0; n < 5; n++) {
      const work = db.transaction(async (tx) => {
        const { pid } = (await tx.row<{ pid: number }>(ownPid))!
        await cut(pid)
        await new Promise((resolve) => setTimeout(resolve, 50))
        return tx.row('select 1 as one')
      })
      await expect(work).rejects.toThrow(gone)
    }
    expect(await db.transaction((tx) => tx.row('select 1 as one'))).toEqual({ one: 1 })
  })

  test('while statements of a transaction are under way fails it too', async () => {
    const work = db.transaction(async (tx) => {
      const { pid } = (await tx.row<{ pid: number }>(ownPid))!
      const sleeps = () =>
        server.db.row(`select from pg_stat_activity where pid = $1 and wait_event = 'PgSleep'`, [pid]).then(Boolean)
      return Promise.all([
        ...[1, 2, 3].map(() => tx.row('select pg_sleep(60)')),
        eventually(sleeps).then(() => cut(pid)),
      ])
    })
    await expect(work).rejects.toThrow(gone)
    expect(await db.row('select 1 as one')).toEqual({ one: 1 })
  })

  test('between two uses is replaced', async () => {
    for (let n = 0; n < 5; n++) {
      const { pid } = (await db.row<{ pid: number }>(ownPid))!
      await cut(pid)
      await eventually(() => server.db.row('select from pg_stat_activity where pid = $1', [pid]).then((row) => !row))
      // The word of it may be on its way to us for a moment.
      const answers = () => db.row('select 1 as one').then(Boolean, () => false)
      await eventually(answers)
      expect(await answers()).toBe(true)
    }
  })
})

describe('a transaction', () => {
  test('of which a statement failed is not committed, even where nobody says so', async () => {
    const work = db.transaction(async (tx) => {
      await tx.run("insert into throttle (key, count, resets_at) values ('db.test', 1, now())")
      await tx.run('select 1 / 0').catch(() => undefined)
    })
    await expect(work).rejects.toThrow('The transaction was rolled back')
    expect(await db.row("select from throttle where key = 'db.test'")).toBeUndefined()
  })

  test('runs again from the start after a deadlock', async () => {
    await db.run("insert into throttle (key, count, resets_at) values ('lock a', 0, now()), ('lock b', 0, now())")
    let runs = 0
    let locked = 0
    const both = (first: string, second: string) =>
      db.transaction(async (tx) => {
        runs += 1
        await tx.run('update throttle set count = count + 1 where key = $1', [first])
        locked += 1
        await eventually(() => locked >= 2)
        await tx.run('update throttle set count = count + 1 where key = $1', [second])
      })
    await Promise.all([both('lock a', 'lock b'), both('lock b', 'lock a')])
    expect(runs).toBeGreaterThan(2)
    expect(await db.rows("select count from throttle where key like 'lock _'")).toEqual([{ count: 2 }, { count: 2 }])
  })
})

describe('a snapshot', () => {
  test('sees one moment, and cannot write', async () => {
    await db.run("insert into throttle (key, count, resets_at) values ('seen', 0, now())")
    const count = 'select count from throttle where key = $1'
    const seen = await db.snapshot(async (sql) => {
      const before = await sql.row(count, ['seen'])
      await db.run("update throttle set count = count + 1 where key = 'seen'")
      return [before, await sql.row(count, ['seen'])]
    })
    expect(seen).toEqual([{ count: 0 }, { count: 0 }])
    await expect(db.snapshot((sql) => sql.run("delete from throttle where key = 'seen'"))).rejects.toThrow('read-only')
  })
})

test('one statement many times in one breath is prepared once', async () => {
  const answers = await db.transaction((tx) =>
    Promise.all(Array.from({ length: 20 }, (_, n) => tx.row('select $1::int + 1000 as n', [n]))),
  )
  expect(answers).toEqual(Array.from({ length: 20 }, (_, n) => ({ n: n + 1000 })))
})
