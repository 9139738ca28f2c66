import { open, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { withTimeout } from '../concurrency.ts'
import { createJobs } from '../jobs.ts'
import type { Log } from '../log.ts'
import { StartError } from '../postgres/start-error.ts'
import { getCompressed, inParallel, openPlace, putCompressed, type Place, type WalStart } from './place.ts'
import type { WriteKeys } from './seal.ts'
import {
  advanceSlot,
  createSlot,
  dropSlot,
  insertPosition,
  readSlot,
  switchWal,
  walState,
  withSession,
  withWalLock,
  type Session,
} from './session.sql.ts'

/** An unavailable place of backups must not keep the database from stopping. */
const stopMilliseconds = 10_000
const segmentName = /^[0-9A-F]{24}$/
const historyName = /^[0-9A-F]{8}\.history$/

const folderOf = (system: string) => `wal/${system}/`

/** `1/2000028` as a number of bytes. */
function bytesOf(lsn: string): bigint {
  const [high = '0', low = '0'] = lsn.split('/')
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
}

const lsnOf = (bytes: bigint) => `${(bytes >> 32n).toString(16)}/${(bytes & 0xffffffffn).toString(16)}`

/** The offset of a segment's content. */
function beginOf(name: string, segmentBytes: number): bigint {
  const size = BigInt(segmentBytes)
  return (BigInt(`0x${name.slice(8, 16)}`) * (0x1_0000_0000n / size) + BigInt(`0x${name.slice(16, 24)}`)) * size
}

const timelineOf = (name: string) => Number.parseInt(name.slice(0, 8), 16)

/** Stores every complete segment from `from` on; returns where the stored WAL ends. Needs withWalLock. */
export async function storeWal(session: Session, place: Place, walFolder: string, from: string): Promise<string> {
  const { flushed, system, timeline, segment_bytes } = await walState(session)
  const folder = folderOf(system)
  const size = BigInt(segment_bytes)
  const names = (await readdir(walFolder)).toSorted()
  for (const name of names.filter((each) => historyName.test(each)))
    await putCompressed(place, `${folder}${name}.gz`, await readFile(join(walFolder, name)))
  let end = bytesOf(from) - (bytesOf(from) % size)
  for (const name of names) {
    if (!segmentName.test(name) || timelineOf(name) !== timeline) continue
    const begin = beginOf(name, segment_bytes)
    if (begin < end || begin + size > bytesOf(flushed)) continue
    if (begin > end) throw new Error(`The WAL between ${lsnOf(end)} and ${name} is missing`)
    await putCompressed(place, `${folder}${name}.gz`, await readFile(join(walFolder, name)))
    end = begin + size
  }
  return lsnOf(end)
}

export type WalArchive = {
  /** When everything written until then was stored. */
  readonly storedAt: () => number | undefined
  readonly stop: () => Promise<void>
}

type WalOptions = {
  readonly url: string
  readonly dataDir: string
  readonly backupUrl: string
  readonly write?: () => WriteKeys
  readonly milliseconds: number
  readonly log: Log
}

/** Stores the WAL of the built-in database as long as the server runs, for a recovery to any moment. */
export async function startWalArchive(options: WalOptions): Promise<WalArchive> {
  const { url, dataDir, backupUrl, write, milliseconds, log } = options
  const place = await openPlace(backupUrl, { mayBeNew: true, ...(write && { write }) })
  const walFolder = join(dataDir, 'postgres/data/pg_wal')
  let position: string | undefined
  let storedAt: number | undefined

  async function storeOnce(): Promise<void> {
    const began = Date.now()
    await withSession(url, (session) =>
      withWalLock(session, async () => {
        const from = await slotPosition(session, log)
        // An idle database writes nothing, and needs no new segment.
        if ((await insertPosition(session)) !== position) position = await switchWal(session)
        const end = await storeWal(session, place, walFolder, from)
        if (bytesOf(end) > bytesOf(from)) await advanceSlot(session, end)
      }),
    )
    storedAt = began
  }

  // Before the first write, so that nothing after this is lost.
  await withSession(url, (session) => slotPosition(session, log))
  const jobs = createJobs(log)
  jobs.every(milliseconds, 'WAL archive', storeOnce)
  return {
    storedAt: () => storedAt,
    async stop() {
      await withTimeout(stopMilliseconds, jobs.stop())
      const isStored = await withTimeout(stopMilliseconds, storeOnce()).catch(() => false)
      if (!isStored) log.warn('the last WAL is stored after the next start')
    },
  }
}

/** The slot makes PostgreSQL keep the WAL that is not stored yet. */
async function slotPosition(session: Session, log: Log): Promise<string> {
  const found = await readSlot(session)
  if (found?.restart_lsn && found.wal_status !== 'lost') return found.restart_lsn
  if (found) {
    log.error('WAL was discarded before it was stored: make a new backup')
    await dropSlot(session)
  }
  await createSlot(session)
  return (await readSlot(session))?.restart_lsn ?? '0/0'
}

/** Without a place for it, PostgreSQL must not keep the WAL. */
export const endWalArchive = (url: string): Promise<unknown> => withSession(url, dropSlot)

/**
 * The names of the WAL files that a backup needs. Throws a StartError if one is missing, because PostgreSQL would silently end
 * the recovery there. With `until` only the first is required: PostgreSQL reports a moment that it does not reach.
 */
export async function neededWal(
  place: Place,
  { system, from, timeline, segmentBytes }: WalStart,
  until: Date | undefined,
): Promise<string[]> {
  const size = BigInt(segmentBytes)
  const first = bytesOf(from) - (bytesOf(from) % size)
  const stored = await storedSegments(place, system)
  const segments = stored.filter(
    (name) => segmentName.test(name) && timelineOf(name) >= timeline && beginOf(name, segmentBytes) >= first,
  )
  const begins = new Set(segments.map((name) => beginOf(name, segmentBytes)))
  const positions = Array.from({ length: Math.max(begins.size, 1) }, (_, n) => first + BigInt(n) * size)
  const missing = positions.find((at) => !begins.has(at))
  if (missing !== undefined && (until === undefined || missing === first))
    throw new StartError(
      `The stored WAL is incomplete: ${lsnOf(missing)} is missing.${missing === first ? '' : ' A moment before that can be recovered with --at.'}`,
    )
  return [...stored.filter((name) => historyName.test(name)), ...segments]
}

/** Copies stored WAL into a folder. */
export async function fetchWal(
  place: Place,
  target: string,
  { system, names }: { system: string; names: readonly string[] },
): Promise<void> {
  await inParallel(names, async (name) => {
    await writeSparse(join(target, name), await getCompressed(place, `${folderOf(system)}${name}.gz`))
  })
}

const blockBytes = 64 * 1024
const zeros = Buffer.alloc(blockBytes)

/** A segment that was closed early is mostly zeros, which need no space. */
async function writeSparse(path: string, bytes: Buffer): Promise<void> {
  const file = await open(path, 'w', 0o600)
  try {
    await file.truncate(bytes.length)
    for (let at = 0; at < bytes.length; at += blockBytes) {
      const block = bytes.subarray(at, at + blockBytes)
      if (!block.equals(zeros.subarray(0, block.length))) await file.write(block, 0, block.length, at)
    }
  } finally {
    await file.close()
  }
}

async function storedSegments(place: Place, system: string): Promise<string[]> {
  const folder = folderOf(system)
  const names: string[] = []
  for await (const files of place.list(folder))
    names.push(...files.map(({ name }) => name.slice(folder.length, -'.gz'.length)))
  return names
}

/** Removes the WAL before the oldest backup. */
export async function removeWalBefore(place: Place, { system, from, segmentBytes }: WalStart): Promise<void> {
  const unneeded = (await storedSegments(place, system)).filter(
    (name) => segmentName.test(name) && beginOf(name, segmentBytes) + BigInt(segmentBytes) <= bytesOf(from),
  )
  await inParallel(unneeded, (name) => place.remove(`${folderOf(system)}${name}.gz`))
}
