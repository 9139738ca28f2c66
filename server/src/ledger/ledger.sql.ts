import type { Sql } from '../platform/db.ts'

export type FiguresRow = { cash: bigint; invested: bigint; loan: bigint; cashback: bigint; withheld: bigint }

export const findFigures = (sql: Sql, clientId: string) =>
  sql.row<FiguresRow>('select cash, invested, loan, cashback, withheld from client_ledger where client_id = $1', [
    clientId,
  ])

/** Also locks the client's row until the transaction ends. */
export const lockFigures = (sql: Sql, clientId: string) =>
  sql.row<FiguresRow>('select cash, invested, loan, cashback, withheld from lock_figures($1)', [clientId])

export type JournalRow = {
  id: string
  event: string
  clientId: string
  causeId: string
  reason: string | null
  debits: readonly string[]
  credits: readonly string[]
  amounts: readonly bigint[]
}

export const callPostJournal = (sql: Sql, j: JournalRow) =>
  sql.run('select post_journal($1, $2, $3, $4, $5, $6::text[], $7::text[], $8::bigint[])', [
    j.id,
    j.event,
    j.clientId,
    j.causeId,
    j.reason,
    j.debits,
    j.credits,
    j.amounts,
  ])
