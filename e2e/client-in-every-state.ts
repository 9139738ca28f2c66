import type { Sauda } from './harness.ts'
import { atDesk, clientWith, newUtr, raiseCharge, reportPayment } from './money.ts'
import { call, type Cards, type Client } from './people.ts'

type Waiting = 'deposit' | 'withdrawal' | 'loan' | 'charge'

/** A client with requests, charges, loans and trades in every state; the pending ones await the desk. */
export async function clientInEveryState(
  sauda: Sauda,
  cards: Cards,
): Promise<{ client: Client; waiting: Record<Waiting, string> }> {
  const client = await clientWith(sauda, cards, 'Rukmini', 1_12_345.5)
  const { token, userId } = client
  const withdraw = async (amount: number) => {
    const body = { id: userId, amount }
    const answer = await call<{ transaction: { _id: string } }>(sauda, 'POST', '/user/wallet/withdraw', { token, body })
    return answer.transaction._id
  }
  await atDesk(sauda, `/wallet/transactions/${await withdraw(400)}/approve`, { reference: `HDFCN${newUtr()}` })
  await atDesk(sauda, `/wallet/transactions/${await withdraw(500)}/reject`, { reason: 'You asked us to cancel it' })
  const withdrawal = await withdraw(60_000)
  const { _id: deposit } = await reportPayment(sauda, client, 500)
  await reportPayment(sauda, client, 500)

  const charges: string[] = []
  for (const chargeType of ['Profit Sharing', 'Government Charge', 'GST', 'TDS'])
    charges.push(
      (
        await raiseCharge(sauda, client, {
          chargeType,
          description: 'For October, as computed in the note sent on 3 November',
          amount: 1234.5,
          ...(chargeType !== 'GST' && { gst: 222.21 }),
          dueDate: '2031-01-15',
        })
      )._id,
    )
  const [, approved, rejected, charge = ''] = charges
  for (const each of [approved, rejected, charge])
    await call(sauda, 'POST', `/user/charges/${each}/pay`, { token, body: { transactionId: newUtr() } })
  await atDesk(sauda, `/charges/${approved}/approve`, {})
  const reason = 'We did not find this payment in our bank statement'
  await atDesk(sauda, `/charges/${rejected}/reject`, { reason })

  await call(sauda, 'POST', `/user/loan/request/${userId}`, { token, body: {} })
  const [{ _id: loan } = { _id: '' }] = await call<{ _id: string }[]>(
    sauda,
    'GET',
    `/user/loan/get-loans-by-user/${userId}`,
    { token },
  )
  return { client, waiting: { deposit, withdrawal, loan, charge } }
}
