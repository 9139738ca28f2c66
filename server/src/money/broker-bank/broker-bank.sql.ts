import type { BankOpening, BrokerBank, BrokerBankDetails } from '@sauda/contract/money/broker-bank'
import { breaksUnique, requireRow, selectView, selectViews, type Sql, type Tx } from '../../platform/db.ts'

const columns = `id as "_id", name, account_number as "accountNumber", ifsc, upi_id as "upiId", upi_name as "upiName", receives`

export const everyAccount = (sql: Sql) =>
  selectViews<BrokerBank>(sql, `select ${columns} from broker_bank order by name, id`)

const accountById = `select ${columns} from broker_bank where id = $1`

export const findAccount = (sql: Sql, id: string) => selectView<BrokerBank>(sql, accountById, [id])

export const lockAccount = (tx: Tx, id: string) => selectView<BrokerBank>(tx, `${accountById} for no key update`, [id])

type Payee = { readonly upiId: string; readonly upiName: string }
export type FindPayee = (sql: Sql) => Promise<Payee>

/** The account to which clients pay deposits and charges. */
export const payee: FindPayee = (sql) =>
  requireRow(sql.row<Payee>('select upi_id as "upiId", upi_name as "upiName" from broker_bank where receives'))

/** The first account receives; while it is unchanged, it follows the settings. Returns its former UPI ID if it differs. */
export const followSettings = async (tx: Tx, { upiId, upiName }: Payee): Promise<string | undefined> => {
  await tx.run('lock table broker_bank in share row exclusive mode')
  await tx.run(
    `insert into broker_bank (name, upi_id, upi_name, receives, from_settings)
     select 'Client bank account', $1, $2, true, true where not exists (select from broker_bank)`,
    [upiId, upiName],
  )
  const row = await tx.row<{ before: string }>(
    `update broker_bank as b set upi_id = $1, upi_name = $2 from broker_bank as old
      where b.from_settings and old.id = b.id and (old.upi_id, old.upi_name) <> ($1, $2) returning old.upi_id as before`,
    [upiId, upiName],
  )
  return row?.before === '' ? undefined : row?.before
}

/** Before another account receives. Two changes at once wait for each other here. */
export const stopReceiving = (tx: Tx) => tx.run('update broker_bank set receives = false where receives')

const values = ({ name, accountNumber, ifsc, upiId, upiName, receives }: BrokerBankDetails) => [
  name,
  accountNumber,
  ifsc,
  upiId,
  upiName,
  receives,
]

export const insertAccount = (tx: Tx, id: string, details: BrokerBankDetails) =>
  tx.run(
    `insert into broker_bank (id, name, account_number, ifsc, upi_id, upi_name, receives)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [id, ...values(details)],
  )

export const updateAccount = (tx: Tx, id: string, details: BrokerBankDetails) =>
  tx.run(
    `update broker_bank set name = $2, account_number = $3, ifsc = $4, upi_id = $5, upi_name = $6, receives = $7,
       from_settings = false where id = $1`,
    [id, ...values(details)],
  )

export const isTaken = (error: unknown): boolean => breaksUnique(error, 'broker_bank_once')

export type Opening = Omit<BankOpening, 'amount' | 'statement'> & { id: string; accountId: string; amount: bigint }

/** Opening balances of all accounts, or of one, without those that were reversed. */
export const selectOpenings = (sql: Sql, accountId?: string) =>
  selectViews<Opening>(
    sql,
    `select p.id, p.broker_bank_id as "accountId", to_char(p.day, 'YYYY-MM-DD') as day, p.amount,
            r.name as "requestedBy", b.name as "bookedBy", p.booked_at as "bookedAt"
       from bank_opening p join operator r on r.id = p.requested_by join operator b on b.id = p.booked_by
      where p.reversed_at is null and ($1::uuid is null or p.broker_bank_id = $1)`,
    [accountId ?? null],
  )

type NewOpening = Pick<Opening, 'id' | 'accountId' | 'day' | 'amount'> & {
  readonly requestedById: string
  readonly bookedById: string
}

export const insertOpening = (tx: Tx, o: NewOpening) =>
  tx.run(
    `insert into bank_opening (id, broker_bank_id, day, amount, requested_by, booked_by) values ($1, $2, $3, $4, $5, $6)`,
    [o.id, o.accountId, o.day, o.amount, o.requestedById, o.bookedById],
  )

export const markReversed = (tx: Tx, id: string, operatorId: string, reason: string) =>
  tx.run('update bank_opening set reversed_by = $2, reversed_at = now(), reversal_reason = $3 where id = $1', [
    id,
    operatorId,
    reason,
  ])

/** Imports for the account that are under way are waited for, and later ones wait. */
export const lockForImports = (tx: Tx, accountId: string) =>
  tx.row('select from broker_bank where id = $1 for update', [accountId])

/** The days of the first line of the bank, and of the first entry of either side but opening balances. */
export const firstDays = (sql: Sql, accountId: string) =>
  sql.row<{ line: string | null; entry: string | null }>(
    `select to_char(l.day, 'YYYY-MM-DD') as line, to_char(least(l.day, j.value_date), 'YYYY-MM-DD') as entry
       from (select min(booked_on) as day from bank_line where broker_bank_id = $1) l
       left join lateral (select value_date from journal
              where bank_id = $1 and event not in ('opening.bank', 'opening.bank.reversed') order by value_date limit 1) j on true`,
    [accountId],
  )
