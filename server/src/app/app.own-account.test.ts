import { createHash } from 'node:crypto'
import { features } from '@sauda/contract/calls'
import { type Call, pathOf } from '@sauda/contract/platform/call'
import { commonErrors } from '@sauda/contract/platform/error'
import { describe, expect, test } from 'vitest'
import { everyCall } from '../../test/every-call.ts'
import { withoutNetwork } from '../../test/inject.ts'
import { signerSettings } from '../../test/note-signer.ts'
import { testServer } from '../../test/server.ts'
import { requireRow } from '../platform/db.ts'

const server = withoutNetwork(await testServer({ ...signerSettings(), RATE_LIMITS: 'off' }))
const { db, call, app } = server
const valid = await everyCall(server)

/** The calls of the desk by which an operator requests or decides something about one client. */
const calls = [
  'kyc.decide',
  'kyc.correct',
  'setting.approve',
  'setting.reject',
  'client.setState',
  'client.setTradingAccount',
  'client.setNoteDelivery',
  'wallet.approve',
  'wallet.reject',
  'reconciliation.approve',
  'reconciliation.credit',
  'settlement.retain',
  'payout.create',
  'loan.offer',
  'loan.reject',
  'approval.reject',
  'charge.raise',
  'charge.approve',
  'charge.reject',
  'charge.cancel',
  'trade-charge.assignPlan',
  'trade.buy',
  'trade.sell',
  'reversal.request',
  'reversal.approve',
  'reversal.reject',
  'contract-note.reissue',
  'clearing.addShortage',
  'clearing.closeShortage',
  'clearing.reopenShortage',
  'clearing.endShortage',
  'ledger.requestAdjustment',
  'ledger.approveAdjustment',
  'ledger.rejectAdjustment',
  'client.unfreeze',
  'complaint.record',
  'complaint.reply',
  'complaint.passOn',
  'complaint.close',
  'note.add',
  'note.end',
  'privacy.complete',
  'privacy.reject',
  'queue.hold',
  'queue.resume',
  'queue.assign',
  'message.send',
]

/** With the e-mail address of the newest client, in policy mode, as the only administrator, who has every right. */
async function asClient<Result>(token: string, work: () => Promise<Result>): Promise<Result> {
  const hash = createHash('sha256').update(token).digest()
  const { id, email } = await requireRow(
    db.row<{ id: string; email: string }>(
      'select o.id, o.email from operator o join session s on s.operator_id = o.id where s.token_hash = $1',
      [hash],
    ),
  )
  await db.run(
    'update operator set email = (select c.email from client c order by c.number desc limit 1) where id = $1',
    [id],
  )
  await db.run("update operator set role = 'auditor' where id <> $1 and role = 'admin'", [id])
  Object.assign(app.context.config.approvals, { mode: 'policy' })
  const result = await work()
  Object.assign(app.context.config.approvals, { mode: 'single' })
  await db.run("update operator set role = 'admin' where role = 'auditor'")
  await db.run('update operator set email = $2 where id = $1', [id, email])
  return result
}

describe('an operator who is a client too does not make this call about their own account, and another one does', () => {
  test.each(calls)('%s', async (name) => {
    const [feature = '', own = ''] = name.split('.')
    const { method, path } = (features[feature] as Readonly<Record<string, Call>>)[own] as Call
    const { token = '', params = {}, headers, body } = (await valid[name]?.()) ?? {}
    const make = () => call(method, pathOf(path, params), { token, ...(headers && { headers }), ...(body && { body }) })
    expect(await asClient(token, make)).toMatchObject({ status: 409, body: commonErrors.ownAccount })
    expect(await make()).toMatchObject({ status: 200 })
  })
})
