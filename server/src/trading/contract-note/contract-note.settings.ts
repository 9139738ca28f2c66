import { readFileSync } from 'node:fs'
import * as z from 'zod/mini'
import { plainText, type LiveRule } from '../../platform/settings.ts'

const p12File = z.pipe(
  z.string(),
  z.transform((path, { issues }) => {
    try {
      return readFileSync(path)
    } catch {
      issues.push({ code: 'custom', input: path, message: `names a file that cannot be read: ${path}` })
      return z.NEVER
    }
  }),
)

export const contractNoteVariables = {
  BROKER_PHONE: z._default(plainText(50), ''),
  DEALING_ADDRESS: z._default(plainText(200), ''),
  COMPLIANCE_OFFICER: z._default(plainText(200), ''),
  NOTE_SIGNER_P12: z.optional(p12File),
  NOTE_SIGNER_PASSWORD: z.optional(z.string()),
  NOTE_SIGNER_COMMAND: z.optional(z.string()),
  NOTE_CONSENT: z.optional(z.enum(['recorded', 'all'], { error: 'must be recorded or all' })),
  NOTE_PASSWORD: z._default(z.enum(['pan', 'ucc', 'none'], { error: 'must be pan, ucc or none' }), 'pan'),
}
const schema = z.object(contractNoteVariables)
type Variables = z.infer<typeof schema>

export const contractNoteLiveRules = (e: Variables): LiveRule[] => [
  [
    e.NOTE_SIGNER_P12 === undefined,
    'NOTE_SIGNER_P12: the key must be in a token, HSM or remote service in live mode: set NOTE_SIGNER_COMMAND',
  ],
]

export const contractNoteError = (e: Variables): string | undefined =>
  e.NOTE_SIGNER_P12 !== undefined && e.NOTE_SIGNER_COMMAND !== undefined
    ? 'NOTE_SIGNER_P12 and NOTE_SIGNER_COMMAND: set only one of them'
    : undefined

/** What signs: a PKCS#12 file, a program with its arguments, or what a demo makes for itself. */
export type SignerSetting =
  | { readonly p12: Uint8Array; readonly password: string }
  | { readonly isPractice: true }
  | { readonly command: readonly string[] }

function signerOf(e: Variables, mode: 'demo' | 'live'): SignerSetting | undefined {
  if (e.NOTE_SIGNER_P12) return { p12: e.NOTE_SIGNER_P12, password: e.NOTE_SIGNER_PASSWORD ?? '' }
  if (e.NOTE_SIGNER_COMMAND !== undefined) return { command: e.NOTE_SIGNER_COMMAND.trim().split(/\s+/) }
  return mode === 'demo' ? { isPractice: true } : undefined
}

export const contractNoteSettings = (e: Variables, mode: 'demo' | 'live') => ({
  /** Whether notes are mailed only to clients whose consent is recorded. */
  noteNeedsConsent: (e.NOTE_CONSENT ?? (mode === 'live' ? 'recorded' : 'all')) === 'recorded',
  brokerPhone: e.BROKER_PHONE,
  /** Where the trades are done, unless that is the registered office. */
  dealingAddress: e.DEALING_ADDRESS,
  /** Name, telephone number and e-mail address. */
  complianceOfficer: e.COMPLIANCE_OFFICER,
  noteSigner: signerOf(e, mode),
  /** What encrypts a contract note. */
  notePassword: e.NOTE_PASSWORD,
})
