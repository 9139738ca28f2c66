import { createReadStream, existsSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { hostname } from 'node:os'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { join } from 'node:path'
import * as z from 'zod/mini'
import type { Config } from '../../config.ts'
import type { Db } from '../../platform/db.ts'
import { placeName } from '../../platform/backup/place.ts'
import { namedBucket } from '../../platform/file-store.ts'
import type { Secret } from '../../platform/secret.ts'
import { lockHeadLog, newestSeal, updateHeadLog } from './seal.sql.ts'

/** The newest seal at a time. `previous` is the signature of the line before, so that no line can be left out. */
const headLine = z.object({
  log: z.string(),
  line: z.string(),
  at: z.string(),
  position: z.string(),
  auditId: z.string(),
  hash: z.string(),
  previous: z.string(),
  mac: z.string(),
})
export type HeadLine = z.infer<typeof headLine>

export const signHead = (secret: Secret, { log, line, at, position, auditId, hash, previous }: Omit<HeadLine, 'mac'>) =>
  secret.hmac('audit', log, line, at, position, auditId, hash, previous).toString('hex')

export function readHeadLine(text: string): HeadLine | undefined {
  try {
    return headLine.parse(JSON.parse(text))
  } catch {
    return undefined
  }
}

/** The destination of the lines; `place` names it without its password. */
export type HeadStore = {
  readonly place: string
  readonly append: (head: HeadLine) => Promise<void>
  readonly lines: () => AsyncGenerator<string>
}

export type HeadConfig = Pick<Config, 'auditHeadUrl' | 'dataDir'>

export function openHeadStore({ auditHeadUrl, dataDir }: HeadConfig): HeadStore | Promise<HeadStore> {
  if (auditHeadUrl?.startsWith('s3:')) return bucketHead(auditHeadUrl)
  return fileHead(auditHeadUrl === undefined ? join(dataDir, 'audit-head.log') : fileURLToPath(auditHeadUrl))
}

const fileHead = (path: string): HeadStore => ({
  place: `${hostname()}:${path}`,
  async append(head) {
    const file = await open(path, 'a', 0o600)
    try {
      // Begins with a line break, because a crash may have left half a line before it.
      await file.appendFile(`\n${JSON.stringify(head)}\n`)
      await file.sync()
    } finally {
      await file.close()
    }
  },
  async *lines() {
    if (!existsSync(path)) return
    for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Infinity }))
      if (line !== '') yield line
  },
})

const prefix = 'audit-head/'
const parallelReads = 20

/** One object for each line, so that a bucket with object lock keeps every one of them. */
async function bucketHead(url: string): Promise<HeadStore> {
  const store = await namedBucket('AUDIT_HEAD_URL', url)
  return {
    place: placeName(url),
    append: (head) =>
      store.put(`${prefix}${head.log}/${head.line.padStart(12, '0')}.json`, Buffer.from(JSON.stringify(head))),
    async *lines() {
      for await (const files of store.list(prefix))
        for (let n = 0; n < files.length; n += parallelReads) {
          const found = await Promise.all(files.slice(n, n + parallelReads).map(({ name }) => store.get(name)))
          yield* found.flatMap((bytes) => bytes?.toString() ?? [])
        }
    },
  }
}

export type HeadState = 'written' | 'failing' | 'waiting'

/** Writes the signed newest seal outside the database: a line when it has changed, and at least one an hour. */
export function createHeadWriter(config: HeadConfig, { db, secret }: { db: Db; secret: Secret }) {
  let store: HeadStore | undefined
  let state: HeadState = 'waiting'

  async function writeLine(): Promise<void> {
    const { place, append } = (store ??= await openHeadStore(config))
    await db.transaction(async (tx) => {
      const seal = await newestSeal(tx)
      if (!seal) return
      const last = await lockHeadLog(tx, place)
      if (last.recent && last.position === seal.position) return
      const head = {
        log: last.log,
        line: String(last.line + 1n),
        at: new Date().toISOString(),
        position: String(seal.position),
        auditId: String(seal.audit_id),
        hash: seal.hash.toString('hex'),
        previous: last.mac,
      }
      const mac = signHead(secret, head)
      await append({ ...head, mac })
      await updateHeadLog(tx, place, { line: last.line + 1n, mac, position: seal.position })
    })
  }

  return {
    write: async (): Promise<void> => {
      try {
        await writeLine()
        state = 'written'
      } catch (error) {
        state = 'failing'
        throw error
      }
    },
    state: (): HeadState => state,
  }
}
