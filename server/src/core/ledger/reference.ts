import { AppError } from '@sauda/contract/platform/error'
import { linkLabels } from '@sauda/contract/money/line-booking'
import { normalizeReference, utrOf, utrOfLine, utrUsed } from '@sauda/contract/money/reference'
import type { Direction } from '@sauda/contract/money/reconciliation'
import type { Sql, Tx } from '../../platform/db.ts'
import { dateText } from '../../platform/india.ts'
import { collisions, deleteOthers, deleteReferences, findOwner, insertReference } from './reference.sql.ts'

/**
 * Reserves a bank reference (UTR) of one direction for a request or charge; false if something else uses it. Of two
 * reservations at the same moment the second waits for the first. Lines reserve theirs when they are linked (bank-link.sql.ts).
 */
export const reserveReference = async (tx: Tx, { direction, reference }: Named, usedBy: string): Promise<boolean> =>
  (await insertReference(tx, { direction, reference: normalizeReference(reference) }, usedBy)) > 0

/** Throws what the reference belongs to, other than `usedBy`, for an operator. */
export async function throwReferenceUsed(sql: Sql, { direction, reference }: Named, usedBy: string): Promise<never> {
  const owner = await findOwner(sql, { direction, reference: normalizeReference(reference) }, usedBy)
  const { name = null, client = null, state = null, kind = null, day = null } = owner ?? {}
  if (name !== null && client !== null && state !== null) throw new AppError(utrOf({ name, client, state }))
  if (kind !== null && day !== null) throw new AppError(utrOfLine(dateText(day), linkLabels[kind]))
  throw new AppError(utrUsed)
}

type Named = { readonly direction: Direction; readonly reference: string }

/** A reference of `row`. Each of the two indexes is partial, so its condition must be in the statement. */
export const isReference = (row: string, value: string): string =>
  `(${row}.reference = ${value} and not ${row}.is_collision or ${row}.reference = ${value} and ${row}.is_collision)`

/** Frees what an earlier approval had reserved under another reference. */
export const releaseOthers = (tx: Tx, usedBy: string, references: readonly string[]) =>
  deleteOthers(tx, usedBy, references.map(normalizeReference))

/** After a rejection the payment may still turn out to be someone else's, or be submitted again. */
export async function releaseReferences(tx: Tx, usedBy: string): Promise<void> {
  await deleteReferences(tx, usedBy)
}

/** A sentence for every reference that two payments used before references had one form. */
export const collisionWarnings = async (sql: Sql): Promise<string[]> =>
  (await collisions(sql, 50)).map(
    ({ reference, payments }) =>
      `Bank reference ${reference} is used by ${payments}. Compare them with the bank statement and reject or reverse the wrong one.`,
  )
