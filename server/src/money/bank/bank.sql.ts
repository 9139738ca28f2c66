import { dataKeyOf } from '../../platform/data-key.ts'
import { listsOf, type Sql, type Tx } from '../../platform/db.ts'

/** `account_number` is encrypted in the database. */
export type BankRow = { holder_name: string; account_number: string; ifsc: string }
export type NewBankRow = BankRow & { account_lookup: Buffer }

/** Locks the client, because at first there is no row of details to lock. */
export const lockClient = (tx: Tx, clientId: string) =>
  tx.row<{ name: string; email: string; kyc_status: string }>(
    'select name, email, kyc_status from client where id = $1 for no key update',
    [clientId],
  )

export const findBankDetails = (sql: Sql, clientId: string) =>
  sql.row<BankRow & { data_key: Buffer | null }>(
    `select holder_name, account_number, ifsc, ${dataKeyOf('client_id')} as data_key from bank_details where client_id = $1`,
    [clientId],
  )

/**
 * `pauseFirst`: withdrawals pause after the first details too. Uses the statement's time: the transaction may have begun
 * before the one it waited for.
 */
export const saveBankDetails = (tx: Tx, clientId: string, row: NewBankRow, pauseFirst: boolean) =>
  tx.run(
    `insert into bank_details as b (client_id, holder_name, account_number, account_lookup, ifsc, changed_at)
     values ($1, $2, $3, $4, $5, case when $6 then statement_timestamp() end)
     on conflict (client_id) do update
       set holder_name = $2, account_number = $3, account_lookup = $4, ifsc = $5, changed_at = statement_timestamp()`,
    [clientId, row.holder_name, row.account_number, row.account_lookup, row.ifsc, pauseFirst],
  )

export const findPanName = (sql: Sql, clientId: string) =>
  sql.row<{ pan_name: string }>('select pan_name from kyc_identity where client_id = $1 and pan_name is not null', [
    clientId,
  ])

type ImportedRow = BankRow & { readonly client_id: string; readonly account_lookup: Buffer }

/** Withdrawals need not wait: two operators approved them. */
export const insertBankDetails = (tx: Tx, rows: readonly ImportedRow[]) =>
  tx.run(
    `insert into bank_details (client_id, holder_name, account_number, account_lookup, ifsc)
     select * from unnest($1::uuid[], $2::text[], $3::text[], $4::bytea[], $5::text[])`,
    listsOf(rows, 'client_id', 'holder_name', 'account_number', 'account_lookup', 'ifsc'),
  )
