import { closureRules } from '@sauda/contract/closure'
import { AppError } from '@sauda/contract/error'
import { statementErrors } from '@sauda/contract/statement'
import type { ClosureContext } from '../app-context.ts'
import { completedMail } from './closure.mail.ts'
import { selectUnsent, setSent } from './closure.sql.ts'

/** Throws an AppError for a statement that is too long. */
export type DrawStatement = (clientId: string) => Promise<{ readonly name: string; readonly bytes: Buffer }>

/** Mails the final statements of closed accounts: drawn before the transaction, which must not wait for it; each is sent once. */
export async function sendStatements(context: ClosureContext, drawStatement: DrawStatement): Promise<void> {
  const { db, config, mail, log } = context
  for (const { id, client_id: clientId, sauda_id: saudaId, ...recipient } of await selectUnsent(
    db,
    closureRules.statementsAtOnce,
  ))
    try {
      const statement = await drawStatement(clientId).catch((error: unknown) => {
        if (error instanceof AppError && error.message === statementErrors.tooLong.message) return undefined
        throw error
      })
      const attachment = statement && statement.bytes.length <= closureRules.statementBytes ? statement : undefined
      await db.transaction(async (tx) => {
        if ((await setSent(tx, id)) > 0) await mail(tx, completedMail(config, { ...recipient, saudaId }, attachment))
      })
    } catch (error) {
      log.warn({ err: (error as Error).message }, 'the final statement of a closed account could not be sent yet')
    }
}
