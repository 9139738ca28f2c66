import type { ChargeStatus } from '@sauda/contract/money/charge'
import type { LoanStatus, LoanTerms } from '@sauda/contract/money/loan'
import type { PaidDay } from '../../src/money/loan/loan.interest.ts'
import type { MoneyClient } from '../money.ts'
import type { Answer, TestServer } from '../server.ts'

/** The expected state of one client, in paise; commands update it along with the server. */
export type ClientModel = {
  readonly client: MoneyClient
  cash: bigint
  invested: bigint
  loan: bigint
  cashback: bigint
  withheld: bigint
  /** Broker accounts, as far as this client's journals touch them. */
  bank: bigint
  fees: bigint
  gst: bigint
  loans_receivable: bigint
  cashback_expense: bigint
  adjustment: bigint
  /** Realised profit of the sales. */
  clearing: bigint
  bankDetails: 'none' | 'set' | 'changed'
  readonly requests: RequestModel[]
  readonly adjustments: AdjustmentModel[]
  /** The newest loan. */
  lending: LoanModel | undefined
  readonly charges: ChargeModel[]
  readonly positions: PositionModel[]
  readonly sales: SaleModel[]
  readonly reversals: ReversalModel[]
}
export type RequestModel = {
  id: string
  type: 'added' | 'withdrawal'
  amount: bigint
  status: 'pending' | 'approved' | 'rejected'
}
export type AdjustmentModel = {
  id: string
  kind: 'credit' | 'debit' | 'cashback'
  amount: bigint
  isOpen: boolean
}
export type LoanModel = { id: string; status: LoanStatus; terms?: LoanTerms; acceptedOn?: string; paid: PaidDay[] }
export type ChargeModel = { id: string; status: ChargeStatus; amount: bigint; gst: bigint; transactionId?: string }
/** Quantities and prices in hundred-millionths. */
export type PositionModel = {
  id: string
  isWhole: boolean
  price: bigint
  bought: bigint
  open: { quantity: bigint; cost: bigint; loanPart: bigint }
  isReversed: boolean
}
export type SaleModel = {
  id: string
  position: PositionModel
  quantity: bigint
  proceeds: bigint
  cost: bigint
  loanPart: bigint
  /** The amount returned to the unused loan. */
  toLoan: bigint
  isReversed: boolean
}
export type ReversalModel = {
  id: string
  booked: { readonly position: PositionModel; readonly sale?: SaleModel }
  isOpen: boolean
}

export type MoneyModel = {
  readonly clients: ClientModel[]
  /** Transaction IDs taken, each with what took it; those of withdrawals are distinct from those of receipts. */
  readonly references: Map<string, string>
}

export type MoneyReal = {
  readonly server: TestServer
  /** Session of an operator who may lend, raise and decide charges. */
  readonly deskToken: string
  /** Session of another such operator. */
  readonly secondToken?: string
  /** True where the runner compares everything with the model after each command, and nothing after a rejection. */
  readonly checked?: boolean
  /** The day in India. */
  readonly today: string
}

export function newClientModel(client: MoneyClient): ClientModel {
  const none = { cash: 0n, invested: 0n, loan: 0n, cashback: 0n, withheld: 0n }
  return {
    client,
    ...none,
    bank: 0n,
    fees: 0n,
    gst: 0n,
    loans_receivable: 0n,
    cashback_expense: 0n,
    adjustment: 0n,
    clearing: 0n,
    bankDetails: 'set',
    requests: [],
    adjustments: [],
    lending: undefined,
    charges: [],
    positions: [],
    sales: [],
    reversals: [],
  }
}

let worlds = 0
const numbers = new WeakMap<MoneyModel, number>()

/** A number unique among the models, for values that must be unique in the system. */
export function worldOf(model: MoneyModel): number {
  const known = numbers.get(model)
  if (known !== undefined) return known
  worlds += 1
  numbers.set(model, worlds)
  return worlds
}

/** The client a command is about; commands choose by a number of their own. */
export function clientOf({ clients }: MoneyModel, choice: number): ClientModel {
  const chosen = clients[choice % clients.length]
  if (!chosen) throw new Error('the model has no client')
  return chosen
}

const accounts = [
  'cash',
  'invested',
  'loan',
  'cashback',
  'withheld',
  'bank',
  'fees',
  'gst',
  'loans_receivable',
  'cashback_expense',
  'adjustment',
  'clearing',
] as const

/** Throws unless the client's stored figures and the sums of the entries are what the model says. */
export async function agree({ server: { db }, checked }: MoneyReal, model: ClientModel): Promise<void> {
  if (checked) return
  const { id } = model.client
  const stored = await db.row<Record<string, bigint>>('select * from client_ledger where client_id = $1', [id])
  const entries = await db.rows<{ account: string; sum: bigint }>(
    `select account, sum(amount)::bigint as sum from (
       select credit as account, amount from entry where client_id = $1
       union all select debit, -amount from entry where client_id = $1) m group by account`,
    [id],
  )
  compare(model, stored ?? {}, new Map(entries.map(({ account, sum }) => [account, sum])))
}

/** Throws unless a client's stored figures and the sums of its entries are what the model says. */
export function compare(
  model: ClientModel,
  stored: Readonly<Record<string, bigint>>,
  sums: ReadonlyMap<string, bigint>,
): void {
  for (const account of accounts) {
    // The broker side of a client's money has the other sign.
    const sign = houseGives.has(account) ? -1n : 1n
    // Besides profit and loss, clearing has the contra of what positions cost.
    const contra = account === 'clearing' ? (sums.get('securities') ?? 0n) : 0n
    const [wanted, summed, shown] = [model[account], sign * ((sums.get(account) ?? 0n) + contra), stored[account]]
    if (summed !== wanted || (shown !== undefined && shown !== wanted))
      throw new Error(`${account} should be ${wanted}, entries say ${summed}, stored is ${shown}`)
  }
  if (model.invested + (sums.get('securities') ?? 0n) !== 0n)
    throw new Error('securities do not equal what is invested')
  if (model.loan > model.loans_receivable) throw new Error('more borrowed money is unused than is owed')
}

const houseGives: ReadonlySet<string> = new Set([
  'bank',
  'loans_receivable',
  'cashback_expense',
  'adjustment',
  'clearing',
])

/**
 * The rows of a client that a rejected command must not change. Mails change by themselves as they are sent, and the audit
 * rows that count rejected calls are written more than a minute later.
 */
const rowsOf = [
  'select x::text from client_ledger x where client_id = $1',
  'select x::text from journal x where client_id = $1',
  'select x::text from entry x where client_id = $1',
  'select x::text from loan x where client_id = $1',
  'select x::text from loan_repayment x where loan_id in (select id from loan where client_id = $1)',
  'select x::text from charge x where client_id = $1',
  'select x::text from trade x where client_id = $1',
  'select x::text from lot x where client_id = $1',
  'select x::text from payment_reference x where used_by in (select id from charge where client_id = $1)',
  "select x::text from audit x where subject_id = $1::text and action <> 'request.refused'",
  'select m.id::text from mail m join client c on c.email = m.recipient where c.id = $1',
]

async function fingerprint({ server: { db } }: MoneyReal, { client: { id } }: ClientModel): Promise<string> {
  const all = `select md5(string_agg(r.x, '|' order by r.x)) as hash from (${rowsOf.join(' union all ')}) r (x)`
  return (await db.row<{ hash: string }>(all, [id]))?.hash ?? ''
}

/** Makes the call and expects the model's status; a rejection must change nothing. */
export async function expectStatus(
  real: MoneyReal,
  model: ClientModel,
  status: number,
  call: () => Promise<Answer>,
): Promise<Answer> {
  const looks = status !== 200 && !real.checked
  const before = looks ? await fingerprint(real, model) : ''
  const answer = await call()
  if (answer.status !== status)
    throw new Error(`expected ${status}, got ${answer.status}: ${JSON.stringify(answer.body)}`)
  if (looks && (await fingerprint(real, model)) !== before) throw new Error('a refusal left something behind')
  return answer
}
