import type { PayoutBatch } from '@sauda/contract/money/payout'
import { payoutLayouts, type PayoutLayout } from '@sauda/contract/money/payout-layout'
import { dayInIndia } from '../src/platform/india.ts'
import type { MoneyClient } from './money.ts'
import { statementForm } from './reconciliation.ts'
import type { TestServer } from './server.ts'

type Caller = { readonly token: string }

export const layoutNamed = (name: string): PayoutLayout => {
  const layout = payoutLayouts.find((each) => each.name === name)
  if (!layout) throw new Error(`no layout ${name}`)
  return { ...layout, corporateCode: 'SAUD' }
}

let count = 0

/** A bank account of the broker with a layout, without the approval of its changes. */
export async function payingBank({ db }: TestServer, name = 'HDFC ENet', ifsc = 'HDFC0001234'): Promise<string> {
  count += 1
  const row = await db.row<{ id: string }>(
    `with b as (insert into broker_bank (name, account_number, ifsc, upi_id, upi_name, receives)
                values ($1, $2, $3, 'pay@bank', 'Broker', false) returning id),
          l as (insert into payout_layout (bank_id, layout) select id, $4 from b)
     select id from b`,
    [`${name} ${count}`, String(50_100_000_000_000 + count), ifsc, JSON.stringify(layoutNamed(name))],
  )
  return row?.id ?? ''
}

/** The calls an operator makes for payout batches. */
export function atPayouts({ call }: TestServer, by: Caller) {
  const answer = (batchId: string, text: string, rest = '', { token }: Caller = by) =>
    call('POST', `/desk/payouts/${batchId}/answer${rest}`, { token, body: statementForm(text, 'answer.csv') })
  return {
    withdraw: async ({ id, token }: MoneyClient, amount: number): Promise<string> => {
      const { status, body } = await call('POST', '/user/wallet/withdraw', { token, body: { id, amount } })
      if (status !== 200) throw new Error(body.message)
      return body.transaction._id
    },
    create: (bankId: string, withdrawals: readonly string[], { token }: Caller = by) =>
      call('POST', '/desk/payouts', { token, body: { bankId, withdrawals } }),
    batch: async (
      id: string,
    ): Promise<PayoutBatch & { payouts: { _id: string; transactionId: string; status: string }[] }> =>
      (await call('GET', `/desk/payouts/${id}`, { token: by.token })).body,
    decide: (proposalId: string | undefined, { token }: Caller, verb = 'approve') =>
      call('POST', `/desk/proposals/${proposalId}/${verb}`, { token }),
    file: (id: string, { token }: Caller = by) => call('GET', `/desk/payouts/${id}/file`, { token }),
    preview: (id: string, text: string) => answer(id, text, '/preview'),
    answer: (id: string, text: string, token?: Caller) => answer(id, text, '', token),
    cancel: (id: string, reason = 'The bank did not take the file') =>
      call('POST', `/desk/payouts/${id}/cancel`, { token: by.token, body: { reason } }),
  }
}

/** Makes today a date of both settlements; returns it. */
export async function settleToday({ db }: TestServer): Promise<string> {
  const day = dayInIndia(new Date())
  await db.run(
    `insert into calendar_day (day, kind, name) values ($1, 'monthly', 'Monthly'), ($1, 'quarterly', 'Quarterly')
     on conflict do nothing`,
    [day],
  )
  return day
}

/** A line of HDFC's reverse file. */
export const hdfcLine = (name: string, amount: string, utr: string, status = 'E', reason = '') =>
  [name, 'RAVI', '123456789012', 'HDFC0000001', 'SB', amount, '20261121', utr, status, reason].join(',')
