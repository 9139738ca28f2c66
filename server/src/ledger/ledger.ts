import type { LedgerAccount, LedgerEvent } from '@sauda/contract/ledger'
import { commonErrors, AppError } from '@sauda/contract/error'
import type { ErrorDefinition } from '@sauda/contract/error'
import { v7 as uuidv7 } from 'uuid'
import { breaksCheck } from '../platform/db.ts'
import type { Sql, Tx } from '../platform/db.ts'
import { callPostJournal, findFigures, lockFigures } from './ledger.sql.ts'

/** Moves `paise` from one ledger account (debit) to another (credit); above zero. */
export type Posting = { readonly from: LedgerAccount; readonly to: LedgerAccount; readonly paise: bigint }

export type Journal = {
  readonly event: LedgerEvent
  readonly clientId: string
  /** Id of what caused it; the same event of the same cause is booked once. */
  readonly causeId: string
  readonly reason?: string
  readonly postings: readonly Posting[]
}

/** A client's figures in paise. */
export type Figures = {
  readonly cash: bigint
  readonly invested: bigint
  readonly loan: bigint
  readonly cashback: bigint
  readonly withheld: bigint
}

/**
 * Books a journal, all of it or nothing, in one round trip. Throws `tooLittle` where one of the client's
 * accounts would become negative: the database decides that under its lock, no earlier look at a balance does.
 */
export async function post(tx: Tx, journal: Journal, tooLittle: ErrorDefinition): Promise<void> {
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
    if (breaksCheck(error, 'client_ledger')) throw new AppError(tooLittle)
    throw error
  }
}

/** Throws `Not found` where there is no such client. */
export async function figuresOf(sql: Sql, clientId: string): Promise<Figures> {
  return known(await findFigures(sql, clientId))
}

/** For verbs that must decide by the figures: nobody else moves this client's money until the transaction ends. */
export async function lockedFigures(tx: Tx, clientId: string): Promise<Figures> {
  return known(await lockFigures(tx, clientId))
}

function known(figures: Figures | undefined): Figures {
  if (!figures) throw new AppError(commonErrors.notFound)
  return figures
}
