import type { PasskeyOptions, PasskeyResponse } from '@sauda/contract/core/session'

/** Null if the browser returned none; throws DOMException. */
export const createPasskey = (options: PasskeyOptions): Promise<PasskeyResponse | null> =>
  asJson(
    navigator.credentials.create({
      publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(
        options as unknown as PublicKeyCredentialCreationOptionsJSON,
      ),
    }),
  )

/** Null if the browser returned none; throws DOMException. */
export const signWithPasskey = (options: PasskeyOptions): Promise<PasskeyResponse | null> =>
  asJson(
    navigator.credentials.get({
      publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(
        options as unknown as PublicKeyCredentialRequestOptionsJSON,
      ),
    }),
  )

async function asJson(request: Promise<Credential | null>): Promise<PasskeyResponse | null> {
  const credential = await request
  return credential instanceof PublicKeyCredential ? (credential.toJSON() as unknown as PasskeyResponse) : null
}
