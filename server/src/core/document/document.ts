import { createHash, randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { documentRules, type IssuedDocument } from '@sauda/contract/core/document'
import type { AppContext } from '../../app/app-context.ts'
import type { Sql, Tx } from '../../platform/db.ts'
import { dayInIndia } from '../../platform/india.ts'
import { sha256 } from '../../platform/secret.ts'
import { type Actor, recordedAbout } from '../audit/audit.ts'

/** The audit row of a document is its only record, so that the chain of the log covers it (docs/decisions/0064-statements.md). */

const action = 'document.issue'

/** What a PDF shows of itself. */
export type DocumentMark = {
  readonly number: string
  /** The whole address of the public page. */
  readonly address: string
}

/** Each drawing of a document gets its own. */
export function createMark(publicUrl: string): DocumentMark {
  const part = randomBytes(documentRules.addressBytes).toString('base64url')
  return { number: numberOf(digestOf(part)), address: `${publicUrl}${documentRules.path}${part}` }
}

/** The log has a hash of the address, so that reading the log opens no page. */
const digestOf = (part: string): Buffer => sha256(`document ${part}`)

const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** 60 bits of the hash: unique in practice, and the row is found by it. */
const numberOf = (digest: Buffer): string =>
  `DOC-${[0, 4, 8].map((at) => [...digest.subarray(at, at + 4)].map((byte) => letters[byte % 32]).join('')).join('-')}`

export type Issue = {
  readonly mark: DocumentMark
  /** Unless it is about the broker. */
  readonly clientId?: string
  /** Paise. */
  readonly amount?: bigint | undefined
  /** Hash of the file, in hexadecimal digits. */
  readonly sha256: string
  readonly preparedAt: Date
  readonly by: Actor
}

/** In the transaction before the file is sent. */
export async function issueDocument(
  { audit }: Pick<AppContext, 'audit'>,
  tx: Tx,
  { mark, clientId, amount, sha256: file, preparedAt, by }: Issue,
): Promise<void> {
  const digest = digestOf(mark.address.slice(mark.address.lastIndexOf('/') + 1)).toString('hex')
  const paise = amount === undefined ? {} : { paise: String(amount) }
  const after = { day: dayInIndia(preparedAt), ...paise, sha256: file, clientId, address: digest }
  await audit(tx, { by, action, subjectId: mark.number, after })
}

export const fileHash = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** Passes a file on while it is drawn; its last part only once `issue` has stored the hash, so that no whole copy precedes its record. */
export const issuedFile = (content: Readable, issue: (sha256: string) => Promise<void>): Readable =>
  Readable.from(issuedParts(content, issue), { objectMode: false })

async function* issuedParts(content: Readable, issue: (sha256: string) => Promise<void>): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  let last: Buffer | undefined
  for await (const part of content as AsyncIterable<Buffer>) {
    hash.update(part)
    if (last) yield last
    last = part
  }
  await issue(hash.digest('hex'))
  if (last) yield last
}

type Recorded = { readonly day: string; readonly paise?: string; readonly address: string }

/**
 * `part`: the end of an address, as a visitor sent it. Undefined for an unknown one, which takes as long if it is malformed,
 * and for a row that does not fit its seal.
 */
export async function findDocument(sql: Sql, part: string): Promise<IssuedDocument | undefined> {
  const digest = digestOf(part)
  const number = numberOf(digest)
  for (const { address, day, paise } of await recordedAbout<Recorded>(sql, number, action))
    if (address === digest.toString('hex'))
      return { number, day, ...(paise !== undefined && { amount: BigInt(paise) }) }
  return undefined
}
