import type { Tx } from '../platform/db.ts'
import { insertAudit } from './audit.sql.ts'

/** Who did it. A visitor has no id yet; the system acts on its own. */
export type Actor = {
  readonly kind: 'client' | 'operator' | 'visitor' | 'system'
  readonly id?: string
  readonly name?: string
}

export type AuditEntry = {
  readonly actor: Actor
  /** `room.verb`, such as `kyc.accept`. */
  readonly action: string
  readonly subjectId?: string
  /** Only what changed; never a password, a code, a token or a full identity number. */
  readonly before?: object
  readonly after?: object
  readonly ip?: string
}

/** Takes a transaction, not the pool: the row stands or falls with the change it tells of. */
export async function audit(tx: Tx, entry: AuditEntry): Promise<void> {
  await insertAudit(tx, entry)
}
