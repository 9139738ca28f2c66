import { signerSettings } from '../../test/note-signer.ts'
import { roles, type Role } from '@sauda/contract/broker/operator'
import { describe, expect, test } from 'vitest'
import { withoutNetwork } from '../../test/inject.ts'
import { moneyClient } from '../../test/money.ts'
import { establishedOperator, type NewOperator } from '../../test/operator.ts'
import { ask, callNamed, rightsTable, rows, type Row } from '../../test/rights.ts'
import { testServer, type Answer } from '../../test/server.ts'
import { tradeSteps } from '../../test/trade.ts'
import { walletSteps } from '../../test/wallet.ts'

const server = withoutNetwork(await testServer({ ...signerSettings(), RATE_LIMITS: 'off', APPROVALS: 'policy' }))
const { call } = server
const staff = Object.fromEntries(
  await Promise.all(
    Object.keys(roles).map(async (role) => [
      role,
      [
        await establishedOperator(server, role as Role, 'Asha'),
        await establishedOperator(server, role as Role, 'Bela'),
      ],
    ]),
  ),
) as Record<Role, [NewOperator, NewOperator]>

const nobody = '00000000-0000-7000-8000-000000000000'
/** Calls that decide several kinds are made about real cases by app.every.test.ts. */
const guarded = rows().filter(({ name }) => !name.includes('('))

test.each(guarded.map((row): [string, Row] => [row.name, row]))(
  '%s answers one of two administrators as docs/api.md says',
  async (name, row) => {
    const { path, words } = row.call
    const ids = [...path.matchAll(/:(\w+)/g)].map(([, id = '']) => [id, words?.[id]?.[0] ?? nobody])
    const token = /logout|session\./.test(name)
      ? (await establishedOperator(server, 'admin')).token
      : staff.admin[0].token
    const { verdict } = await ask(server, row, token, { params: Object.fromEntries(ids) })
    expect(verdict).toBe(row.answers['admin'])
  },
)

describe('what needs two people', () => {
  const reason = 'Something to read'
  const desk = (by: NewOperator, path: string, body: object = {}) =>
    call('POST', `/desk/${path}`, { token: by.token, body })
  const { buy } = tradeSteps(server, staff.dealer[0])

  /** By the name of the call: what the maker did, and the call that completes it. */
  const steps: Record<string, () => Promise<(by: 0 | 1) => Promise<Pick<Answer, 'status' | 'body'>>>> = {
    'wallet.approve': async () => {
      const client = await moneyClient(server, { rupees: 90_000 })
      const wallet = walletSteps(server, staff.cashier[0])
      const id = await wallet.withdraw(client, 60_000)
      const reference = `N${client.id.replaceAll('-', '').slice(-12)}`
      const approve = (by: 0 | 1) => wallet.approve(id, reference, staff.cashier[by])
      expect((await approve(0)).body).toMatchObject({ status: 'pending', waitsForSecond: true })
      return approve
    },
    'reversal.approve': async () => {
      const { _id } = await buy(await moneyClient(server, { rupees: 90_000 }), 'TCS', 1, 100)
      const { body } = await desk(staff.dealer[0], `trades/${_id}/reversal`, { reason })
      return (by) => desk(staff.dealer[by], `reversals/${body._id}/approve`)
    },
    'ledger.approveAdjustment': async () => {
      const wanted = { clientId: (await moneyClient(server)).id, kind: 'credit', amount: 5, reason }
      const { body } = await desk(staff.cashier[0], 'ledger/adjustments', wanted)
      return (by) => desk(staff.cashier[by], `ledger/adjustments/${body._id}/approve`)
    },
    'approval.approve': async () => {
      const wanted = { name: 'Ravi', email: 'ravi@staff.example', role: 'support' }
      expect((await desk(staff.admin[0], 'operators', wanted)).body).toMatchObject({ waitsForSecond: true })
      const row = await server.db.row<{ id: string }>('select id from proposal order by created_at desc limit 1')
      return async (by) => {
        const { token } = staff.admin[by]
        const { version } = (await call('GET', `/desk/proposals/${row?.id}`, { token })).body
        return desk(staff.admin[by], `proposals/${row?.id}/approve`, { version })
      }
    },
  }

  const table = rightsTable('call', 'the maker')
  test('is in docs/api.md', () => {
    expect(table.map(({ call: name }) => name).toSorted()).toEqual(Object.keys(steps).toSorted())
  })

  test.each(table.map((row): [string, Record<string, string>] => [row['call'] ?? '', row]))(
    '%s rejects the maker and accepts the second operator',
    async (name, row) => {
      const complete = await steps[name]?.()
      if (!complete) throw new Error(`no steps for ${name}`)
      const rejected = await complete(0)
      expect(String(rejected.status)).toBe(row['maker'])
      expect(callNamed(name).errors?.map(({ message }) => message)).toContain(rejected.body.message)
      expect(row['second operator']).toBe('yes')
      expect((await complete(1)).status).toBe(200)
    },
  )
})
