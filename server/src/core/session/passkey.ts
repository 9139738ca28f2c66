import { authErrors } from '@sauda/contract/client/auth'
import { AppError } from '@sauda/contract/platform/error'
import { type PasskeyOptions, type PasskeyResponse, passkeyRules } from '@sauda/contract/core/session'
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import type { Config } from '../../config.ts'
import type { Sql, Tx } from '../../platform/db.ts'
import { newId } from '../../platform/id.ts'
import { sameBytes, type Secret, sha256 } from '../../platform/secret.ts'
import {
  countPasskeyUse,
  credentialsOf,
  deletePasskey,
  deletePasskeys,
  findPasskey,
  forgetUsedChallenges,
  insertPasskey,
  type PasskeyRow,
  selectPasskeys,
  useChallenge,
} from './login.sql.ts'
import { randomBytes } from 'node:crypto'

/** Passkeys of clients and operators. */
export type Passkeys = ReturnType<typeof createPasskeys>

const { minutes } = passkeyRules

// Loaded with the first passkey, because that takes longer than the rest of the start.
const library = () => import('@simplewebauthn/server')

const challengeOf = ({ response }: PasskeyResponse): string => {
  const data = JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString()) as { challenge?: unknown }
  return String(data.challenge)
}

type Feature = 'auth' | 'operator'
type Challenges = ReturnType<typeof createChallenges>

export function createPasskeys(
  secret: Secret,
  { publicUrl, deskUrl, brandName }: Pick<Config, 'publicUrl' | 'deskUrl' | 'brandName'>,
) {
  const challenges = createChallenges(secret, minutes)
  /** Clients use their passkeys at the portal’s address, operators at the desk’s. */
  const siteOf = (feature: Feature) => new URL(feature === 'auth' ? publicUrl : deskUrl)
  return {
    ...registration(challenges, siteOf, brandName),
    ...authentication(challenges, siteOf),
    list: selectPasskeys,
    ownerOf: async (sql: Sql, { id }: PasskeyResponse): Promise<string | undefined> =>
      (await findPasskey(sql, id))?.owner_id,
    forgetUsed: forgetUsedChallenges,
    removeAll: deletePasskeys,
    remove: async (tx: Tx, ownerId: string, id: string): Promise<boolean> => (await deletePasskey(tx, ownerId, id)) > 0,
  }
}

type SiteOf = (feature: Feature) => URL

const expectedFor = (challenges: Challenges, site: URL, purpose: ChallengePurpose) => ({
  expectedChallenge: (challenge: string) => challenges.isValid(purpose, challenge),
  expectedOrigin: site.origin,
  expectedRPID: site.hostname,
  requireUserVerification: true,
})

/** The library throws on whatever is not as expected. */
const orRejected = async <T>(work: Promise<T>): Promise<T> =>
  work.catch(() => {
    throw new AppError(authErrors.passkeyRejected)
  })

async function spendChallenge(tx: Tx, response: PasskeyResponse): Promise<void> {
  if ((await useChallenge(tx, sha256(challengeOf(response)), minutes)) === 0)
    throw new AppError(authErrors.passkeyRejected)
}

const registration = (challenges: Challenges, siteOf: SiteOf, brandName: string) => ({
  /** Options for the browser to create a passkey. */
  async startAdding(
    sql: Sql,
    feature: Feature,
    owner: { id: string; name: string; email: string },
  ): Promise<PasskeyOptions> {
    const { generateRegistrationOptions } = await library()
    const options = await generateRegistrationOptions({
      rpName: brandName,
      rpID: siteOf(feature).hostname,
      userID: Uint8Array.from(Buffer.from(owner.id)),
      userName: owner.email,
      userDisplayName: owner.name,
      challenge: challenges.issue(['add', owner.id]),
      excludeCredentials: (await credentialsOf(sql, owner.id)).map((id) => ({ id })),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      timeout: minutes * 60_000,
    })
    return { ...options }
  },

  /** Throws 422 unless the response fits a challenge of `startAdding` for this owner. */
  async add(
    tx: Tx,
    { feature, ownerId, name }: { feature: Feature; ownerId: string; name: string },
    response: PasskeyResponse,
  ): Promise<void> {
    const { verifyRegistrationResponse } = await library()
    const { registrationInfo } = await orRejected(
      verifyRegistrationResponse({
        response: response as unknown as RegistrationResponseJSON,
        ...expectedFor(challenges, siteOf(feature), ['add', ownerId]),
      }),
    )
    if (!registrationInfo) throw new AppError(authErrors.passkeyRejected)
    const { credential } = registrationInfo
    await spendChallenge(tx, response)
    const added = await insertPasskey(tx, {
      id: newId(),
      owner_id: ownerId,
      credential_id: credential.id,
      public_key: Buffer.from(credential.publicKey),
      counter: BigInt(credential.counter),
      name,
    })
    if (added === 0) throw new AppError(authErrors.passkeyRejected)
  },
})

const authentication = (challenges: Challenges, siteOf: SiteOf) => ({
  /** Options for the browser to use a passkey: any of this website, or one of the owner's. */
  async startUsing(sql: Sql, feature: Feature, purpose: ChallengePurpose, ownerId?: string): Promise<PasskeyOptions> {
    const { generateAuthenticationOptions } = await library()
    const known = ownerId === undefined ? [] : await credentialsOf(sql, ownerId)
    const options = await generateAuthenticationOptions({
      rpID: siteOf(feature).hostname,
      challenge: challenges.issue(purpose),
      allowCredentials: known.map((id) => ({ id })),
      userVerification: 'required',
      timeout: minutes * 60_000,
    })
    return { ...options }
  },

  /** The passkey that signed the challenge; throws 422 if none did. `use` then counts it. */
  async check(
    sql: Sql,
    feature: Feature,
    purpose: ChallengePurpose,
    response: PasskeyResponse,
  ): Promise<CheckedPasskey> {
    const { verifyAuthenticationResponse } = await library()
    const passkey = await findPasskey(sql, response.id)
    if (!passkey) throw new AppError(authErrors.passkeyRejected)
    const { verified, authenticationInfo } = await orRejected(
      verifyAuthenticationResponse({
        response: response as unknown as AuthenticationResponseJSON,
        credential: {
          id: passkey.credential_id,
          publicKey: Uint8Array.from(passkey.public_key),
          counter: Number(passkey.counter),
        },
        ...expectedFor(challenges, siteOf(feature), purpose),
      }),
    )
    if (!verified) throw new AppError(authErrors.passkeyRejected)
    return { ...passkey, counter: BigInt(authenticationInfo.newCounter), response }
  },

  /** Throws 422 if the response was used before. */
  async use(tx: Tx, passkey: CheckedPasskey): Promise<void> {
    await spendChallenge(tx, passkey.response)
    if ((await countPasskeyUse(tx, passkey.id, passkey.counter)) === 0) throw new AppError(authErrors.passkeyRejected)
  },
})

export type CheckedPasskey = PasskeyRow & { readonly response: PasskeyResponse }

/** The purpose of a challenge; a response to it is invalid for any other. */
export type ChallengePurpose = readonly ['add' | 'login' | 'confirm', ...string[]]

/**
 * Challenges for passkeys. They are signed instead of stored, so that requests for them cannot fill a table: the time
 * they end, 24 random bytes, and a keyed hash of both and of the purpose.
 */
function createChallenges(secret: Secret, minutes: number) {
  const macOf = (purpose: ChallengePurpose, body: Buffer) =>
    secret.hmac('code', 'passkey', ...purpose, body.toString('hex'))
  return {
    issue(purpose: ChallengePurpose): Uint8Array<ArrayBuffer> {
      const end = Buffer.alloc(8)
      end.writeBigUInt64BE(BigInt(Date.now() + minutes * 60_000))
      const body = Buffer.concat([end, randomBytes(24)])
      return Uint8Array.from(Buffer.concat([body, macOf(purpose, body)]))
    },
    isValid(purpose: ChallengePurpose, challenge: string): boolean {
      const bytes = Buffer.from(challenge, 'base64url')
      const [body, mac] = [bytes.subarray(0, 32), bytes.subarray(32)]
      return body.length === 32 && sameBytes(mac, macOf(purpose, body)) && body.readBigUInt64BE() > BigInt(Date.now())
    },
  }
}
