import { v7 as uuidv7 } from 'uuid'
import type { Tx } from '../platform/db.ts'
import type { Secret } from '../platform/secret.ts'
import { insertMail } from './mail.sql.ts'

export type Mail = { readonly to: string; readonly subject: string; readonly text: string }

/** Puts a mail into the outbox; it leaves once the transaction is committed, and never otherwise. */
export type QueueMail = (tx: Tx, mail: Mail) => Promise<void>

export function createQueueMail(secret: Secret): QueueMail {
  return async (tx, { to, subject, text }) => {
    const id = uuidv7()
    await insertMail(tx, { id, to, subject, body: secret.encrypt('mail', Buffer.from(text), id) })
  }
}
