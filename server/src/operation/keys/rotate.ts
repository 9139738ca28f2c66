import { audit } from '../../core/audit/audit.ts'
import type { Config } from '../../config.ts'
import type { Db } from '../../platform/db.ts'
import { openFiles } from '../../platform/files.ts'
import { makeLog } from '../../platform/log.ts'
import { withDatabase } from '../../platform/postgres/postgres.ts'
import { StartError } from '../../platform/postgres/start-error.ts'
import { openSecret, type Secret } from '../../platform/secret.ts'
import {
  lockContentFiles,
  masterKeyValues,
  replaceValues,
  valuesOfOtherKeys,
  valueKinds,
  type SealedValue,
  type ValueKind,
} from './encryption.sql.ts'

const batch = 500
const mostPasses = 5

/**
 * `npm run rotate-keys`: encrypts everything again that an older master key encrypted, in batches, while servers run.
 * Client data keeps its data key, which is encrypted again. Returns the sentence to print.
 */
export const rotateKeys = (config: Config): Promise<string> =>
  withDatabase(config, async (db) => {
    const secret = await openSecret(db, config)
    const files = await openFiles(config, { db, secret, log: makeLog('silent') })
    await db.transaction(async (tx) => {
      for (const name of await lockContentFiles(tx)) await files.encryptAgain(tx, name)
    })
    const values: Partial<Record<ValueKind, number>> = {}
    for (const kind of valueKinds) values[kind] = await encryptAllAgain(db, secret, kind)
    const total = Object.values(values).reduce((sum, count) => sum + count, 0)
    if (total > 0) await db.transaction((tx) => audit(tx, { by: 'system', action: 'key.rotate', after: values }))
    const { dataKeys = 0, mails = 0, authenticators = 0, hashKeys = 0 } = values
    return `Encrypted with the newest key: ${dataKeys} data keys of clients, ${mails} mails, ${authenticators} authenticator secrets and ${hashKeys} keys of hashes. Older keys are no longer needed once every server uses the newest.`
  })

/** Until a whole pass finds nothing: a request may have written meanwhile. */
async function encryptAllAgain(db: Db, secret: Secret, kind: ValueKind): Promise<number> {
  let total = 0
  for (let pass = 1; pass <= mostPasses; pass++) {
    const found = await encryptPass(db, secret, kind)
    if (found === 0) return total
    total += found
  }
  throw new StartError(
    'A server still encrypts with an older key. Start every server with the newest key on the first line, then run this again.',
  )
}

async function encryptPass(db: Db, secret: Secret, kind: ValueKind): Promise<number> {
  let count = 0
  let rows: SealedValue[]
  for (let after: string | null = null; ; after = rows.at(-1)?.id ?? null) {
    rows = await valuesOfOtherKeys(db, kind, { keyId: secret.newestId, after, limit: batch })
    await replaceValues(
      db,
      kind,
      rows.map((row) => ({ ...row, next: encryptValueAgain(secret, kind, row) })),
    )
    count += rows.length
    if (rows.length < batch) return count
  }
}

function encryptValueAgain(secret: Secret, kind: ValueKind, { id, value }: SealedValue): Buffer {
  const { table, purpose, place } = masterKeyValues[kind]
  try {
    return secret.encrypt(purpose, secret.decrypt(purpose, value, place(id)), place(id))
  } catch {
    throw new StartError(
      `The row ${id} of ${table} is encrypted with a key that is not in SECRET_KEY_FILE. Add that key as another line, then run this again.`,
    )
  }
}
