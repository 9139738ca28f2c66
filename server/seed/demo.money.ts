import type { ChargeType } from '@sauda/contract/money/charge'
import { paiseOf } from '@sauda/contract/platform/money'
import {
  approve as approveCharge,
  cancel as cancelCharge,
  pay,
  raise,
  reject as rejectCharge,
} from '../src/money/charge/charge.ts'
import type { AppContext } from '../src/app/app-context.ts'
import { approveAdjustment, requestAdjustment } from '../src/core/ledger/adjustment.ts'
import { makeOffer, reject as rejectLoan } from '../src/money/loan/loan.desk.ts'
import { accept, repay, requestLoan } from '../src/money/loan/loan.ts'
import type { Tx } from '../src/platform/db.ts'
import type { CurrentClient } from '../src/platform/mount.ts'
import { approve, reject } from '../src/money/wallet/wallet.decide.ts'
import { addFund, withdraw } from '../src/money/wallet/wallet.ts'
import { ip, type DemoStaff } from './people.ts'
import { tradingDay, type AddEvent } from './demo.time.ts'

type Clients = Readonly<Record<'verified' | 'offered' | 'large' | 'paidBack' | 'rejected', CurrentClient>>

const dayIn = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

/** Uses the features' own commands, so that the books balance. */
function commands(context: AppContext, tx: Tx, staff: DemoStaff) {
  const { cashier, lender } = staff
  const approvals = { ...context.config.approvals, mode: 'policy' as const }
  const byPolicy = { ...context, config: { ...context.config, approvals } }
  return {
    deposit: async (client: CurrentClient, rupees: number, utr?: string) => {
      const body = { id: client.id, amount: paiseOf(rupees), utr }
      return (await addFund(context, tx, { client, body, ip })).transaction._id
    },
    withdraw: async (client: CurrentClient, rupees: number) => {
      const body = { id: client.id, amount: paiseOf(rupees) }
      return (await withdraw(context, tx, { client, body, ip, confirm: async () => undefined })).transaction._id
    },
    approve: (id: string, reference?: string) => approve(context, tx, { id, operator: cashier, ip, reference }),
    /** By the policy, which the history before was booked without. */
    approveFirst: (id: string) => approve(byPolicy, tx, { id, operator: cashier, ip }),
    reject: (id: string, reason: string) => reject(context, tx, { id, operator: cashier, ip, reason }),
    askLoan: async (client: CurrentClient) => (await requestLoan(context, tx, client, ip))._id,
    offer: async (client: CurrentClient, rupees: number) => {
      const loanId = (await requestLoan(context, tx, client, ip))._id
      const terms = { amount: paiseOf(rupees), ratePercent: 12, months: 12, fee: paiseOf(1000) }
      await makeOffer(context, tx, { operator: lender, loanId, ip }, terms)
      return loanId
    },
    acceptLoan: (client: CurrentClient, loanId: string) => accept(context, tx, { client, loanId, ip }),
    repay: (client: CurrentClient, loanId: string, rupees: number) =>
      repay(context, tx, { client, loanId, amount: paiseOf(rupees), ip }),
    rejectLoanRequest: (loanId: string, reason: string) =>
      rejectLoan(context, tx, { operator: lender, loanId, ip }, reason),
    charge: async (
      client: CurrentClient,
      chargeType: ChargeType,
      description: string,
      rupees: number,
      dueInDays?: number,
    ) => {
      const gst = (paiseOf(rupees) * 18n) / 100n
      const dueDate = dueInDays === undefined ? undefined : dayIn(dueInDays)
      const input = { clientId: client.id, chargeType, description, amount: paiseOf(rupees), gst, dueDate }
      return (await raise(context, tx, { operator: cashier, input, ip }))._id
    },
    pay: (client: CurrentClient, chargeId: string, transactionId: string) =>
      pay(context, tx, {
        client,
        chargeId,
        payment: { paymentMethod: 'UPI', transactionId, remarks: '' },
        ip,
      }),
    approveCharge: (chargeId: string) =>
      approveCharge(context, tx, { operator: cashier, chargeId, shownId: undefined, ip }),
    rejectChargePayment: (chargeId: string, reason: string) =>
      rejectCharge(context, tx, { operator: cashier, chargeId, shownId: undefined, ip }, reason),
    cancelCharge: (chargeId: string, reason: string) =>
      cancelCharge(context, tx, { operator: cashier, chargeId, ip }, reason),
    adjust: async (client: CurrentClient, kind: 'credit' | 'cashback', rupees: number, reason: string) => {
      const body = { clientId: client.id, kind, amount: paiseOf(rupees), reason }
      return (await requestAdjustment(context, tx, { operator: cashier, body, ip }))._id
    },
    approveAdjustment: (adjustmentId: string) =>
      approveAdjustment(context, tx, { operator: staff.cashier2, adjustmentId, ip }),
  }
}

/** Finished requests of the last weeks, so that screens say what is usual. As much comes in as goes out. */
export const routine = [8, 14, 11, 19, 9, 16, 12, 22, 13, 15].map((minutes, index) => ({
  back: 2 + Math.floor(1.7 * index),
  rupees: 4000 + 500 * index,
  utr: `41260000010${index}`,
  reference: `N32426000010${index}`,
  minutes,
}))

function seedRoutine(demo: ReturnType<typeof commands>, client: CurrentClient, on: AddEvent): void {
  const later = (at: Date, minutes: number) => new Date(Number(at) + minutes * 60_000)
  for (const { back, rupees, utr, reference, minutes } of routine) {
    const [asked, payout] = [tradingDay(back, '10:20'), tradingDay(back, '14:10')]
    let id = ''
    on(asked, async () => (id = await demo.deposit(client, rupees, utr)))
    on(later(asked, minutes), () => demo.approve(id, utr))
    on(payout, async () => (id = await demo.withdraw(client, rupees)))
    on(later(payout, 3 * minutes), () => demo.approve(id, reference))
  }
}

/** Requests, loans and charges in every status. */
export function seedMoney(context: AppContext, tx: Tx, staff: DemoStaff, clients: Clients, on: AddEvent): void {
  const demo = commands(context, tx, staff)
  const { verified, offered, large, paidBack, rejected } = clients
  const today = new Date()

  on(tradingDay(23, '10:05'), async () =>
    demo.approve(await demo.deposit(verified, 150_000, '412600000001'), '412600000001'),
  )
  on(tradingDay(22, '16:40'), async () =>
    demo.reject(
      await demo.deposit(verified, 10_000, '412600000002'),
      'We did not find this payment in our bank statement',
    ),
  )
  on(tradingDay(15, '14:05'), async () => demo.approve(await demo.withdraw(verified, 12_000), 'N324260000001'))
  on(tradingDay(13, '11:50'), async () =>
    demo.reject(await demo.withdraw(verified, 3000), 'The bank did not accept the payment'),
  )
  on(tradingDay(10, '10:15'), async () =>
    demo.approveAdjustment(await demo.adjust(verified, 'cashback', 250, 'Welcome cashback')),
  )
  seedCharges(demo, verified, on)
  seedRoutine(demo, large, on)
  on(today, async () => {
    const running = await demo.offer(verified, 100_000)
    await demo.acceptLoan(verified, running)
    await demo.repay(verified, running, 10_000)
    await demo.deposit(verified, 25_000, '412600000003')
    await demo.withdraw(verified, 18_500.5)
    // The UTR of a rejected deposit: the desk shows a warning.
    await demo.deposit(offered, 25_000, '412600000002')
    await demo.offer(offered, 50_000)
  })

  on(tradingDay(12, '09:50'), async () =>
    demo.approve(await demo.deposit(large, 250_000, '412600000004'), '412600000004'),
  )
  on(tradingDay(8, '12:25'), async () =>
    demo.approve(await demo.deposit(paidBack, 90_000, '412600000005'), '412600000005'),
  )
  on(today, async () => {
    // Above the threshold: the first of two approvals.
    await demo.approveFirst(await demo.withdraw(large, 75_000))
    await demo.askLoan(large)
    const closed = await demo.offer(paidBack, 20_000)
    const { payoff = 0 } = await demo.acceptLoan(paidBack, closed)
    await demo.repay(paidBack, closed, payoff)
    await demo.withdraw(paidBack, 60_000)
    await demo.rejectLoanRequest(await demo.askLoan(rejected), 'We need to know more about you before we can lend')
    await demo.deposit(rejected, 5000)
    await demo.adjust(rejected, 'credit', 500, 'Goodwill for a delayed deposit')
  })
}

function seedCharges(demo: ReturnType<typeof commands>, client: CurrentClient, on: AddEvent): void {
  on(tradingDay(7, '17:10'), async () => {
    const approved = await demo.charge(client, 'Government Charge', 'Stamp duty on last month’s trades', 340.5)
    await demo.pay(client, approved, '412600000011')
    await demo.approveCharge(approved)
  })
  on(tradingDay(6, '17:20'), async () => {
    const rejected = await demo.charge(client, 'Other', 'Paper statement sent by post', 100)
    await demo.pay(client, rejected, '412600000012')
    await demo.rejectChargePayment(rejected, 'We did not find this payment in our bank statement')
  })
  on(tradingDay(2, '17:30'), () => demo.charge(client, 'Brokerage', 'Trades of this month', 1250, 21))
  on(tradingDay(2, '17:40'), async () => {
    const twice = await demo.charge(client, 'Brokerage', 'Trades of this month', 1250, 21)
    await demo.cancelCharge(twice, 'This charge was raised twice')
  })
  on(new Date(), async () => {
    const paid = await demo.charge(client, 'Brokerage', 'Brokerage on last month’s trades', 980, 7)
    await demo.pay(client, paid, '412600000013')
  })
}
