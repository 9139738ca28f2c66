import { confirmedAccounts } from '../ledger/bank-link.sql.ts'
import type { Sql, Tx } from '../../platform/db.ts'

export type Deposit = {
  readonly requestId: string
  readonly clientId: string
  readonly amount: bigint
  readonly reference: string | undefined
  /** The bank line from which it is approved; without one every line with the amount and the reference counts. */
  readonly lineId?: string | undefined
}

export type ProofLine = {
  id: string
  text: string
  fileName: string
  importerId: string
  importer: string
  isAccepted: boolean
  isRepeated: boolean
  /** A later statement lacks it, or has it with another balance. */
  isContradicted: boolean
  /** The request was made before the import. */
  isOlder: boolean
  clientName: string
  holderName: string | null
  /** Confirmed payer accounts of the client. */
  accounts: string[]
}

/** Bank lines of exactly the amount of a deposit, and the reference it is approved under, that explain no other payment. */
export const proofLines = (sql: Sql, { requestId, amount, reference, lineId }: Deposit) =>
  sql.rows<ProofLine>(
    `select l.id, l.text, s.file_name as "fileName", s.imported_by as "importerId", o.name as importer,
            s.accepted_at is not null as "isAccepted", l.repeated_by is not null as "isRepeated",
            exists (select from statement_contradiction c where c.line_id = l.id and c.resolution is null) as "isContradicted",
            r.created_at < s.imported_at as "isOlder", c.name as "clientName", b.holder_name as "holderName",
            ${confirmedAccounts('c.id')} as accounts
       from bank_line l
       join bank_statement s on s.id = l.statement_id
       join operator o on o.id = s.imported_by
       join wallet_request r on r.id = $1
       join client c on c.id = r.client_id
       left join bank_details b on b.client_id = c.id
      where l.direction = 'credit' and l.amount = $2 and l.unexplained = l.amount
        -- The QR that was paid is that of another request.
        and not exists (select from wallet_request q where q.reference = any (l.names) and q.id <> r.id)
        and ${lineId === undefined ? 'l.reference = $3' : 'l.id = $3'}
      order by l.id limit 5`,
    [requestId, amount, lineId ?? reference ?? null],
  )

/** Narrations of the lines of the client's approved deposits, the newest first. */
export const textsOfDeposits = (sql: Sql, clientId: string) =>
  sql.rows<{ text: string }>(
    `select l.text from wallet_request r
       join bank_link k on k.payment_id = r.id and k.kind = 'payment' and k.unlinked_at is null
       join bank_line l on l.id = k.line_id
      where r.client_id = $1 and r.type = 'added' and r.status = 'approved' order by r.id desc limit 200`,
    [clientId],
  )

export const insertPayer = (tx: Tx, p: { clientId: string; account: string; operatorId: string }) =>
  tx.run('insert into payer_account (client_id, account, confirmed_by) values ($1, $2, $3) on conflict do nothing', [
    p.clientId,
    p.account,
    p.operatorId,
  ])
