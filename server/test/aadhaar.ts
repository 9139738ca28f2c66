import { createPrivateKey, sign } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'

const file = (name: string) => new URL(`aadhaar/${name}`, import.meta.url)
const key = createPrivateKey(readFileSync(file('key.pem')))

/** The public test vector of anon-aadhaar, dated 8 March 2019: the digits of its QR code. */
export const publicVector = readFileSync(file('public-vector.txt'), 'utf8').trim()
/** Certificates of the vector's key: valid from 2017 to 2029, and the one published with it, valid from March 2024 to March 2025. */
export const testCertificates = { long: file('certificate.pem'), published: file('certificate-2024.pem') }

/** The browser's request for the digits of a QR code. */
export const packedOf = (digits: string): string =>
  Buffer.from(BigInt(digits).toString(16).padStart(2, '0'), 'hex').toString('base64')

export const newQr = {
  version: 'V2',
  last4: '1234',
  /** `yyyyMMddHHmmssSSS` */
  madeAt: '20240601103000000',
  name: 'Asha Rao',
  born: '31-12-1990',
}

/** A signed code with these fields, in the form of the test vector. */
export function signedQr(given: Partial<typeof newQr> = {}): Buffer {
  const { version, last4, madeAt, name, born } = { ...newQr, ...given }
  const texts = [
    version,
    '3',
    `${last4}${madeAt}`,
    name,
    born,
    'F',
    'C/O Ravi Rao',
    'Pune',
    '',
    '12',
    'Kothrud',
    '411038',
  ]
  const fields = texts.filter((text, n) => n > 0 || text !== '').map((text) => Buffer.from(text, 'latin1'))
  const body = Buffer.concat([...fields.flatMap((field) => [field, Buffer.from([255])]), Buffer.from('photo')])
  return Buffer.concat([body, sign('sha256', body, key)])
}

export const packed = (bytes: Buffer): string => gzipSync(bytes).toString('base64')
