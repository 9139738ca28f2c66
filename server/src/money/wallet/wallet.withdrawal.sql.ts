import type { Frequency } from '@sauda/contract/core/setting-name'
import { pausedUntil } from '../../core/ledger/ledger.ts'
import type { Tx } from '../../platform/db.ts'
import { requestColumns, type RequestRow } from './wallet.sql.ts'

const withdrawal = `insert into wallet_request as r (id, client_id, type, amount, pay_to_name, pay_to_number, pay_to_lookup,
    pay_to_ifsc, settlement, first_approval_by, first_approval_at)
  select $1, client_id, 'withdrawal', $3, holder_name, account_number, account_lookup, ifsc, $5, $6,
         case when $6::uuid is not null then statement_timestamp() end
    from bank_details join withdrawal_pause p using (client_id)
   where client_id = $2 and ${pausedUntil('p', '$4')} is null
  returning ${requestColumns}`

/**
 * It is paid to the bank account that the client has now, also if the details change before that. No row if the client has no
 * bank details, or changed them or the login's contact less than `coolOffHours` ago.
 */
export const insertWithdrawal = (tx: Tx, w: NewWithdrawal) =>
  tx.row<RequestRow>(withdrawal, [
    w.id,
    w.clientId,
    w.paise,
    w.coolOffHours,
    w.settlement ?? null,
    w.firstApprovalBy ?? null,
  ])

type NewWithdrawal = {
  id: string
  clientId: string
  paise: bigint
  coolOffHours: number
  settlement?: Frequency
  firstApprovalBy?: string | undefined
}
