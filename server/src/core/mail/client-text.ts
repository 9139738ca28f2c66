import { AppError } from '@sauda/contract/platform/error'
import type { Config } from '../../config.ts'
import type { Sql } from '../../platform/db.ts'
import { ownReferences } from './mail.sql.ts'
import { accountNumbersIn, clientTextError } from './text-rules.ts'

/** Throws if an operator's text may not be sent to a client: the one check of messages, templates, replies and reasons. */
export async function requireSafeText(
  { publicUrl }: Pick<Config, 'publicUrl'>,
  sql: Sql,
  { clientId, texts }: { readonly clientId?: string | null; readonly texts: readonly (string | null | undefined)[] },
): Promise<void> {
  const written = texts.filter((text) => text !== null && text !== undefined)
  const hasNumber = written.some((text) => accountNumbersIn(text).length > 0)
  const references = clientId && hasNumber ? await ownReferences(sql, clientId) : []
  for (const text of written) {
    const error = clientTextError(text, { publicUrl, references })
    if (error) throw new AppError(error)
  }
}
