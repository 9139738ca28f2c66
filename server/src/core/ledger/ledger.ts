import { AppError, commonErrors, type ErrorDefinition } from '@sauda/contract/platform/error'
import { type LedgerAccount, type LedgerEvent, ledgerRules } from '@sauda/contract/core/ledger'
import { rupeesOf } from '@sauda/contract/platform/money'
import { breaksCheck, requireRow, type Sql, type Tx } from '../../platform/db.ts'
import type { BankBooking } from './bank-account.ts'
import {
  callPostHouseJournal,
  callPostJournal,
  callPostJournals,
  callPostOpenings,
  type Figures,
  findFigures,
  findWorth,
  allLockedFigures,
  lockFigures,
  type Opening,
  selectAccountEntries,
  selectEntries,
  type EntryRow,
} from './ledger.sql.ts'
import { newId } from '../../platform/id.ts'
import { pausedUntil, withdrawalPause } from './bank-account.sql.ts'

export { allLockedFigures, pausedUntil, withdrawalPause }

export type { Figures }

/** Moves `paise` (above zero) from one ledger account (debit) to another (credit). */
export type Posting = {
  readonly from: LedgerAccount
  readonly to: LedgerAccount
  readonly paise: bigint
  /** For `unsettled` and `clearing_corporation`. */
  readonly settlementId?: string
}

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
 * become negative; the database decides that under its lock. Where that cannot happen, it is `commonErrors.fault`: the
 * database's own error is thrown then, for the log.
 */
export async function post(tx: Tx, journal: Journal, insufficientError: ErrorDefinition): Promise<void> {
  await callPostJournal(tx, newId(), withoutZeros(journal)).catch((error: unknown) => {
    throw postingError(error, journal.event, insufficientError)
  })
}

/** Journals of the same event, all or none, in one statement. */
export async function postAll(tx: Tx, journals: readonly Journal[], insufficientError: ErrorDefinition): Promise<void> {
  const rows = journals.map((journal) => ({ ...withoutZeros(journal), id: newId() }))
  await callPostJournals(tx, rows).catch((error: unknown) => {
    throw postingError(error, journals[0]?.event, insufficientError)
  })
}

const withoutZeros = (journal: Journal): Journal => ({
  ...journal,
  postings: journal.postings.filter(({ paise }) => paise !== 0n),
})

function postingError(error: unknown, event: LedgerEvent | undefined, insufficientError: ErrorDefinition): unknown {
  const closure = closureError(error)
  if (closure) return closure
  if (breaksCheck(error, 'client_ledger', 'client_ledger_frozen')) return new AppError(frozenError(event))
  const isInsufficient = breaksCheck(error, 'client_ledger') || breaksCheck(error, 'client_settlement')
  return isInsufficient && insufficientError.status < 500 ? new AppError(insufficientError) : error
}

/** A journal of the broker's own accounts, which concerns no client. */
export const postHouse = (tx: Tx, { postings, ...journal }: Omit<Journal, 'clientId'>) =>
  callPostHouseJournal(tx, newId(), { ...journal, postings })

/** Clients' balances and positions at their import. */
export const postOpenings = (tx: Tx, openings: readonly Opening[]) =>
  callPostOpenings(
    tx,
    openings.filter(({ paise }) => paise > 0n).map((opening) => ({ ...opening, id: newId() })),
  )

/** The error if the account is being closed or is closed: the database rejects postings and new requests. */
export function closureError(error: unknown): AppError | undefined {
  if (breaksCheck(error, 'client_ledger', 'client_ledger_closing')) return new AppError(commonErrors.accountClosing)
  if (breaksCheck(error, 'client_ledger', 'client_ledger_closed')) return new AppError(commonErrors.accountClosed)
  return undefined
}

/** A buy is the dealer's; everything else a frozen login prevents was started by the client, who is logged out. */
const frozenError = (event: LedgerEvent | undefined): ErrorDefinition =>
  event === 'trade.bought' ? commonErrors.loginFrozen : commonErrors.notSignedIn

/** Throws `Not found` if the client does not exist. */
export const figuresOf = (sql: Sql, clientId: string) => requireRow(findFigures(sql, clientId))

/** Borrowed money is not the client's: it is subtracted from the positions it paid for. */
export async function worthOf(sql: Sql, clientId: string) {
  const row = await requireRow(findWorth(sql, clientId))
  const { cash, withheld, loan, borrowed, added, takenOut, unsettled, dues } = row
  const invested = row.invested + loan - borrowed
  return {
    worth: rupeesOf(cash + invested + withheld + unsettled - dues),
    cash: rupeesOf(cash),
    invested: rupeesOf(invested),
    onHold: rupeesOf(withheld),
    borrowed: rupeesOf(borrowed),
    unusedLoan: rupeesOf(loan),
    added: rupeesOf(added),
    takenOut: rupeesOf(takenOut),
    ...(unsettled > 0n && { unsettled: rupeesOf(unsettled) }),
    ...(dues > 0n && { dues: rupeesOf(dues) }),
  }
}

/** The balance without what is held for trades that are not booked yet; in paise. */
export const freeOf = (cash: bigint, held: bigint): bigint => (cash > held ? cash - held : 0n)

/** No other transaction moves this client's money until this one ends. */
export const lockedFigures = (tx: Tx, clientId: string) => requireRow(lockFigures(tx, clientId))

/** Latest first; `before` is the id of the last entry already returned. Throws `Not found`. */
export async function entriesOf(sql: Sql, clientId: string, before?: string) {
  const rows = await selectEntries(sql, clientId, before ?? null, ledgerRules.pageRows)
  if (rows.length === 0) await figuresOf(sql, clientId)
  return { entries: rows.map(entryView) }
}

/** The entries of one ledger account, of all clients and of none. */
export async function accountEntries(sql: Sql, account: string, before?: string) {
  const rows = await selectAccountEntries(sql, account, before ?? null, ledgerRules.pageRows)
  return {
    entries: rows.map(({ clientId, clientName, ...row }) => ({
      ...entryView(row),
      ...(clientId !== null && { client: { _id: clientId, name: clientName ?? '' } }),
    })),
  }
}

const entryView = ({ at, amount, reason, ...row }: EntryRow) => ({
  ...row,
  at: at.toISOString(),
  amount: rupeesOf(amount),
  ...(reason !== null && { reason }),
})
