import { type AadhaarQr, maskAadhaar } from '@sauda/contract/kyc'
import { AlertBanner } from '@sauda/ui/alert-banner'
import { DescriptionList } from '@sauda/ui/description-list'
import { formatDate } from '@sauda/web/date-time'
import { NameCheck } from '../shell/name-check.tsx'
import type { Submission } from './kyc.api.ts'

const results: Record<AadhaarQr['result'], { tone: 'success' | 'warn' | 'error'; title: string; text: string }> = {
  signed: { tone: 'success', title: 'Signed by UIDAI', text: 'Compare with the photo and with what you enter.' },
  expired: {
    tone: 'warn',
    title: 'Signed with an expired UIDAI certificate',
    text: 'The certificate was not valid on the day the QR code was made. Check the card with care.',
  },
  unknown: {
    tone: 'warn',
    title: 'Signature of the QR code not checked',
    text: 'No UIDAI certificate for the day of this QR code is installed. Check the card with care.',
  },
  forged: {
    tone: 'error',
    title: 'Not signed by UIDAI',
    text: 'The signature of the QR code matches no UIDAI certificate, so the card cannot be accepted. Request a new photo of the original card.',
  },
}

/** What the QR code on the photo says; nothing if the photo has none that could be read. */
export function AadhaarQrResult({ submission: { aadhaarQr, clientName } }: { submission: Submission }) {
  if (!aadhaarQr) return null
  const { result, name, dateOfBirth = '', last4 } = aadhaarQr
  const { tone, title, text } = results[result]
  return (
    <AlertBanner tone={tone} title={title}>
      {text}
      {name !== undefined && last4 !== undefined && (
        <>
          <DescriptionList
            items={[
              { term: 'Name', value: name },
              { term: 'Date of birth', value: /^\d{4}-/.test(dateOfBirth) ? formatDate(dateOfBirth) : dateOfBirth },
              { term: 'Aadhaar', value: <span className="tabular">{maskAadhaar(last4)}</span> },
            ]}
          />
          <NameCheck registered={clientName} found={name} />
        </>
      )}
    </AlertBanner>
  )
}
