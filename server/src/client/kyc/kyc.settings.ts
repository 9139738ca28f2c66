import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import * as z from 'zod/mini'

/** Each certificate of a PEM file; text between them is ignored. Undefined if one of them, or the file, cannot be read. */
export function readCertificates(path: string | URL): X509Certificate[] | undefined {
  try {
    const pems = readFileSync(path, 'utf8').match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []
    return pems.map((pem) => new X509Certificate(pem))
  } catch {
    return undefined
  }
}

const certificateFile = z.pipe(
  z.string(),
  z.transform((path, { issues }) => {
    const found = readCertificates(path)
    if (found !== undefined && found.length > 0) return found
    issues.push({ code: 'custom', input: path, message: 'must be a readable PEM file with at least one certificate' })
    return z.NEVER
  }),
)

export const kycVariables = {
  UIDAI_CERTIFICATES: z.optional(certificateFile),
}
const schema = z.object(kycVariables)

const shipped = new URL('../../../uidai/certificates.pem', import.meta.url)

export const kycSettings = (e: z.infer<typeof schema>) => ({
  uidaiCertificates: [...(readCertificates(shipped) ?? []), ...(e.UIDAI_CERTIFICATES ?? [])],
})
