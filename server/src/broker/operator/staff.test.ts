import { randomUUID } from 'node:crypto'
import { operatorErrors } from '@sauda/contract/broker/operator'
import { describe, expect, test } from 'vitest'
import { newOperator } from '../../../test/operator.ts'
import { testServer } from '../../../test/server.ts'
import { ensureFirstOperator, rejectCommonPassword } from './first.ts'

const server = await testServer({ RATE_LIMITS: 'off' })
const admin = await newOperator(server, 'admin', 'Meera Admin')
const add = (body: object, token = admin.token) => server.call('POST', '/desk/operators', { token, body })
const disable = (id: string, token = admin.token) => server.call('POST', `/desk/operators/${id}/disable`, { token })

describe('operators', () => {
  test('are added with a first password that is shown once and works', async () => {
    const { status, body } = await add({ name: 'Ravi Dealer', email: 'Ravi@Desk.example', role: 'dealer' })
    expect(status).toBe(200)
    expect(body.password).toMatch(/^[a-z0-9]{4}(-[a-z0-9]{4}){3}$/)
    const login = await server.call('POST', '/desk/login', {
      body: { email: 'ravi@desk.example', password: body.password },
    })
    expect(login.body).toMatchObject({ role: 'dealer', name: 'Ravi Dealer' })
    const list = await server.call('GET', '/desk/operators', { token: admin.token })
    expect(list.body.operators).toContainEqual(
      expect.objectContaining({
        name: 'Ravi Dealer',
        email: 'ravi@desk.example',
        role: 'dealer',
        disabled: false,
        lastSeenAt: expect.any(String),
      }),
    )
    expect(JSON.stringify(list.body)).not.toMatch(/password|argon2/)
    const [row] = await server.db.rows<{ after: object }>(
      "select after from audit where action = 'operator.add' and subject_id = $1",
      [body.operator._id],
    )
    expect(row?.after).toEqual({ name: 'Ravi Dealer', email: 'ravi@desk.example', role: 'dealer' })
  })

  test('have an address of their own and one of the roles', async () => {
    const again = { name: 'Meera Two', email: admin.email, role: 'admin' }
    expect(await add(again)).toMatchObject({ status: 409, body: operatorErrors.emailTaken })
    expect(await add({ ...again, role: 'king' })).toMatchObject({
      status: 400,
      body: { message: 'Choose one of the roles' },
    })
  })

  test('are disabled at once, but cannot disable themselves', async () => {
    const leaver = await newOperator(server, 'reviewer')
    expect((await disable(leaver.id)).status).toBe(200)
    expect((await disable(leaver.id)).status).toBe(200)
    expect((await server.call('GET', '/desk/me', { token: leaver.token })).status).toBe(401)
    const rows = await server.db.rows("select from audit where action = 'operator.disable' and subject_id = $1", [
      leaver.id,
    ])
    expect(rows).toHaveLength(1)
    expect(await disable(admin.id)).toMatchObject({ status: 409, body: operatorErrors.notYourself })
    expect((await disable(randomUUID())).status).toBe(404)
  })

  test('who disable each other at once do not leave the desk without an administrator', async () => {
    for (let round = 0; round < 10; round++) {
      const pair = [await newOperator(server, 'admin'), await newOperator(server, 'admin')] as const
      await Promise.all([disable(pair[0].id, pair[1].token), disable(pair[1].id, pair[0].token)])
      const left = await server.db.rows('select from operator where id = any($1) and disabled_at is null', [
        pair.map(({ id }) => id),
      ])
      expect(left).toHaveLength(1)
    }
  })
})

describe('the first operator', () => {
  test('is made from ADMIN_EMAIL and ADMIN_PASSWORD, once, by one of several processes', async () => {
    const fresh = await testServer({ ADMIN_EMAIL: 'Boss@desk.example', ADMIN_PASSWORD: 'Sunrise-Over-Dalal-7' })
    const said: string[] = []
    const ensure = () => ensureFirstOperator(fresh.app.context, (line) => said.push(line))
    await Promise.all([ensure(), ensure(), ensure()])
    await ensure()
    expect(await fresh.db.rows('select email, role from operator')).toEqual([
      { email: 'boss@desk.example', role: 'admin' },
    ])
    expect(said).toEqual([])
    const body = { email: 'boss@desk.example', password: 'Sunrise-Over-Dalal-7' }
    expect((await fresh.call('POST', '/desk/login', { body })).status).toBe(200)
  })

  test('otherwise gets a generated password, printed once', async () => {
    const fresh = await testServer()
    const said: string[] = []
    await ensureFirstOperator(fresh.app.context, (line) => said.push(line))
    await ensureFirstOperator(fresh.app.context, (line) => said.push(line))
    expect(said).toHaveLength(1)
    const [, email, password] = /First operator: (\S+) {2}password: (\S+)/.exec(said[0] ?? '') ?? []
    expect((await fresh.call('POST', '/desk/login', { body: { email, password } })).status).toBe(200)
  })

  test('may not have a common password', () => {
    const brandName = 'Sauda'
    expect(() => rejectCommonPassword({ adminPassword: 'PassWord123', brandName })).toThrow(
      'among the most used passwords',
    )
    for (const adminPassword of ['Sunrise-Over-Dalal-7', undefined]) rejectCommonPassword({ adminPassword, brandName })
  })
})
