import { AppError, commonErrors, type ErrorDefinition } from '@sauda/contract/error'
import { type LedgerAccount, type LedgerEvent, ledgerRules } from '@sauda/contract/ledger'
import { rupeesOf } from '@sauda/contract/money'
import { v7 as uuidv7 } from 'uuid'
import { breaksCheck, requireRow, type Sql, type Tx } from '../platform/db.ts'
import { callPostJournal, findFigures, lockFigures, selectEntries } from './ledger.sql.ts'

/** Moves `paise` (above zero) from one ledger account (debit) to another (credit). */
export type Posting = { readonly from: LedgerAccount; readonly to: LedgerAccount; readonly paise: bigint }

export type Journal = {
  readonly event: LedgerEvent
  readonly clientId: string
  /** Id of the cause; one event of one cause is booked only once. */
  readonly causeId: string
  readonly reason?: string
  readonly postings: readonly Posting[]
}

/**
 * Books a journal completely or not at all, in one round trip. Throws `insufficientError` if a client account would
 * become negative; the database decides that under its lock.
 */
export async function post(tx: Tx, journal: Journal, insufficientError: ErrorDefinition): Promise<void> {
  const postings = journal.postings.filter(({ paise }) => paise !== 0n)
  try {
    await callPostJournal(tx, uuidv7(), { ...journal, postings })
  } catch (error) {
    if (breaksCheck(error, 'client_ledger', 'client_ledger_frozen')) throw new AppError(frozenError(journal.event))
    if (breaksCheck(error, 'client_ledger')) throw new AppError(insufficientError)
    throw error
  }
}

/** A buy is the dealer's; everything else a frozen login prevents was started by the client, who is logged out. */
const frozenError = (event: LedgerEvent): ErrorDefinition =>
  event === 'trade.bought' ? commonErrors.loginFrozen : commonErrors.notSignedIn

/** Throws `Not found` if the client does not exist. */
export const figuresOf = (sql: Sql, clientId: string) => requireRow(findFigures(sql, clientId))

/** No other transaction moves this client's money until this one ends. */
export const lockedFigures = (tx: Tx, clientId: string) => requireRow(lockFigures(tx, clientId))

/** Latest first; `before` is the id of the last entry already returned. Throws `Not found`. */
export async function entriesOf(sql: Sql, clientId: string, before?: string) {
  const rows = await selectEntries(sql, clientId, before ?? null, ledgerRules.pageRows)
  if (rows.length === 0) await figuresOf(sql, clientId)
  return {
    entries: rows.map(({ at, amount, reason, ...row }) => ({
      ...row,
      at: at.toISOString(),
      amount: rupeesOf(amount),
      ...(reason !== null && { reason }),
    })),
  }
}
