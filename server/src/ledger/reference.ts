import type { Tx } from '../platform/db.ts'
import { claimReference, freeReferences } from './reference.sql.ts'

/**
 * Takes a bank's name of a payment (UTR) for one request or charge; false where another has it. Of two who ask at
 * the same moment the second waits for the first and is told. Upper and lower case are the same.
 */
export async function takeReference(tx: Tx, reference: string, usedBy: string): Promise<boolean> {
  return (await claimReference(tx, reference.toUpperCase(), usedBy)) > 0
}

/** A refused request gives back what it took: the payment may still turn out to be someone else's, or be asked for anew. */
export async function giveReferencesBack(tx: Tx, usedBy: string): Promise<void> {
  await freeReferences(tx, usedBy)
}
