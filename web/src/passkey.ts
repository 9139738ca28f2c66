import type { PasskeyOptions, PasskeyResponse } from '@sauda/contract/core/session'
import { errorMessage } from './api-error.ts'

/** Passkeys are bound to a name, so an address of digits cannot have any. A prerendered page shows what most browsers can. */
export const canUsePasskeys = (): boolean =>
  typeof window === 'undefined' ||
  ('PublicKeyCredential' in window &&
    'parseCreationOptionsFromJSON' in PublicKeyCredential &&
    !/^[\d.]+$|:/.test(location.hostname))

/** The browser returned no passkey; its message is for the reader. */
export class PasskeyError extends Error {
  override readonly name = 'PasskeyError'
}

// Loaded with the first passkey: few logins need it.
const browser = () => import('./passkey-browser.ts')

/** Throws PasskeyError. */
export const createPasskey = (options: PasskeyOptions): Promise<PasskeyResponse> =>
  orProblem('No passkey was created', async () => (await browser()).createPasskey(options))

/** Throws PasskeyError. */
export const signWithPasskey = (options: PasskeyOptions): Promise<PasskeyResponse> =>
  orProblem('No passkey was used', async () => (await browser()).signWithPasskey(options))

async function orProblem(failed: string, work: () => Promise<PasskeyResponse | null>): Promise<PasskeyResponse> {
  const response = await work().catch((error: unknown) => {
    const name = error instanceof DOMException ? error.name : ''
    throw new PasskeyError(`${failed}. ${reasons[name] ?? 'Please try again.'}`)
  })
  if (!response) throw new PasskeyError(`${failed}. Please try again.`)
  return response
}

const reasons: Readonly<Record<string, string>> = {
  NotAllowedError: 'The request was closed or took too long.',
  InvalidStateError: 'This device already has one for your account.',
  SecurityError: 'This address cannot use passkeys.',
  NotSupportedError: 'This device cannot keep passkeys.',
}

/** The message for the reader. */
export const passkeyProblem = (error: unknown): string =>
  error instanceof PasskeyError ? error.message : errorMessage(error)
