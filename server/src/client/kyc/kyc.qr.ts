import { verify, type X509Certificate } from 'node:crypto'
import { promisify } from 'node:util'
import { unzip } from 'node:zlib'
import { aadhaarQrRules, type AadhaarQr } from '@sauda/contract/client/kyc'
import { withoutInvisible } from '@sauda/contract/platform/typed-text'

// The Secure QR of an Aadhaar card: compressed fields, each followed by the byte 255, a photo and a signature of UIDAI.

/** A real one has at most 4 KB; this bounds what a hostile one can unpack to. */
const mostBytes = 16 * 1024
const signatureBytes = 256
const fieldEnd = 255

/** Before this day UIDAI also signed with certificates that it no longer publishes. */
const completeSince = Date.UTC(2021, 1, 26)
const dayMilliseconds = 86_400_000

/** The content of the code and whether UIDAI signed it; its photo and address are not read. */
export async function checkAadhaarQr(certificates: readonly X509Certificate[], base64: string): Promise<AadhaarQr> {
  const bytes = await unpack(Buffer.from(base64, 'base64'))
  const claims = bytes && claimsOf(bytes)
  if (!claims) return { result: 'forged' }
  const [signed, signature] = [bytes.subarray(0, -signatureBytes), bytes.subarray(-signatureBytes)]
  const signers = certificates.filter(({ publicKey }) => verify('sha256', signed, publicKey, signature))
  const { at, ...details } = claims
  // With a day for the time zone of the code.
  if (at > Date.now() + dayMilliseconds) return { result: 'forged' }
  if (signers.some((certificate) => isValidAt(certificate, at))) return { result: 'signed', ...details }
  if (signers.length > 0) return { result: 'expired', ...details }
  const isCovered = at >= completeSince && certificates.some((certificate) => isValidAt(certificate, at))
  return { result: isCovered ? 'forged' : 'unknown' }
}

/** Undefined if it is not compressed data, or unpacks to more than a real code has. */
const unpack = (packed: Buffer): Promise<Buffer | undefined> =>
  promisify(unzip)(packed, { maxOutputLength: mostBytes }).catch(() => undefined)

/** In the calendar of the certificate, with a day for the time zone of the code. */
const isValidAt = ({ validFromDate, validToDate }: X509Certificate, at: number): boolean =>
  at >= validFromDate.getTime() - dayMilliseconds && at <= validToDate.getTime() + dayMilliseconds

type Claims = { readonly name: string; readonly dateOfBirth: string; readonly last4: string; readonly at: number }

/** Undefined unless the fields are those of a Secure QR: an optional version, an indicator, the reference, name, date of birth. */
function claimsOf(bytes: Buffer): Claims | undefined {
  if (bytes.length <= signatureBytes) return undefined
  const first = fieldsOf(bytes, 5)
  const [, reference = '', name = '', born = ''] = /^V\d$/.test(first[0] ?? '') ? first.slice(1) : first
  const [, last4, ...made] = /^(\d{4})(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)\d{3}$/.exec(reference) ?? []
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = made.map(Number)
  const at = Date.UTC(year, month - 1, day, hour, minute, second)
  if (last4 === undefined || name === '' || Number.isNaN(at)) return undefined
  return { last4, at, name: textOf(name, aadhaarQrRules.name), dateOfBirth: dateOf(born) }
}

function fieldsOf(bytes: Buffer, most: number): string[] {
  const fields: string[] = []
  for (let from = 0; fields.length < most;) {
    const end = bytes.indexOf(fieldEnd, from)
    if (end === -1) break
    fields.push(bytes.subarray(from, end).toString('latin1'))
    from = end + 1
  }
  return fields
}

const textOf = (text: string, most: number): string =>
  withoutInvisible(text)
    .replace(/\p{Cc}/gu, '')
    .trim()
    .slice(0, most)

/** Some cards have only the year. */
function dateOf(text: string): string {
  const [, day, month, year] = /^(\d\d)[-/](\d\d)[-/](\d{4})$/.exec(text) ?? []
  return year === undefined ? textOf(text, aadhaarQrRules.date) : `${year}-${month}-${day}`
}
