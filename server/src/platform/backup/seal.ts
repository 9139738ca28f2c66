import { createPrivateKey, createPublicKey, sign, verify, type KeyObject } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { makeKey } from '../cipher.ts'
import { StartError } from '../postgres/start-error.ts'
import { masterKeys, sha256 } from '../secret.ts'

/** Signs what a backup stores; `id` is that of the master key which the Ed25519 key is derived from. */
export type Signer = { readonly id: Buffer; readonly privateKey: KeyObject; readonly publicKey: KeyObject }

export type WriteKeys = { readonly signer: Signer; readonly recipient: string | undefined }
export type ReadKeys = {
  readonly signers: readonly Signer[]
  /** `AGE-SECRET-KEY-1…`; opens what was encrypted for the recipient. */
  readonly identity: string | undefined
  /** For backups from before signatures. */
  readonly acceptUnsigned: boolean
}

/** An Ed25519 private key is these bytes and a seed of 32 bytes (RFC 8410). */
const privateKeyHead = Buffer.from('302e020100300506032b657004220420', 'hex')

export function makeSigner(material: string): Signer {
  const key = makeKey(material)
  const der = Buffer.concat([privateKeyHead, key.derive('backup')])
  const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
  return { id: key.id, privateKey, publicKey: createPublicKey(privateKey) }
}

type KeyConfig = Parameters<typeof masterKeys>[0] & { readonly backupRecipient: string | undefined }

/** The keys of the running installation; it may not have the identity. */
export function writeKeysOf(config: KeyConfig): WriteKeys {
  const [newest = ''] = masterKeys(config)
  return { signer: makeSigner(newest), recipient: config.backupRecipient }
}

/** An age identity, and the recipient that belongs to it. */
export async function newIdentity(): Promise<{ readonly identity: string; readonly recipient: string }> {
  const { generateX25519Identity, identityToRecipient } = await import('age-encryption')
  const identity = await generateX25519Identity()
  return { identity, recipient: await identityToRecipient(identity) }
}

export const readKeysOf = (
  secretKeys: readonly string[],
  { backupIdentityFile }: { readonly backupIdentityFile: string | undefined },
  acceptUnsigned: boolean,
): ReadKeys => ({ signers: secretKeys.map(makeSigner), identity: readIdentity(backupIdentityFile), acceptUnsigned })

/** A file as `age-keygen` writes it. */
function readIdentity(path: string | undefined): string | undefined {
  if (path === undefined) return undefined
  try {
    const [line] = /^AGE-SECRET-KEY-1\w+$/m.exec(readFileSync(path, 'utf8')) ?? []
    if (line !== undefined) return line
  } catch {
    // Named below.
  }
  throw new StartError(`BACKUP_IDENTITY_FILE: ${path} has no line that begins with AGE-SECRET-KEY-1.`)
}

/** The name is signed too, so that no object can take the place of another one. */
const signedBytes = (name: string, bytes: Buffer) => Buffer.concat([Buffer.from(`${name}\n`), sha256(bytes)])

export const signatureOf = ({ privateKey }: Signer, name: string, bytes: Buffer): Buffer =>
  sign(null, signedBytes(name, bytes), privateKey)

/** Throws a StartError unless one of the keys signed it. */
export function requireSignature(
  { signers }: ReadKeys,
  signed: { readonly name: string; readonly bytes: Buffer; readonly id: Buffer; readonly signature: Buffer },
): void {
  const signer = signers.find(({ id }) => id.equals(signed.id))
  if (!signer) throw new StartError(`${signed.name} was signed with another secret key.`)
  if (!verify(null, signedBytes(signed.name, signed.bytes), signer.publicKey, signed.signature))
    throw new StartError(`The backup was changed: the signature of ${signed.name} does not fit it.`)
}

export function requireAccepted({ acceptUnsigned }: ReadKeys, name: string): void {
  if (!acceptUnsigned)
    throw new StartError(
      `The backup is not signed: ${name} is from before backups were signed, or somebody replaced it. If you know that it is yours, add -- --accept-unsigned.`,
    )
}

const mark = Buffer.from('sauda-signed-1\n')
const idBytes = 8
const signatureBytes = 64

/** The bytes with a signature before them. */
export const withSignature = (signer: Signer, name: string, bytes: Buffer): Buffer =>
  Buffer.concat([mark, signer.id, signatureOf(signer, name, bytes), bytes])

/** Without keys the signature is not checked: the running installation only tidies up. */
export function withoutSignature(keys: ReadKeys | undefined, name: string, stored: Buffer): Buffer {
  if (!stored.subarray(0, mark.length).equals(mark)) {
    if (keys) requireAccepted(keys, name)
    return stored
  }
  const id = stored.subarray(mark.length, mark.length + idBytes)
  const begin = mark.length + idBytes + signatureBytes
  const bytes = stored.subarray(begin)
  if (keys) requireSignature(keys, { name, bytes, id, signature: stored.subarray(begin - signatureBytes, begin) })
  return bytes
}

const ageMark = Buffer.from('age-encryption.org/')

/** In the age format, which the program of that name reads as well. */
export async function encryptFor(recipient: string, bytes: Buffer): Promise<Buffer> {
  const { Encrypter } = await import('age-encryption')
  const encrypter = new Encrypter()
  encrypter.addRecipient(recipient)
  return Buffer.from(await encrypter.encrypt(bytes))
}

export async function decrypted(keys: ReadKeys | undefined, name: string, bytes: Buffer): Promise<Buffer> {
  if (!bytes.subarray(0, ageMark.length).equals(ageMark)) return bytes
  if (keys?.identity === undefined)
    throw new StartError('The backup is encrypted. Set BACKUP_IDENTITY_FILE to the file with its age identity.')
  const { Decrypter } = await import('age-encryption')
  const decrypter = new Decrypter()
  decrypter.addIdentity(keys.identity)
  try {
    return Buffer.from(await decrypter.decrypt(bytes))
  } catch (error) {
    const isOther = (error as Error).message.includes('no identity matched')
    throw new StartError(
      isOther
        ? 'The identity in BACKUP_IDENTITY_FILE is not the one that the backup was encrypted for.'
        : `The backup is damaged: ${name} cannot be decrypted.`,
      { cause: error },
    )
  }
}
