import type { BrokerBank } from '@sauda/contract/money/broker-bank'
import { decimalRupees } from '@sauda/contract/platform/money'
import type { BankLine, LineState, Reading } from '@sauda/contract/money/reconciliation'
import type { Answer, TestServer } from './server.ts'

/** One line of a statement; what is left out is empty. */
export type Written = {
  /** Days before today in India. */
  readonly ago?: number
  readonly text?: string
  readonly reference?: string
  /** Rupees received, or paid out. */
  readonly credit?: number
  readonly debit?: number
}

const dayAgo = (ago: number): string => {
  const [year, month, day] = new Date(Date.now() + 5.5 * 3_600_000 - ago * 86_400_000)
    .toISOString()
    .slice(0, 10)
    .split('-')
  return `${day}/${month}/${year}`
}

/** Names the clients of `moneyClient` as the payer, without an account. */
const fromRavi = 'NEFT CR-SBIN0000001-RAVI-ADD FUND'

/** As HDFC writes it; with a running balance if the balance before the first line is given. */
export function statementText(lines: readonly Written[], opening?: number): string {
  let balance = BigInt(Math.round(100 * (opening ?? 0)))
  const rows = lines.map(({ ago = 0, reference = '', credit = 0, debit = 0, text = credit > 0 ? fromRavi : 'UPI' }) => {
    balance += BigInt(Math.round(100 * (credit - debit)))
    const cells = [dayAgo(ago), `"${text}"`, reference, debit || '', credit || '']
    return [...cells, ...(opening === undefined ? [] : [decimalRupees(balance)])].join()
  })
  const header = 'Date,Narration,Chq./Ref.No.,Withdrawal Amt.,Deposit Amt.'
  return [opening === undefined ? header : `${header},Closing Balance`, ...rows].join('\n')
}

/** A bank statement in the one field of the form. */
export function statementForm(text: string | Buffer, name = 'statement.csv'): FormData {
  const data = new FormData()
  data.append('file', new Blob([typeof text === 'string' ? text : new Uint8Array(text)], { type: 'text/csv' }), name)
  return data
}

let used = 0
/** A new random UTR. */
export function newUtr(): string {
  used += 1
  return String(700_000_000_000 + used)
}

/** A bank account of the broker to which clients do not pay. */
export async function newAccount({ db }: Pick<TestServer, 'db'>): Promise<string> {
  used += 1
  const row = await db.row<{ id: string }>(
    `insert into broker_bank (name, account_number, ifsc, upi_id, upi_name, receives)
     values ('Account ' || $1, $1, 'HDFC0000001', 'sauda@okhdfc', 'Sauda', false) returning id`,
    [String(50_000_000_000 + used)],
  )
  if (!row) throw new Error('no bank account')
  return row.id
}

/** The bank account of the broker to which clients pay. */
export async function receivingAccount({ db }: Pick<TestServer, 'db'>): Promise<string> {
  const row = await db.row<{ id: string }>('select id from broker_bank where receives')
  if (!row) throw new Error('no bank account receives')
  return row.id
}

/** As if a colleague had imported all statements before today's requests were made, and another one had confirmed the balance. */
export async function relyOnStatements({ db }: Pick<TestServer, 'db'>): Promise<void> {
  await db.run(
    `with colleague as (
       insert into operator (id, email, name, role, password_hash) values (gen_random_uuid(), 'imports@desk.example', 'Indu', 'cashier', '')
       on conflict (email) do update set name = excluded.name returning id)
     update bank_statement set imported_by = colleague.id, accepted_at = coalesce(accepted_at, now()) from colleague`,
    [],
  )
}

/** The calls an operator makes for bank statements. */
export function atBank(server: Pick<TestServer, 'call'>, token: string) {
  const path = '/desk/reconciliation'
  const get = async <T>(rest: string): Promise<T> => (await server.call('GET', `${path}${rest}`, { token })).body as T
  const send = (rest: string, body: object, headers: Record<string, string> = {}): Promise<Answer> =>
    server.call('POST', `${path}${rest}`, { token, body, headers })
  return {
    send,
    preview: (lines: readonly Written[]) => send('/preview', statementForm(statementText(lines))),
    importText: (text: string, headers?: Record<string, string>) => send('/statements', statementForm(text), headers),
    /** Imports for an account, and returns the result. */
    async bringTo(accountId: string, lines: readonly Written[], opening?: number): Promise<Reading> {
      const form = statementForm(statementText(lines, opening))
      const { status, body } = await send(`/statements?bankAccountId=${accountId}`, form)
      if (status !== 200) throw new Error(`import: ${body.message}`)
      return body
    },
    /** Imports for the account that clients pay to, and returns the result. */
    async bring(...lines: Written[]): Promise<Reading> {
      const { body: accounts } = await server.call('GET', '/desk/bank-accounts', { token })
      return this.bringTo(accounts.find(({ receives }: BrokerBank) => receives)._id, lines)
    },
    show: async (state: LineState) => (await get<{ lines: BankLine[] }>(`/lines?show=${state}`)).lines,
    page: (query: string) =>
      get<{ lines: BankLine[]; more: boolean; counts: Record<string, number> }>(`/lines?${query}`),
    line: (id: string) => get<BankLine>(`/lines/${id}`),
    ofPayment: async (id: string) => (await get<{ lines: BankLine[] }>(`/payments/${id}`)).lines,
    /** The one line whose reference or text contains this, in whatever state. */
    async find(words: string): Promise<BankLine> {
      const [named] = (await this.page(`search=${encodeURIComponent(words)}`)).lines
      if (named?.reference === words) return named
      for (const state of ['approve', 'exception', 'matched', 'settled'] as const) {
        const found = (await this.show(state)).find(({ reference = '', text }) =>
          `${reference} ${text}`.includes(words),
        )
        if (found) return found
      }
      throw new Error(`no line with ${words}`)
    },
    approve: ({ _id, payment }: BankLine, headers?: Record<string, string>) =>
      send(`/lines/${_id}/approve`, { paymentId: payment?._id }, headers),
    settle: ({ _id }: BankLine, note = 'Asked the bank') => send(`/lines/${_id}/settle`, { note }),
  }
}

/** How each line of a bank file of the generated exchange is booked. */
export const exchangeBookings = (text: string) =>
  text
    .trim()
    .split('\n')
    .slice(2)
    .map((row) => {
      const [, narration = '', reference = ''] = row.split(',')
      const [corporation = '', kind = '', type = '', number = ''] = narration.split(' ')
      const settlementIds = [`${corporation === 'NCL' ? 'NSE' : 'BSE'}-${type}-${number}`]
      const levy = kind === 'STT' ? 'stt' : 'stamp_duty'
      const booking = kind === 'SETTLEMENT' ? { kind: 'settlement', settlementIds } : { kind: 'levy', levy }
      return { reference, narration, booking: { ...booking, reason: narration } }
    })
