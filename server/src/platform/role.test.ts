import { randomUUID } from 'node:crypto'
import { expect, inject, test } from 'vitest'
import { testServer } from '../../test/server.ts'
import { openDb } from './db.ts'
import { makeLog } from './log.ts'
import { migrate } from './migrate.ts'
import { appRole, worksAsRole } from './role.ts'

const { db, databaseUrl, app } = await testServer()
const log = makeLog('silent')

/** The same database for another login. */
function urlFor(login: string, password: string): string {
  const url = new URL(databaseUrl)
  url.username = login
  url.password = password
  return url.href
}

async function newLogin(options: string): Promise<{ login: string; url: string }> {
  const login = `owner_${randomUUID().slice(0, 8)}`
  await db.run(`create role ${login} login password 'pw' ${options}`)
  return { login, url: urlFor(login, 'pw') }
}

test('tables of later migrations are open to the application without a line of their own', async () => {
  await db.run('create table later (id bigint generated always as identity, n serial, what text)')
  await expect(app.context.db.run("insert into later (what) values ('x')")).rejects.toThrow('permission denied')
  expect(await migrate(databaseUrl)).toMatchObject({ applied: [], role: appRole })
  expect(await app.context.db.row("insert into later (what) values ('x') returning id, n")).toEqual({ id: 1n, n: 1 })
  expect(await app.context.db.run("update later set what = 'y'")).toBe(1)
  expect(await app.context.db.run('delete from later')).toBe(1)
  await expect(app.context.db.run('delete from entry')).rejects.toThrow('permission denied')
})

test('rights granted by hand are revoked at the next start', async () => {
  await db.run(`grant all on entry, journal, client_ledger to ${appRole}`)
  await migrate(databaseUrl)
  for (const table of ['entry', 'journal', 'client_ledger'])
    await expect(app.context.db.run(`delete from ${table}`)).rejects.toThrow('permission denied')
})

test('servers started together on several databases create the role once', async () => {
  const base = new URL(inject('postgresUrl'))
  const names = Array.from({ length: 2 }, () => `role_${randomUUID().replaceAll('-', '')}`)
  for (const name of names) await db.run(`create database ${name}`)
  const outcomes = await Promise.all(
    [...names, ...names].map((name) => {
      base.pathname = `/${name}`
      return migrate(base.href)
    }),
  )
  expect(outcomes.every(({ role }) => role === appRole)).toBe(true)
  for (const name of names) await db.run(`drop database ${name}`)
})

test('a login that may not create roles, and was not granted this one, works as itself with a warning', async () => {
  const { login, url } = await newLogin('')
  const name = `plain_${randomUUID().replaceAll('-', '')}`
  await db.run(`create database ${name} owner ${login}`)
  const own = new URL(url)
  own.pathname = `/${name}`
  const { role, applied } = await migrate(own.href)
  expect(role).toBeUndefined()
  expect(applied).toEqual(['schema.sql'])
  const plain = openDb(own.href, log, { role, size: 1 })
  expect(await worksAsRole(plain)).toBe(false)
  await expect(plain.run('truncate entry cascade')).rejects.toThrow('never changed or deleted')
  await plain.close()

  // The steps of docs/scaling.md for the administrator.
  await db.run(`grant ${appRole} to ${login}`)
  expect((await migrate(own.href)).role).toBe(appRole)
  const ours = openDb(own.href, log, { role: appRole, size: 1 })
  expect(await worksAsRole(ours)).toBe(true)
  await expect(ours.run('delete from entry')).rejects.toThrow('permission denied')
  await ours.close()

  // Behind a pooler that drops a connection's settings, the login itself is set to the role; migrations still work.
  await db.run(`alter role ${login} in database ${name} set role = '${appRole}'`)
  expect((await migrate(own.href)).role).toBe(appRole)
  const pooled = openDb(own.href, log, { size: 1 })
  expect(await worksAsRole(pooled)).toBe(true)
  await pooled.close()
  await db.run(`drop database ${name} with (force)`)
})

test('an extension of the administrator, and what another role made, neither prevent a start nor open to the application', async () => {
  const { login, url } = await newLogin('')
  const name = `extended_${randomUUID().replaceAll('-', '')}`
  await db.run(`create database ${name} owner ${login}`)
  await db.run(`grant ${appRole} to ${login}`)
  const administrator = openDb(new URL(`/${name}`, databaseUrl).href, log, { size: 1 })
  await administrator.run('create extension pg_stat_statements')
  await administrator.run('create extension hstore')
  await administrator.run('create table kept (n serial)')
  await administrator.run('alter extension hstore add table kept')
  await administrator.run('create table foreign_things (n serial)')
  await administrator.run('create function foreign_work() returns int language sql return 1')
  await administrator.run('revoke execute on function foreign_work from public')
  const own = new URL(url)
  own.pathname = `/${name}`
  expect(await migrate(own.href)).toMatchObject({ applied: ['schema.sql'], role: appRole })
  const start = await administrator.row(
    `select has_function_privilege($1, 'pg_stat_statements_reset(oid,oid,bigint,boolean)', 'execute') as extension,
            has_table_privilege($1, 'kept', 'select') as kept, has_table_privilege($1, 'foreign_things', 'insert') as theirs,
            has_sequence_privilege($1, 'foreign_things_n_seq', 'usage') as sequence,
            has_function_privilege($1, 'foreign_work()', 'execute') as work, has_table_privilege($1, 'client', 'insert') as ours`,
    [appRole],
  )
  await administrator.close()
  const opened = ['extension', 'kept', 'theirs', 'sequence', 'work'].map((what) => [what, false])
  expect(start).toEqual({ ...Object.fromEntries(opened), ours: true })
  await db.run(`drop database ${name} with (force)`)
})

test('a login that may create roles grants itself this one', async () => {
  const { login, url } = await newLogin('createrole')
  const name = `maker_${randomUUID().replaceAll('-', '')}`
  await db.run(`create database ${name} owner ${login}`)
  await db.run(`grant ${appRole} to ${login} with admin option, set false, inherit false`)
  const own = new URL(url)
  own.pathname = `/${name}`
  expect((await migrate(own.href)).role).toBe(appRole)
  await db.run(`drop database ${name} with (force)`)
})
