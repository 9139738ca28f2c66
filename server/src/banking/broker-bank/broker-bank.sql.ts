import type { BrokerBank, BrokerBankDetails } from '@sauda/contract/banking/broker-bank'
import { breaksUnique, requireRow, selectView, selectViews, type Sql, type Tx } from '../../platform/db.ts'

const columns = `id as "_id", name, account_number as "accountNumber", ifsc, upi_id as "upiId", upi_name as "upiName", receives`

export const everyAccount = (sql: Sql) =>
  selectViews<BrokerBank>(sql, `select ${columns} from broker_bank order by name, id`)

export const lockAccount = (tx: Tx, id: string) =>
  selectView<BrokerBank>(tx, `select ${columns} from broker_bank where id = $1 for no key update`, [id])

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
