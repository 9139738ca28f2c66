import { type ClientText, clientTextErrors } from '@sauda/contract/platform/client-text'
import { AppError } from '@sauda/contract/platform/error'
import type { Config } from '../../config.ts'
import type { Sql } from '../../platform/db.ts'
import { isId } from '../../platform/id.ts'
import { clientNamedBy, ownReferences } from './mail.sql.ts'
import { accountNumbersIn, clientTextFault } from './text-rules.ts'

type Links = Pick<Config, 'publicUrl'>

const hasNumber = (texts: readonly ClientText[]): boolean => texts.some(({ text }) => accountNumbersIn(text).length > 0)

/**
 * Throws if a text may not be read by the client. For texts that are filled in, or known to be for a client, only after the check
 * of the call.
 */
export async function requireSafeText(
  { publicUrl }: Links,
  sql: Sql,
  { clientId, texts }: { readonly clientId: string | null; readonly texts: readonly ClientText[] },
): Promise<void> {
  const references = clientId !== null && hasNumber(texts) ? await ownReferences(sql, clientId) : []
  for (const { what, text } of texts) {
    const fault = clientTextFault(text, { publicUrl, references })
    if (fault) throw new AppError(clientTextErrors[fault](what))
  }
}

/** The check of every call: `named` are its parameters and the values of its body, which name the client. */
export const createTextCheck =
  (config: Links, sql: Sql) =>
  async (texts: readonly ClientText[], named: readonly unknown[]): Promise<void> => {
    const words = named.filter((value) => typeof value === 'string')
    const ids = words.filter(isId)
    const numbers = words.flatMap((word) => /^SD(\d{1,12})$/.exec(word)?.[1] ?? [])
    const clientId = hasNumber(texts) ? await clientNamedBy(sql, ids, numbers) : null
    await requireSafeText(config, sql, { clientId, texts })
  }
