import type { Sql, Tx } from '../platform/db.ts'

export type BankRow = { holder_name: string; account_number: string; ifsc: string }

/** Locks the client, not the details: at the first setting there is nothing else to lock. */
export function lockClient(tx: Tx, clientId: string) {
  return tx.row<{ name: string; email: string }>('select name, email from client where id = $1 for no key update', [
    clientId,
  ])
}

export function findBankDetails(sql: Sql, clientId: string) {
  return sql.row<BankRow>('select holder_name, account_number, ifsc from bank_details where client_id = $1', [clientId])
}

/** A change is dated by the statement: the transaction may have begun before the one it waited for. */
export function keepBankDetails(tx: Tx, clientId: string, row: BankRow) {
  return tx.run(
    `insert into bank_details as b (client_id, holder_name, account_number, ifsc) values ($1, $2, $3, $4)
     on conflict (client_id) do update
       set holder_name = $2, account_number = $3, ifsc = $4, changed_at = statement_timestamp()`,
    [clientId, row.holder_name, row.account_number, row.ifsc],
  )
}
