import { open, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { withTimeout } from '../concurrency.ts'
import { createJobs } from '../jobs.ts'
import type { Log } from '../log.ts'
import { StartError } from '../postgres/start-error.ts'
import type { WalStart } from './manifest.ts'
import { getCompressed, inParallel, openPlace, putCompressed, Unusable, type Place } from './place.ts'
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

/** 1.0.0 reads everything in its folder `wal/`, and fails at a signed file; so signed ones have a folder of their own. */
const folderOf = (system: string) => `signed/wal/${system}/`
const foldersOf = (system: string) => [`wal/${system}/`, folderOf(system)]
const suffix = '.gz'

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
    await putCompressed(place, `${folder}${name}${suffix}`, await readFile(join(walFolder, name)))
  let end = bytesOf(from) - (bytesOf(from) % size)
  for (const name of names) {
    if (!segmentName.test(name) || timelineOf(name) !== timeline) continue
    const begin = beginOf(name, segment_bytes)
    if (begin < end || begin + size > bytesOf(flushed)) continue
    if (begin > end) throw new Error(`The WAL between ${lsnOf(end)} and ${name} is missing`)
    await putCompressed(place, `${folder}${name}${suffix}`, await readFile(join(walFolder, name)))
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

/** The stored files of the WAL by their own name: the name of the object. */
export type StoredWal = ReadonlyMap<string, string>

/** What is stored of the WAL that a backup needs. */
export async function storedWal(place: Place, wal: WalStart): Promise<StoredWal> {
  const stored = await storedFiles(place, wal.system)
  const first = firstOf(wal)
  const isNeeded = (name: string) =>
    historyName.test(name) ||
    (segmentName.test(name) && timelineOf(name) >= wal.timeline && beginOf(name, wal.segmentBytes) >= first)
  return new Map([...stored].filter(([name]) => isNeeded(name)))
}

const firstOf = ({ from, segmentBytes }: WalStart) => bytesOf(from) - (bytesOf(from) % BigInt(segmentBytes))

/** Why a stored file cannot be used, by its name. */
export type UnusableWal = ReadonlyMap<string, string>

/**
 * The sentence about the first gap, if there is one. Throws it as a StartError, because PostgreSQL would silently end the
 * recovery there; with `until` only at the beginning, because PostgreSQL reports a moment that it does not reach.
 */
export function requireUnbroken(
  wal: WalStart,
  stored: StoredWal,
  { until, unusable }: { readonly until: Date | undefined; readonly unusable: UnusableWal },
): string | undefined {
  const gap = segmentGap(wal, stored, unusable) ?? historyGap(wal, stored, unusable)
  if (gap === undefined) return undefined
  const { at, file } = gap
  const reason = file === undefined ? undefined : unusable.get(file)
  const what = file !== undefined && historyName.test(file) ? file : lsnOf(at)
  const sentence = `The stored WAL is incomplete: ${what} ${reason === undefined ? 'is missing.' : `cannot be used. ${reason}`}`
  if (at === firstOf(wal)) throw new StartError(sentence)
  if (until === undefined) throw new StartError(`${sentence} A moment before that can be recovered with --at.`)
  return sentence
}

type Gap = { readonly at: bigint; readonly file: string | undefined }

function segmentGap(wal: WalStart, stored: StoredWal, unusable: UnusableWal): Gap | undefined {
  const size = BigInt(wal.segmentBytes)
  const names = [...stored.keys()].filter((name) => segmentName.test(name))
  const begins = new Set(names.map((name) => beginOf(name, wal.segmentBytes)))
  const usable = names.filter((name) => !unusable.has(name)).map((name) => beginOf(name, wal.segmentBytes))
  const found = new Set(usable)
  const positions = Array.from({ length: Math.max(begins.size, 1) }, (_, n) => firstOf(wal) + BigInt(n) * size)
  const at = positions.find((position) => !found.has(position))
  return at === undefined ? undefined : { at, file: names.find((name) => beginOf(name, wal.segmentBytes) === at) }
}

/** Without the file of a newer timeline PostgreSQL does not look for its segments. */
function historyGap(wal: WalStart, stored: StoredWal, unusable: UnusableWal): Gap | undefined {
  for (const name of stored.keys()) {
    const file = `${name.slice(0, 8)}.history`
    if (segmentName.test(name) && timelineOf(name) > wal.timeline && (!stored.has(file) || unusable.has(file)))
      return { at: beginOf(name, wal.segmentBytes), file }
  }
  return undefined
}

/** Copies stored WAL into a folder; returns what cannot be used, which is left out. */
export async function fetchWal(place: Place, stored: StoredWal, target: string): Promise<UnusableWal> {
  const unusable = new Map<string, string>()
  await inParallel([...stored], async ([name, object]) => {
    try {
      await writeSparse(join(target, name), await getCompressed(place, object))
    } catch (error) {
      if (!(error instanceof Unusable)) throw error
      unusable.set(name, error.message)
    }
  })
  return unusable
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

/** Every stored file of a database; of two with one name the signed one. */
async function storedFiles(place: Place, system: string): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for (const folder of foldersOf(system))
    for await (const files of place.list(folder))
      for (const { name } of files) found.set(name.slice(folder.length, -suffix.length), name)
  return found
}

/** Removes the WAL before the oldest backup. */
export async function removeWalBefore(place: Place, { system, from, segmentBytes }: WalStart): Promise<void> {
  for (const folder of foldersOf(system))
    for await (const files of place.list(folder))
      await inParallel(files, async ({ name: object }) => {
        const name = object.slice(folder.length, -suffix.length)
        if (segmentName.test(name) && beginOf(name, segmentBytes) + BigInt(segmentBytes) <= bytesOf(from))
          await place.remove(object)
      })
}
