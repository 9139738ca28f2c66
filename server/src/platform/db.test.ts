import { commonErrors } from '@sauda/contract/platform/error'
import { describe, expect, test } from 'vitest'
import { eventually } from '../../test/events.ts'
import { record } from '../../test/record.ts'
import { testServer } from '../../test/server.ts'
import { advisoryLocks } from './advisory-lock.sql.ts'
import { breaksUnique, openDb, selectValue, type Sql, together } from './db.ts'
import { usualLimits, withLongStatements } from './db-limits.ts'
import { makeLog } from './log.ts'
import { openPool } from './pool.ts'

const server = await testServer()
const { db } = server.app.context
const cut = (pid: number) => server.db.run('select pg_terminate_backend($1)', [pid])
const ownPid = 'select pg_backend_pid() as pid'
/** The error of a statement whose connection is lost: the database's, or the network's if that was faster. */
const gone = /terminat|not queryable|ECONNRESET|EPIPE/

test('every advisory lock has a number of its own', () => {
  const numbers = Object.values(advisoryLocks)
  expect(new Set(numbers).size).toBe(numbers.length)
})

test.each([
  ['keeps', true],
  ['drops', false],
])(
  'no plan is compiled, although the server would, where a pooler %s the settings of a connection',
  async (_what, keepsLimits) => {
    const url = new URL(server.databaseUrl)
    // Settings in the address take the place of our own, as if a pooler dropped those.
    if (!keepsLimits) url.searchParams.set('options', '-c jit=on')
    await server.db.run(`alter database ${url.pathname.slice(1)} set jit = on`)
    const ours = openDb(url.href, makeLog('silent'), { size: 1, keepsLimits, limits: { ...usualLimits, wait: 60_000 } })
    const read = (sql: Sql) => selectValue<string>(sql, "select current_setting('jit')")
    const found = {
      single: await read(ours),
      transaction: await ours.transaction(read),
      snapshot: await ours.snapshot(read),
      verification: await ours.verify(read),
      long: await withLongStatements(() => read(ours)),
    }
    await ours.close()
    await server.db.run(`alter database ${url.pathname.slice(1)} reset jit`)
    expect(new Set(Object.values(found))).toEqual(new Set(['off']))
  },
)

describe('a connection that breaks', () => {
  test('when the pool has just handed it out does not end the process', async () => {
    const { pool, close } = openPool(server.databaseUrl, makeLog('silent'), {})
    for (const _ of ['new', 'used before']) {
      const client = await pool.connect()
      expect(() => client.emit('error', new Error('terminating connection due to administrator command'))).not.toThrow()
      client.release()
    }
    await close()
  })

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
      // The message may take a moment to arrive.
      const answers = () => db.row('select 1 as one').then(Boolean, () => false)
      await eventually(answers)
      expect(await answers()).toBe(true)
    }
  })
})

describe('a transaction', () => {
  test('with a failed statement is not committed, even if the error was ignored', async () => {
    const work = db.transaction(async (tx) => {
      await tx.run("insert into throttle (key, count, resets_at) values ('db.test', 1, now())")
      await tx.run('select 1 / 0').catch(() => undefined)
    })
    await expect(work).rejects.toThrow('The transaction was rolled back')
    expect(await db.row("select from throttle where key = 'db.test'")).toBeUndefined()
  })

  test('whose statement sent with the commit failed is not committed', async () => {
    const insert = 'insert into throttle (key, count, resets_at) values ($1, 1, now())'
    await db.transaction(async (tx) => tx.atCommit(insert, ['at commit']))
    expect(await db.row("select count from throttle where key = 'at commit'")).toEqual({ count: 1 })
    const work = db.transaction(async (tx) => {
      await tx.run(insert, ['before it'])
      tx.atCommit(insert, ['at commit'])
    })
    await expect(work).rejects.toSatisfy((error) => breaksUnique(error, 'throttle_pkey'))
    expect(await db.row("select from throttle where key = 'before it'")).toBeUndefined()
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

  test('has the time limit of other statements; an export has 15 minutes', async () => {
    const limitOf = (isLong: boolean) =>
      db.snapshot((sql) => sql.row<{ statement_timeout: string }>('show statement_timeout'), { isLong })
    expect(await limitOf(false)).toEqual({ statement_timeout: '1min' })
    expect(await limitOf(true)).toEqual({ statement_timeout: '15min' })
  })
})

test('one statement sent many times at once is prepared once', async () => {
  const answers = await db.transaction((tx) =>
    Promise.all(Array.from({ length: 20 }, (_, n) => tx.row('select $1::int + 1000 as n', [n]))),
  )
  expect(answers).toEqual(Array.from({ length: 20 }, (_, n) => ({ n: n + 1000 })))
})

test('a connection that is lost while it commits leaves the outcome open', async () => {
  await server.db.run(`create function end_self() returns trigger language plpgsql security definer as
    $$ begin perform pg_terminate_backend(pg_backend_pid()), pg_sleep(1); return null; end $$`)
  await server.db.run(`create constraint trigger ends after insert on throttle deferrable initially deferred
    for each row when (new.key = 'ends') execute function end_self()`)
  const work = db.transaction((tx) => tx.run("insert into throttle (key, count, resets_at) values ('ends', 1, now())"))
  await expect(work).rejects.toMatchObject(commonErrors.unconfirmed)
  expect(await db.row('select 1 as one')).toEqual({ one: 1 })
})

describe.each([
  ['set by the connection', true],
  ['set by each transaction, as behind a pooler', false],
])('limits %s', (_where, keepsLimits) => {
  // Connecting counts as waiting, and takes a busy machine longer than 300 ms.
  const limits = { wait: 2000, statement: 3500, lock: 300, idle: 5000 }
  const open = (size = 4) => openDb(server.databaseUrl, makeLog('silent'), { size, limits, keepsLimits })
  const shown = `select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
    current_setting('idle_in_transaction_session_timeout') as idle`

  test('apply to single statements and to transactions', async () => {
    const limited = open()
    const expected = { statement: '3500ms', lock: '300ms', idle: '5s' }
    expect(await limited.row(shown)).toEqual(expected)
    expect(await limited.transaction((tx) => tx.row(shown))).toEqual(expected)
    expect(await withLongStatements(() => limited.row(shown))).toMatchObject({ statement: '1min' })
    await limited.close()
  })

  test('end a wait for a lock, a long statement and a wait for a connection', async () => {
    const limited = open(1)
    await server.db.run(`insert into throttle (key, count, resets_at) values ('held', 0, now()) on conflict do nothing`)
    await server.db.transaction(async (tx) => {
      await tx.run("update throttle set count = 1 where key = 'held'")
      await expect(limited.run("update throttle set count = 2 where key = 'held'")).rejects.toMatchObject({
        code: '55P03',
      })
    })
    const slow = limited.run('select pg_sleep(15)')
    const late = limited.run('select 1')
    await expect(late).rejects.toThrow('timeout exceeded')
    await expect(slow).rejects.toMatchObject({ code: '57014' })
    expect(await limited.row('select 1 as one')).toEqual({ one: 1 })
    await limited.close()
  })
})

test('of statements sent together the first failure is reported, even if its caller reads it late', async () => {
  const named = new Error('named by the caller')
  const failing = db.transaction(async (tx) => {
    const first = tx.run('select 1 / 0').catch(async () => {
      for (let hops = 0; hops < 50; hops++) await Promise.resolve()
      throw named
    })
    await Promise.all([first, tx.run('select 1')])
  })
  await expect(failing).rejects.toBe(named)
})

describe('steps that do not need each other', () => {
  const refuse = async (sql: Sql, text: string) => {
    await sql.run('select 1')
    throw new Error(text)
  }

  test('of a transaction start together, and the first of the list that fails is reported once all have ended', async () => {
    const ended: string[] = []
    const failing = db.transaction((tx) =>
      together(
        tx,
        () => tx.row<{ one: number }>('select 1 as one'),
        async () => {
          await tx.run('select pg_sleep(0.1)')
          await refuse(tx, 'the first')
        },
        () => refuse(tx, 'the second').finally(() => ended.push('second')),
      ),
    )
    await expect(failing).rejects.toThrow('the first')
    expect(ended).toEqual(['second'])
    expect(
      await record(() =>
        db.transaction((tx) =>
          together(
            tx,
            () => tx.run('select 1'),
            () => tx.run('select 2'),
          ),
        ),
      ),
    ).toHaveLength(2)
  })

  test('report the statement that failed, not those that PostgreSQL ignored after it', async () => {
    const failing = db.transaction((tx) =>
      together(
        tx,
        async () => {
          await tx.run('select 1')
          await tx.run('select 2')
        },
        () => tx.run('select 1 / 0'),
      ),
    )
    await expect(failing).rejects.toThrow('division by zero')
  })

  test('of a pool follow each other, so that they use one connection', async () => {
    let underWay = 0
    const step = async () => {
      underWay += 1
      expect(underWay).toBe(1)
      await db.run('select 1')
      underWay -= 1
      return underWay
    }
    expect(await together(db, step, step, step)).toEqual([0, 0, 0])
  })
})
