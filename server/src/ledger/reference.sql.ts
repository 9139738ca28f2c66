import type { Tx } from '../platform/db.ts'

/** 0 where another has it; taking it again for the same purpose is nothing new. */
export function claimReference(tx: Tx, reference: string, usedBy: string) {
  return tx.run(
    `insert into payment_reference as p (reference, used_by) values ($1, $2)
     on conflict (reference) do update set used_by = $2 where p.used_by = $2`,
    [reference, usedBy],
  )
}

export function freeReferences(tx: Tx, usedBy: string) {
  return tx.run('delete from payment_reference where used_by = $1', [usedBy])
}
