import * as z from 'zod/mini'
import { StartError } from '../postgres/start-error.ts'
import { inParallel, type Place } from './place.ts'
import { requireAccepted, requireSignature, signatureOf } from './seal.ts'

const piece = z.object({ name: z.string(), sha256: z.string() })

const wal = z.object({
  /** Identifier of the database, so that two of them may share a place. */
  system: z.string(),
  from: z.string(),
  timeline: z.number(),
  segmentBytes: z.number(),
})
export type WalStart = z.infer<typeof wal>

const manifest = z.object({
  format: z.literal([1, 2]),
  /** `data`: a copy of the data folder, restored with the WAL. `portable`: every table as text. */
  kind: z.enum(['data', 'portable']),
  id: z.string(),
  program: z.string(),
  postgres: z.string(),
  /** The newest migration in the database. */
  migration: z.number(),
  begun: z.string(),
  ended: z.string(),
  /** Ids of the secret keys that the database needs. */
  keys: z.array(z.string()),
  /** The first WAL position that it needs. */
  wal: z.optional(wal),
  folders: z.array(z.string()),
  /** The files, or tables, whose bytes follow each other in the pieces. */
  contents: z.array(z.object({ path: z.string(), bytes: z.number() })),
  pieces: z.array(piece),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()), rows: z.number() })),
  sequences: z.array(z.object({ name: z.string(), last: z.string() })),
  /** The newest seal of the audit log when the backup began. */
  seal: z.optional(z.object({ position: z.string(), hash: z.string() })),
})
export type Manifest = z.infer<typeof manifest>

/** 1.0.0 reads every manifest in its folder, and fails at one it does not know; so signed ones have a folder of their own. */
const folder = 'signed/manifest/'
const olderFolder = 'manifest/'
const suffix = '.json'

/** The manifest as text, because a signature is of bytes. */
const signedManifest = z.object({ signedBy: z.string(), signature: z.string(), manifest: z.string() })

/** Written last: a backup without a manifest does not count. */
export async function putManifest(place: Place, content: Manifest): Promise<void> {
  const name = `${folder}${content.id}${suffix}`
  const text = JSON.stringify(content)
  const signer = place.keys.write?.().signer
  const signed = signer && {
    signedBy: signer.id.toString('hex'),
    signature: signatureOf(signer, name, Buffer.from(text)).toString('base64'),
    manifest: text,
  }
  await place.put(name, Buffer.from(signed ? JSON.stringify(signed) : text))
}

/** Ids begin with their time, so the newest is the last. */
export async function backupIds(place: Place): Promise<string[]> {
  const ids: string[] = []
  for (const each of [folder, olderFolder])
    for await (const files of place.list(each))
      ids.push(...files.map(({ name }) => name.slice(each.length, -suffix.length)))
  return ids.toSorted()
}

/** Throws a StartError if it is missing, damaged, or not signed by one of the keys. */
export async function readManifest(place: Place, id: string): Promise<Manifest> {
  for (const each of [folder, olderFolder]) {
    const name = `${each}${id}${suffix}`
    const bytes = await place.get(name)
    if (bytes) return parsed(place, id, { name, bytes })
  }
  throw new StartError(`There is no backup ${id}.`)
}

function parsed({ keys: { read } }: Place, id: string, { name, bytes }: { name: string; bytes: Buffer }): Manifest {
  try {
    const outer: unknown = JSON.parse(bytes.toString())
    const signed = signedManifest.safeParse(outer)
    if (!signed.success) {
      if (read) requireAccepted(read, name)
      return manifest.parse(outer)
    }
    const text = Buffer.from(signed.data.manifest)
    const [keyId, signature] = [Buffer.from(signed.data.signedBy, 'hex'), Buffer.from(signed.data.signature, 'base64')]
    if (read) requireSignature(read, { name, bytes: text, id: keyId, signature })
    return manifest.parse(JSON.parse(signed.data.manifest))
  } catch (error) {
    if (error instanceof StartError) throw error
    throw new StartError(`The backup ${id} cannot be read: its manifest is damaged or of a newer version.`)
  }
}

type Manifests = {
  /** The oldest first. */
  readonly good: readonly Manifest[]
  readonly faulty: readonly { readonly id: string; readonly reason: string }[]
}

/** An unreadable one does not hide the others. */
export async function readManifests(place: Place): Promise<Manifests> {
  const good: Manifest[] = []
  const faulty: { id: string; reason: string }[] = []
  const read = await inParallel(await backupIds(place), async (id) => ({
    id,
    found: await readManifest(place, id).catch((error: Error) => {
      if (error instanceof StartError && error.cause === undefined) return error.message
      throw error
    }),
  }))
  for (const { id, found } of read)
    if (typeof found === 'string') faulty.push({ id, reason: found })
    else good.push(found)
  return { good, faulty }
}

export async function removeManifest(place: Place, id: string): Promise<void> {
  for (const each of [folder, olderFolder]) await place.remove(`${each}${id}${suffix}`)
}
