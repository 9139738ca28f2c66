import { expect, test } from 'vitest'
import { eventually } from '../../../test/events.ts'
import { testServer } from '../../../test/server.ts'
import { sealLag } from './seal.ts'

const server = await testServer()
const { db } = server.app.context

test('audit rows that stay unsealed behind a transaction that does not end are noticed', async () => {
  await eventually(async () => (await sealLag(db)) === 0)
  let end = () => {}
  let isHeld = false
  const held = server.db.transaction(async (tx) => {
    await tx.run("insert into throttle (key, count, resets_at) values ('holds', 1, now())")
    isHeld = true
    await new Promise<void>((resolve) => (end = resolve))
  })
  await eventually(() => isHeld)
  await server.db.run(`insert into audit (era, actor_kind, actor_name, action, at)
    select era, 'system', 'test', 'test.row', now() - interval '5 minutes' from audit_era`)
  expect(await sealLag(db)).toBeGreaterThan(200)
  end()
  await held
  let lag: number | undefined
  await eventually(async () => (lag = await sealLag(db)) === 0)
  expect(lag).toBe(0)
})
