import type { Loan } from '@sauda/contract/money/loan'
import type { StoredTerms } from '../src/money/loan/loan.terms.ts'
import { requireRow } from '../src/platform/db.ts'
import { addDays } from '../src/platform/india.ts'
import { insertLotsOf } from '../src/trading/trade/lot.sql.ts'
import type { MoneyClient } from './money.ts'
import type { NewOperator } from './operator.ts'
import type { TestServer } from './server.ts'

export const exampleOffer = { amount: 60_000, ratePercent: 12, months: 6, fee: 600 }

/** The calls of a loan, up to the state a test needs. */
export function loanSteps(server: TestServer, lender: NewOperator) {
  const { call } = server
  const mustBe = async (answer: ReturnType<typeof call>) => {
    const { status, body } = await answer
    if (status !== 200) throw new Error(body.message)
    return body
  }
  const request = async ({ id, token }: MoneyClient): Promise<Loan> =>
    (await mustBe(call('POST', `/user/loan/request/${id}`, { token, body: { userId: id } }))).loan
  const offered = async (client: MoneyClient, offer: Partial<typeof exampleOffer> = {}): Promise<Loan> => {
    const { _id } = await request(client)
    return mustBe(
      call('POST', `/desk/loans/${_id}/offer`, { token: lender.token, body: { ...exampleOffer, ...offer } }),
    )
  }
  const running = async (client: MoneyClient, offer: Partial<typeof exampleOffer> = {}): Promise<Loan> => {
    const { _id } = await offered(client, offer)
    return (await mustBe(call('POST', '/user/loan/accept', { token: client.token, body: { loanId: _id } }))).loan
  }
  return { request, offered, running }
}

/** Moves everything about an accepted loan into the past. All months keep their lengths, from which interest follows. */
export async function backdateLoan({ db }: TestServer, loanId: string, days: number): Promise<void> {
  await db.transaction(async (tx) => {
    // Bypasses the triggers for this session only, because other tests use the tables.
    await tx.run('set local session_replication_role = replica')
    await tx.run('update loan_repayment set paid_on = paid_on - $2::int where loan_id = $1', [loanId, days])
    const row = await requireRow(tx.row<{ terms: StoredTerms }>('select terms from loan where id = $1', [loanId]))
    await tx.run('update loan set accepted_at = accepted_at - make_interval(days => $2), terms = $3 where id = $1', [
      loanId,
      days,
      JSON.stringify(earlierTerms(row.terms, days)),
    ])
  })
}

/** The same schedule, due some days earlier. */
export function earlierTerms<T extends { schedule: readonly { dueDate: string }[] }>(terms: T, days: number): T {
  return { ...terms, schedule: terms.schedule.map((part) => ({ ...part, dueDate: addDays(part.dueDate, -days) })) }
}

/** Uses borrowed money for a position of one TCS, as a buy does when the balance is empty. */
export async function useLoan({ db }: TestServer, clientId: string, paise: bigint): Promise<void> {
  await db.run(
    `with position as (
       insert into trade (id, client_id, action, stock, quantity, price, amount, cost, loan_part, booked_by)
       values (gen_random_uuid(), $1, 'BUY', 'TCS', 1, $2::numeric / 100, $2, $2, $2, (select id from operator limit 1))
       returning *), lots as (${insertLotsOf('position')})
     select book_journal(gen_random_uuid(), 'trade.bought', client_id, id, null, '{loan,securities}', '{invested,clearing}', array[cost, cost])
       from position`,
    [clientId, paise],
  )
}
