import type { Tx } from '../../platform/db.ts'
import { acceptNext, acceptStatements, contradictedClients, type Waiting, waitingStatements } from './bank-link.sql.ts'

// The imported statements that one operator may rely on (settled, section 14).

export { contradictedClients, type Waiting, waitingStatements }

/** Accepts every statement of the account that continues, one after the other, from its last accepted line. */
export async function acceptContinuing(tx: Tx, accountId: string): Promise<void> {
  while ((await acceptNext(tx, accountId)) > 0);
}

type Confirmation = {
  readonly accountId: string
  readonly statements: readonly Waiting[]
  readonly operatorId: string
}

/** The operator entered the balance of the bank; returns the names of the files that this confirms. */
export async function confirmStatements(tx: Tx, { accountId, statements, operatorId }: Confirmation) {
  const ids = statements.map(({ id }) => id)
  const accepted = await acceptStatements(tx, ids, operatorId)
  await acceptContinuing(tx, accountId)
  return accepted.map(({ fileName }) => fileName)
}
