import type { BankLine } from '@sauda/contract/money/reconciliation'
import { moneyClients, type MoneyClient } from './money.ts'
import { establishedOperator, type NewOperator } from './operator.ts'
import { atPayouts, hdfcLine, layoutNamed } from './payout.ts'
import { atBank, newUtr, statementForm, statementText, type Written } from './reconciliation.ts'
import type { TestServer } from './server.ts'
import { excelFile } from './workbook.ts'

/** The true payments at the bank, in whole rupees; operators decide by them, clients may claim anything. */
type Payment = { readonly client: MoneyClient; amount: number; readonly utr: string; requestId?: string }
type Payout = {
  readonly client: MoneyClient
  readonly id: string
  readonly name: string
  readonly amount: number
  batchId?: string
  /** The bank's result. */
  fate?: 'paid' | 'failed' | 'returned'
  utr?: string
}

export function chosen<T>(all: readonly T[], n: number): T {
  const one = all[n % all.length]
  if (one === undefined) throw new Error('nothing to choose from')
  return one
}

export const formats = ['csv', 'txt', 'xlsx'] as const
export type Format = (typeof formats)[number]

/** The same lines as the bank writes them into each kind of file. */
export async function fileOf(lines: readonly Written[], opening: number, format: Format): Promise<Buffer> {
  const text = statementText(lines, opening)
  if (format === 'csv') return Buffer.from(text)
  const rows = text
    .split('\n')
    .slice(1)
    .map((row) => row.replaceAll('"', '').split(','))
  const amounts = (cells: readonly string[]) => cells.map((cell) => (cell === '' ? '' : Number(cell)))
  if (format === 'xlsx') {
    const header = ['Date', 'Narration', 'Chq./Ref.No.', 'Withdrawal Amt.', 'Deposit Amt.', 'Closing Balance']
    return excelFile([header, ...rows.map((cells) => [...cells.slice(0, 3), ...amounts(cells.slice(3))])], 'xlsx')
  }
  const header = 'Date,Narration,Value Dat,Debit Amount,Credit Amount,Chq/Ref Number,Closing Balance'
  const written = rows.map(([day, narration, reference, paid, received, balance]) =>
    [day, narration, day, paid || '0.00', received || '0.00', reference, balance].join(),
  )
  return Buffer.from([header, ...written].join('\n'))
}

/** Clients, operators and one bank account, which receives and pays. */
export class EvidenceWorld {
  readonly payments: Payment[] = []
  readonly payouts: Payout[] = []
  /** Every line of the account, in the order of the bank; `imported` of them are in an imported statement. */
  readonly lines: Written[] = []
  imported = 0
  private readonly server: TestServer
  private readonly operators: readonly NewOperator[]
  readonly clients: readonly MoneyClient[]
  readonly accountId: string

  private constructor(
    server: TestServer,
    operators: readonly NewOperator[],
    clients: readonly MoneyClient[],
    accountId: string,
  ) {
    this.server = server
    this.operators = operators
    this.clients = clients
    this.accountId = accountId
  }

  /** With `isOpened`, the books of the account begin with what the bank has. */
  static async create(server: TestServer, operators: readonly NewOperator[], isOpened = false): Promise<EvidenceWorld> {
    const row = await server.db.row<{ id: string }>(
      `with unreceive as (update broker_bank set receives = false where receives returning 1),
            n as (select count(*) as n from broker_bank),
            b as (insert into broker_bank (name, account_number, ifsc, upi_id, upi_name, receives)
                  select 'Bank ' || n, (60100000000000 + n)::text, 'HDFC0001234', 'pay' || n || '@bank', 'Broker', false from n returning id),
            l as (insert into payout_layout (bank_id, layout) select id, $1::jsonb from b)
       select id from b, (select count(*) from unreceive) u`,
      [JSON.stringify(layoutNamed('HDFC ENet'))],
    )
    await server.db.run('update broker_bank set receives = true where id = $1', [row?.id])
    const world = new EvidenceWorld(server, operators, await moneyClients(server, 3), row?.id ?? '')
    if (isOpened) await world.open()
    return world
  }

  private async open(): Promise<void> {
    const day = new Date(Date.now() + 5.5 * 3_600_000).toISOString().slice(0, 10)
    const path = `/desk/bank-accounts/${this.accountId}/opening`
    const asked = await this.server.call('POST', path, { token: this.by(0).token, body: { day, amount: 50_000 } })
    if (asked.status !== 200) throw new Error(`opening balance: ${asked.body.message}`)
    const row = await this.server.db.row<{ id: string }>(
      "select id from proposal where status = 'pending' and payload ->> 'accountId' = $1",
      [this.accountId],
    )
    const { status } = await this.desk(1).decide(row?.id, this.by(1))
    if (status !== 200) throw new Error(`opening balance: ${status}`)
  }

  by = (n: number): NewOperator => chosen(this.operators, n)
  client = (n: number): MoneyClient => chosen(this.clients, n)
  private desk = (n: number) => atPayouts(this.server, this.by(n))
  bank = (n: number) => atBank(this.server, this.by(n).token)

  /** One operator requests, and the next ones approve what is pending. */
  private async second(first: { status: number; body: { waitsForSecond?: boolean } }, lineId: string, n: number) {
    if (first.status !== 200 || !first.body.waitsForSecond) return first.status
    const row = await this.server.db.row<{ id: string }>(
      "select id from proposal where payload ->> 'lineId' = $1 and status = 'pending'",
      [lineId],
    )
    return (await this.desk(n + 1).decide(row?.id, this.by(n + 1))).status
  }

  /** The client pays; with `viaQr` the bank's line carries our reference. */
  async pay(
    c: number,
    amount: number,
    { viaQr, claims }: { viaQr: boolean; claims: 'nothing' | 'utr' | 'typo' },
  ): Promise<void> {
    const client = this.client(c)
    const payment: Payment = { client, amount, utr: newUtr() }
    const utr = claims === 'utr' ? payment.utr : claims === 'typo' ? newUtr() : undefined
    const transaction = await this.claim(client, amount, utr)
    if (transaction) payment.requestId = transaction._id
    const text = viaQr && transaction ? `UPI ADD FUND ${transaction.reference}` : 'UPI ADD FUND'
    this.payments.push(payment)
    this.lines.push({ text, reference: payment.utr, credit: amount })
  }

  async claim(
    client: MoneyClient,
    amount: number,
    utr?: string,
  ): Promise<{ _id: string; reference: string } | undefined> {
    const body = { id: client.id, amount, ...(utr !== undefined && { utr }) }
    return (await this.server.call('POST', '/user/wallet/add-money', { token: client.token, body })).body.transaction
  }

  /** A client reports a payment of another request. */
  async claimAgain(c: number, p: number): Promise<void> {
    const payment = this.payments[p % Math.max(1, this.payments.length)]
    if (payment?.requestId !== undefined) await this.claim(this.client(c), payment.amount, payment.utr)
  }

  /** Approves a request for a payment, under a reference that the operator may mistype. */
  async approve(p: number, n: number, isTypo: boolean): Promise<void> {
    const payment = this.payments[p % Math.max(1, this.payments.length)]
    if (payment?.requestId === undefined) return
    const reference = isTypo ? newUtr() : payment.utr
    for (const operator of [this.by(n), this.by(n + 1)]) {
      const path = `/desk/wallet/transactions/${payment.requestId}/approve`
      const { body } = await this.server.call('POST', path, {
        token: operator.token,
        body: { reference, bankAccountId: this.accountId },
      })
      if (!body.waitsForSecond) return
    }
  }

  /** A statement of the lines from some earlier one on, so that files overlap. */
  async importUpTo(n: number, overlap: number, rest: number, format: Format = 'csv'): Promise<void> {
    const to = Math.max(this.imported, this.lines.length - rest)
    const from = Math.max(0, this.imported - overlap)
    if (to === from) return
    const opening = this.lines.slice(0, from).reduce((sum, { credit = 0, debit = 0 }) => sum + credit - debit, 50_000)
    const form = statementForm(await fileOf(this.lines.slice(from, to), opening, format), `statement.${format}`)
    const { status, body } = await this.bank(n).send(`/statements?bankAccountId=${this.accountId}`, form)
    if (status !== 200) throw new Error(`import: ${body.message}`)
    this.imported = to
  }

  async withdraw(c: number, amount: number): Promise<void> {
    const client = this.client(c)
    const body = { id: client.id, amount }
    const answer = await this.server.call('POST', '/user/wallet/withdraw', { token: client.token, body })
    if (answer.status !== 200) return
    const { _id: id, transactionId: name } = answer.body.transaction
    this.payouts.push({ client, id, name, amount })
  }

  /** All open withdrawals in one batch, released by another operator. */
  async batch(n: number): Promise<void> {
    const open = this.payouts.filter(({ batchId, fate }) => batchId === undefined && fate === undefined)
    if (open.length === 0) return
    const { status, body } = await this.desk(n).create(
      this.accountId,
      open.map(({ id }) => id),
    )
    if (status !== 200) return
    const released = await this.desk(n).decide(body.proposalId, this.by(n + 1))
    if (released.status === 200) for (const payout of open) payout.batchId = body._id
    else await this.desk(n).decide(body.proposalId, this.by(n), 'reject')
  }

  /** The bank carries out a payment of a released batch, or not, or returns it. */
  execute(w: number, fate: 'paid' | 'failed' | 'returned'): void {
    const open = this.payouts.filter((payout) => payout.batchId !== undefined && payout.fate === undefined)
    const payout = open[w % Math.max(1, open.length)]
    if (!payout) return
    Object.assign(payout, { fate, utr: newUtr() })
    if (fate === 'failed') return
    this.lines.push({ text: `NEFT DR ${payout.name}`, reference: payout.utr ?? '', debit: payout.amount })
    if (fate === 'returned')
      this.lines.push({ text: `NEFT RETURN ${payout.name}`, reference: newUtr(), credit: payout.amount })
  }

  /** The bank's answer to a batch; a returned payment may be reported as paid or as failed. */
  async answer(w: number, n: number, returnedAs: 'paid' | 'failed'): Promise<void> {
    const known = this.payouts.filter(({ fate }) => fate !== undefined)
    const batchId = known[w % Math.max(1, known.length)]?.batchId
    if (batchId === undefined) return
    const text = known
      .filter((payout) => payout.batchId === batchId)
      .map(({ name, amount, fate, utr = '' }) => {
        const isPaid = fate === 'paid' || (fate === 'returned' && returnedAs === 'paid')
        return isPaid ? hdfcLine(name, `${amount}.00`, utr) : hdfcLine(name, `${amount}.00`, '', 'R', 'CLOSED')
      })
      .join('\n')
    const { body } = await this.desk(n).answer(batchId, text)
    if (!body.waitsForSecond) return
    const { proposalId } = await this.desk(n).batch(batchId)
    await this.desk(n).decide(proposalId, this.by(n + 1))
  }

  /** Decides the oldest lines correctly, with knowledge of the true payers. */
  async workOff(n: number): Promise<void> {
    for (const line of await this.bank(n).show('approve')) await this.approveLine(line, n)
    for (const line of await this.bank(n).show('exception')) await this.bookLine(line, n)
  }

  /** Two operators undo what was booked on a line, which then waits for a better booking. */
  async reverse(l: number, n: number): Promise<void> {
    const booked = (await this.bank(n).show('matched')).filter(({ bookings = [] }) => bookings.length > 0)
    const line = booked[l % Math.max(1, booked.length)]
    if (!line) return
    const first = await this.bank(n).send(`/lines/${line._id}/reverse`, { reason: 'Booked by mistake' })
    if ((await this.second(first, line._id, n)) >= 500) throw new Error(`reversal: ${first.body.message}`)
  }

  private async approveLine(line: BankLine, n: number): Promise<void> {
    const payment = this.payments.find(({ utr }) => utr === line.reference)
    const isTrue = payment ? payment.requestId === line.payment?._id : line.text.includes(line.payment?.name ?? '-')
    if (!isTrue) return
    const { body } = await this.bank(n).approve(line)
    if (!body.waitsForSecond) return
    const { token } = this.by(n + 1)
    const request = await this.server.call('GET', `/desk/wallet/transactions/${line.payment?._id}`, { token })
    await this.bank(n + 1).send(`/lines/${line._id}/approve`, {
      paymentId: line.payment?._id,
      version: request.body.version,
    })
  }

  private async bookLine(line: BankLine, n: number): Promise<void> {
    const payout = this.payouts.find(({ name }) => line.text.includes(name))
    const book = async (kind: string, rest: object = {}) =>
      this.second(await this.bank(n).send(`/lines/${line._id}/book`, { kind, reason: 'Checked', ...rest }), line._id, n)
    if (payout && line.direction === 'credit') return void (await book('client'))
    // The bank returns it: its debit waits for that.
    if (payout) return void (await book(payout.fate === 'returned' ? 'late' : 'client', { paymentId: payout.id }))
    const payment = this.payments.find(({ utr }) => utr === line.reference)
    if (payment?.requestId === undefined || line.exception === 'duplicate') return
    await book('late', { paymentId: payment.requestId })
  }
}

/** Two cashiers and a lead who may do the same, whose waiting periods are over. */
export const cashiers = async (server: TestServer): Promise<NewOperator[]> => [
  await establishedOperator(server, 'cashier', 'Kiran'),
  await establishedOperator(server, 'cashier', 'Omar'),
  await establishedOperator(server, 'cashier', 'Lata'),
]
