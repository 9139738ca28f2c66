import { reason, type Things, type Valid } from './call-things.ts'
import { layoutNamed, payingBank } from './payout.ts'
import { newUtr, statementForm, statementText } from './reconciliation.ts'

/** As in every-call.ts, of the broker's bank accounts. */
export function bankCalls(things: Things): Readonly<Record<string, () => Promise<Valid>>> {
  const { server, requested, batched, settleable, atDesk, made, desk, brokerAccount, closable, withoutBalance } = things
  return {
    'broker-bank.add': async () => atDesk({ body: brokerAccount() }),
    'broker-bank.edit': async () => {
      const { _id } = await made(desk('bank-accounts', brokerAccount()))
      return atDesk({ params: { accountId: _id }, body: brokerAccount() })
    },
    'broker-bank.open': async () => {
      const { _id } = await made(desk('bank-accounts', brokerAccount()))
      return atDesk({ params: { accountId: _id }, body: { day: '2026-04-01', amount: 1000 } })
    },
    'broker-bank.reverseOpening': async () => {
      const { _id } = await made(desk('bank-accounts', brokerAccount()))
      await made(desk(`bank-accounts/${_id}/opening`, { day: '2026-04-01', amount: 1000 }))
      return atDesk({ params: { accountId: _id }, body: { reason } })
    },
    'bank-day.enterBalance': async () => atDesk(await withoutBalance()),
    'bank-statement.correct': async () => atDesk(await contradicting(things)),
    'bank-statement.explain': async () => atDesk(await contradicting(things)),
    'bank-statement.withdraw': async () => atDesk(await contradicting(things)),
    'bank-day.close': async () => atDesk(await closable()),
    'calendar.add': async () => atDesk({ body: { day: '2031-03-12', kind: 'holiday', name: 'Holi' } }),
    'calendar.remove': async () => atDesk({ body: { day: '2031-01-26', kind: 'holiday' } }),
    'settlement.retain': async () => {
      const { day, id } = await settleable()
      return atDesk({ body: { day, clientId: id, amount: 100, reason: 'margin' } })
    },
    'settlement.settle': async () => {
      const { day, id } = await settleable()
      return atDesk({ body: { day, bankId: await payingBank(server), clients: [id] } })
    },
    'payout.stop': async () => atDesk({ body: { reason } }),
    'payout.resume': async () => {
      await server.db.run("update payout_stop set stopped_at = date_trunc('milliseconds', now()), reason = 'Test'")
      return atDesk({ body: { reason } })
    },
    'payout.create': async () =>
      atDesk({ body: { bankId: await payingBank(server), withdrawals: [await requested('withdraw')] } }),
    'payout.leaveOut': async () => {
      const { batchId, withdrawal } = await batched(false, 2)
      return atDesk({ params: { batchId }, body: { withdrawals: [withdrawal] } })
    },
    'payout.cancel': async () => atDesk({ params: { batchId: (await batched(true)).batchId }, body: { reason } }),
    'payout.saveLayout': async () =>
      atDesk({ params: { bankId: await payingBank(server) }, body: layoutNamed('Kotak CMS') }),
    'reconciliation.saveLayout': async () => {
      const { _id } = await made(desk('bank-accounts', brokerAccount()))
      const body = { header: ['When', 'What', 'Out', 'In'], date: 0, text: 1, withdrawal: 2, deposit: 3 }
      return atDesk({ params: { bankAccountId: _id }, body })
    },
  }
}

/** A statement that lacks a line of an earlier one. */
async function contradicting({ bank, call, made, desk, brokerAccount, token }: Things) {
  const { _id } = await made(desk('bank-accounts', brokerAccount()))
  const [first, second] = [
    { text: `A ${newUtr()}`, credit: 1, ago: 3 },
    { text: `B ${newUtr()}`, credit: 1, ago: 1 },
  ]
  for (const lines of [
    [first, { text: 'Between', credit: 1, ago: 2 }, second],
    [first, second],
  ])
    await made(bank.send(`/statements?bankAccountId=${_id}`, statementForm(statementText(lines))))
  const { contradictions } = await made(call('GET', '/desk/reconciliation/contradictions', { token }))
  return { params: { statementId: contradictions.at(-1).statementId as string }, body: { reason } }
}
