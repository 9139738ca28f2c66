import type { LedgerAccount, LedgerEvent } from '@sauda/contract/ledger'
import { commonErrors, AppError, type ErrorDefinition } from '@sauda/contract/error'
import { v7 as uuidv7 } from 'uuid'
import { breaksCheck, type Sql, type Tx } from '../platform/db.ts'
import { callPostJournal, findFigures, lockFigures } from './ledger.sql.ts'

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

/** In paise. */
export type Figures = {
  readonly cash: bigint
  readonly invested: bigint
  readonly loan: bigint
  readonly cashback: bigint
  readonly withheld: bigint
}

/**
 * Books a journal completely or not at all, in one round trip. Throws `insufficientError` if a client account would
 * become negative; the database decides that under its lock.
 */
export async function post(tx: Tx, journal: Journal, insufficientError: ErrorDefinition): Promise<void> {
  const postings = journal.postings.filter(({ paise }) => paise !== 0n)
  try {
    await callPostJournal(tx, {
      id: uuidv7(),
      event: journal.event,
      clientId: journal.clientId,
      causeId: journal.causeId,
      reason: journal.reason ?? null,
      debits: postings.map(({ from }) => from),
      credits: postings.map(({ to }) => to),
      amounts: postings.map(({ paise }) => paise),
    })
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
export const figuresOf = async (sql: Sql, clientId: string): Promise<Figures> => known(await findFigures(sql, clientId))

/** No other transaction moves this client's money until this one ends. */
export const lockedFigures = async (tx: Tx, clientId: string): Promise<Figures> =>
  known(await lockFigures(tx, clientId))

function known(figures: Figures | undefined): Figures {
  if (!figures) throw new AppError(commonErrors.notFound)
  return figures
}
