import { AppError, commonErrors, type ErrorDefinition } from '@sauda/contract/error'
import { type LedgerAccount, type LedgerEvent, ledgerRules } from '@sauda/contract/ledger'
import { rupeesOf } from '@sauda/contract/money'
import { breaksCheck, requireRow, type Sql, type Tx } from '../platform/db.ts'
import type { BankBooking } from './bank-account.ts'
import {
  callPostHouseJournal,
  callPostJournal,
  callPostOpenings,
  findFigures,
  findWorth,
  lockFigures,
  type Opening,
  selectEntries,
} from './ledger.sql.ts'
import { newId } from '../platform/id.ts'
import { pausedUntil, withdrawalPause } from './withdrawal-pause.sql.ts'

export { pausedUntil, withdrawalPause }

/** Moves `paise` (above zero) from one ledger account (debit) to another (credit). */
export type Posting = { readonly from: LedgerAccount; readonly to: LedgerAccount; readonly paise: bigint }

export type Journal = {
  readonly event: LedgerEvent
  readonly clientId: string
  /** Id of the cause; one event of one cause is booked only once. */
  readonly causeId: string
  readonly reason?: string
  /** For postings of `bank`; by default the account that receives, today. */
  readonly bank?: BankBooking | undefined
  readonly postings: readonly Posting[]
}

/**
 * Books a journal completely or not at all, in one round trip. Throws `insufficientError` if a client account would
 * become negative; the database decides that under its lock.
 */
export async function post(tx: Tx, journal: Journal, insufficientError: ErrorDefinition): Promise<void> {
  const postings = journal.postings.filter(({ paise }) => paise !== 0n)
  try {
    await callPostJournal(tx, newId(), { ...journal, postings })
  } catch (error) {
    const closure = closureError(error)
    if (closure) throw closure
    if (breaksCheck(error, 'client_ledger', 'client_ledger_frozen')) throw new AppError(frozenError(journal.event))
    if (breaksCheck(error, 'client_ledger')) throw new AppError(insufficientError)
    throw error
  }
}

/** A journal of the broker's own accounts, which concerns no client. */
export const postHouse = (tx: Tx, { postings, ...journal }: Omit<Journal, 'clientId'>) =>
  callPostHouseJournal(tx, newId(), { ...journal, postings })

/** What clients had when they were imported. */
export const postOpenings = (tx: Tx, openings: readonly Opening[]) =>
  callPostOpenings(
    tx,
    openings.filter(({ paise }) => paise > 0n).map((opening) => ({ ...opening, id: newId() })),
  )

/** Of an account that is being closed or is closed: the database refuses postings and new requests. */
export function closureError(error: unknown): AppError | undefined {
  if (breaksCheck(error, 'client_ledger', 'client_ledger_closing')) return new AppError(commonErrors.accountClosing)
  if (breaksCheck(error, 'client_ledger', 'client_ledger_closed')) return new AppError(commonErrors.accountClosed)
  return undefined
}

/** A buy is the dealer's; everything else a frozen login prevents was started by the client, who is logged out. */
const frozenError = (event: LedgerEvent): ErrorDefinition =>
  event === 'trade.bought' ? commonErrors.loginFrozen : commonErrors.notSignedIn

/** Throws `Not found` if the client does not exist. */
export const figuresOf = (sql: Sql, clientId: string) => requireRow(findFigures(sql, clientId))

/** Borrowed money is not the client's: it is subtracted from the positions it paid for. */
export async function worthOf(sql: Sql, clientId: string) {
  const row = await requireRow(findWorth(sql, clientId))
  const { cash, withheld, loan, borrowed, added, takenOut } = row
  const invested = row.invested + loan - borrowed
  return {
    worth: rupeesOf(cash + invested + withheld),
    cash: rupeesOf(cash),
    invested: rupeesOf(invested),
    onHold: rupeesOf(withheld),
    borrowed: rupeesOf(borrowed),
    unusedLoan: rupeesOf(loan),
    added: rupeesOf(added),
    takenOut: rupeesOf(takenOut),
  }
}

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
