import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { makeLog } from '../../platform/log.ts'
import { testServer } from '../../../test/server.ts'
import { tamper } from '../../../test/tamper.ts'
import { openAudit, sealAudit } from './seal.ts'
import { verifyAudit } from './verify.ts'

const { db, app } = await testServer({}, { without: ['audit seal'] })
const log = makeLog('silent')

const write = (action: string, after?: object) =>
  db.transaction((tx) => app.context.audit(tx, { by: 'system', action, ...(after && { after }) }))

/** Writes rows and waits until the newest is sealed: transactions of other tests on the same server may delay it. */
async function sealedRows(count: number): Promise<bigint[]> {
  for (let n = 0; n < count; n++) await write('test.row', { n, text: 'Å "quoted" ₹' })
  for (;;) {
    await sealAudit(db, log)
    const left = await db.row('select from audit a where not exists (select from audit_seal s where s.audit_id = a.id)')
    if (!left) break
    await wait(20)
  }
  const rows = await db.rows<{ id: bigint }>('select id from audit order by era, xact, id')
  return rows.map((row) => row.id)
}

/** Changes as a superuser of the database, undone afterwards so that the next test begins with an intact chain. */
async function tampered(statement: string, values: unknown[], ...further: string[]) {
  const done = new Error('rolled back')
  let verdict
  await db
    .transaction(async (tx) => {
      await tx.run('set local session_replication_role = replica')
      await tx.run(statement, values)
      for (const next of further) await tx.run(next)
      verdict = await verifyAudit(tx)
      throw done
    })
    .catch((error: unknown) => expect(error).toBe(done))
  return verdict
}

test('a row is written in the transaction it describes', async () => {
  const failing = db.transaction(async (tx) => {
    await app.context.audit(tx, { by: 'system', action: 'test.undone' })
    throw new Error('undone')
  })
  await expect(failing).rejects.toThrow('undone')
  expect(await db.rows("select from audit where action = 'test.undone'")).toEqual([])
})

test.each(['audit', 'audit_seal'])('rows of %s are never changed or deleted', async (table) => {
  await sealedRows(1)
  await expect(db.run(`delete from ${table}`)).rejects.toThrow('never changed or deleted')
  await expect(db.run(`truncate ${table} cascade`)).rejects.toThrow('never changed or deleted')
  const column = table === 'audit' ? 'action' : 'hash'
  await expect(db.run(`update ${table} set ${column} = ${column}`)).rejects.toThrow('never changed or deleted')
})

describe('the chain', () => {
  test('is intact while no row is changed', async () => {
    const rows = await sealedRows(20)
    expect(await verifyAudit(db)).toMatchObject({ ok: true, rows: rows.length })
  })

  test('does not depend on the time zone or the date style of the session', async () => {
    await sealedRows(3)
    await db.transaction(async (tx) => {
      await tx.run("set local timezone = 'Asia/Kolkata'")
      await tx.run("set local datestyle = 'SQL, DMY'")
      expect(await verifyAudit(tx)).toMatchObject({ ok: true })
    })
  })

  test.each([
    ["update audit set action = 'test.other' where id = $1", 'changed'],
    [`update audit set after = '{"n": 9}' where id = $1`, 'changed'],
    ["update audit set at = at + interval '1 microsecond' where id = $1", 'changed'],
    ["update audit set actor_id = '' where id = $1", 'changed'],
    ['update audit_seal set hash = set_byte(hash, 31, get_byte(hash, 31) # 1) where audit_id = $1', 'changed'],
    ['delete from audit where id = $1', 'deleted'],
    ['delete from audit_seal where audit_id = $1', 'seal of this row is gone'],
    ["update audit set xact = '1' where id = $1", 'moved'],
    ["update audit set xact = '999999999' where id = $1", 'changed'],
  ])('names the row after: %s', async (statement, fault) => {
    const id = (await sealedRows(9)).at(-5)
    const verdict = await tampered(statement, [id])
    expect(verdict).toMatchObject({ ok: false, brokenAt: String(id), fault: expect.stringContaining(fault) })
  })

  test('names the first of two rows whose contents were swapped', async () => {
    const rows = await sealedRows(9)
    const verdict = await tampered(
      `update audit a set after = b.after from audit b where a.id = any($1) and b.id = any($1) and a.id <> b.id`,
      [[rows.at(-3), rows.at(-6)]],
    )
    expect(verdict).toMatchObject({ ok: false, brokenAt: String(rows.at(-6)) })
  })

  test('names the first of two rows whose seals were swapped', async () => {
    const rows = await sealedRows(9)
    const swap = `update audit_seal a set audit_id = -b.audit_id from audit_seal b
      where a.audit_id = any($1) and b.audit_id = any($1) and a.audit_id <> b.audit_id`
    const back = 'update audit_seal set audit_id = -audit_id where audit_id < 0'
    const verdict = await tampered(swap, [[rows.at(-3), rows.at(-6)]], back)
    expect(verdict).toMatchObject({ ok: false, brokenAt: String(rows.at(-6)) })
  })

  test('names a row inserted behind sealed ones', async () => {
    const rows = await sealedRows(9)
    const verdict = await tampered(
      `insert into audit (id, era, xact, actor_kind, action) overriding system value
       select 900000001, era, xact, 'system', 'test.forged' from audit where id = $1`,
      [rows.at(-5)],
    )
    expect(verdict).toMatchObject({ ok: false, brokenAt: '900000001', fault: expect.stringContaining('put in behind') })
  })

  test('names the row behind one that is missing together with its seal', async () => {
    const rows = await sealedRows(9)
    const verdict = await tampered(
      'with missingRow as (delete from audit where id = $1) delete from audit_seal where audit_id = $1',
      [rows.at(-5)],
    )
    expect(verdict).toMatchObject({ ok: false, brokenAt: String(rows.at(-4)) })
  })

  test('names the newest row when it was deleted, and goes on sealing', async () => {
    const rows = await sealedRows(3)
    const verdict = await tampered('delete from audit where id = $1', [rows.at(-1)])
    expect(verdict).toMatchObject({ ok: false, brokenAt: String(rows.at(-1)), rows: rows.length - 1 })
  })
})

test('a row of an open transaction is sealed after its commit, and the chain is intact', async () => {
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  let written = () => {}
  const begun = new Promise<void>((resolve) => (written = resolve))
  const slow = db.transaction(async (tx) => {
    await app.context.audit(tx, { by: 'system', action: 'test.slow' })
    written()
    await held
  })
  await begun
  await write('test.quick')
  await sealAudit(db, log)
  const waiting = await db.rows(
    "select from audit a where action = 'test.quick' and not exists (select from audit_seal s where s.audit_id = a.id)",
  )
  release()
  await slow
  const rows = await sealedRows(1)
  expect(waiting).toHaveLength(1)
  expect(await verifyAudit(db)).toMatchObject({ ok: true, rows: rows.length })
})

test('several processes sealing at once make one chain', async () => {
  for (let n = 0; n < 50; n++) await write('test.many')
  await Promise.all(Array.from({ length: 8 }, () => sealAudit(db, log)))
  const rows = await sealedRows(1)
  expect(await verifyAudit(db)).toMatchObject({ ok: true, rows: rows.length })
})

test('after a restore into another database, where transaction ids start again, the chain continues', async () => {
  await sealedRows(3)
  await tamper({ db }, 'truncate audit, audit_seal')
  await write('test.before')
  await tamper({ db }, 'update audit set xact = (xact::text::bigint + 1000000000)::text::xid8')
  await openAudit(db)
  await openAudit(db)
  const rows = await sealedRows(5)
  expect(await db.row('select era from audit_era')).toEqual({ era: 2 })
  expect(rows).toHaveLength(6)
  expect(await verifyAudit(db)).toMatchObject({ ok: true, rows: 6 })
})
