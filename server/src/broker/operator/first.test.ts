import { operatorErrors } from '@sauda/contract/broker/operator'
import { describe, expect, test } from 'vitest'
import { liveSettings } from '../../../test/live.ts'
import { testServer, type TestServer } from '../../../test/server.ts'
import { StartError } from '../../platform/postgres/start-error.ts'
import { ensureFirstOperator } from './first.ts'

const live = await testServer(liveSettings)
const context = { ...live.app.context, config: { ...live.app.context.config, adminEmail: undefined } }

test('live mode never prints a password: without ADMIN_EMAIL the first start is rejected', async () => {
  const lines: string[] = []
  await expect(ensureFirstOperator(context, (line) => lines.push(line))).rejects.toThrow(StartError)
  expect(lines).toEqual([])
  expect(await live.db.rows('select from operator')).toEqual([])
})

test('with ADMIN_EMAIL alone, a link to choose the password is mailed, and works once', async () => {
  const adminEmail = 'first@broker.example'
  const lines: string[] = []
  await ensureFirstOperator({ ...context, config: { ...context.config, adminEmail } }, (line) => lines.push(line))
  expect(lines).toEqual([`First operator: ${adminEmail}  (a link to choose the password was mailed)`])
  const invitation = /\/desk\/invitation#(\S+)/.exec((await live.mailTo(adminEmail))?.text ?? '')?.[1]
  const accept = () => live.call('POST', '/desk/invitation', { body: { invitation, newPassword: 'Quiet-River-2719' } })
  expect((await accept()).status).toBe(200)
  expect((await accept()).status).not.toBe(200)
})

describe('the only operator who did not choose a password within a day', () => {
  const adminEmail = 'first@broker.example'
  const adminPassword = 'Sunrise-Over-Dalal-7'
  const start = async (on: TestServer, settings: { adminEmail: string; adminPassword?: string }) => {
    const lines: string[] = []
    const { context } = on.app
    await ensureFirstOperator({ ...context, config: { ...context.config, ...settings } }, (line) => lines.push(line))
    return lines
  }
  const dayLater = (on: TestServer) =>
    on.db.run(
      "update operator set created_at = created_at - interval '25 hours', reset_at = reset_at - interval '25 hours'",
    )
  const acceptNewest = async (on: TestServer) => {
    const invitation = /\/desk\/invitation#(\S+)/.exec((await on.mailTo(adminEmail))?.text ?? '')?.[1]
    return on.call('POST', '/desk/invitation', { body: { invitation, newPassword: 'Quiet-River-2719' } })
  }
  const again = [`First operator: ${adminEmail}  (a new link to choose the password was mailed)`]

  test('gets another link at the next start, and none after the first login', async () => {
    const on = await testServer(liveSettings)
    await start(on, { adminEmail })
    expect(await start(on, { adminEmail })).toEqual([])
    await dayLater(on)
    expect(await start(on, { adminEmail })).toEqual(again)
    expect(await start(on, { adminEmail })).toEqual([])
    expect((await acceptNewest(on)).status).toBe(200)
    const body = { email: adminEmail, password: 'Quiet-River-2719' }
    expect((await on.call('POST', '/desk/login', { body })).status).toBe(200)
    await dayLater(on)
    expect(await start(on, { adminEmail })).toEqual([])
  })

  test('has no rights with ADMIN_PASSWORD, which expires in live mode; without it the next start mails a link', async () => {
    const on = await testServer(liveSettings)
    expect(await start(on, { adminEmail, adminPassword })).toEqual([])
    const logIn = () => on.call('POST', '/desk/login', { body: { email: adminEmail, password: adminPassword } })
    expect(await logIn()).toMatchObject({ status: 200, body: { rights: [], need: 'password-change' } })
    await dayLater(on)
    expect(await logIn()).toMatchObject({ status: 401, body: operatorErrors.firstPasswordOver })
    expect(await start(on, { adminEmail, adminPassword })).toEqual([])
    expect(await start(on, { adminEmail })).toEqual(again)
    expect((await acceptNewest(on)).status).toBe(200)
  })
})
