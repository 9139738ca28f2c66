import type { KycDocumentName } from '@sauda/contract/client/kyc'
import type { Finding } from './photo-check.ts'

export const kycText = {
  front: { pan: 'Front of PAN card', aadhaar: 'Front of Aadhar card' },
  short: { pan: 'PAN card', aadhaar: 'Aadhar card', bank: 'Bank account' },
  photoOf: { pan: 'Photo of the front of PAN card', aadhaar: 'Photo of the front of Aadhar card' },
  ready: { pan: 'Front of PAN card is ready', aadhaar: 'Front of Aadhar card is ready' },
  reupload: {
    pan: 'Front of PAN card: please send a new photo',
    aadhaar: 'Front of Aadhar card: please send a new photo',
  },
  steps: 'Steps of your verification',
  logInFirst: 'Nothing was sent. Only you and our reviewers may see your photos, so we need to know whose they are.',
  needed: {
    pan: 'We only need the front of your PAN card.',
    aadhaar: 'We only need the front of your Aadhar card.',
  },
  replyHint: 'For example a document that shows why the names differ. A clear photo or screenshot, up to 5 MB.',
  bothNeeded: 'We need the front of your PAN card and the front of your Aadhar card.',
} satisfies Record<string, string | Record<KycDocumentName, string> | Record<KycDocumentName | 'bank', string>>

export const photoAdvice: Record<Finding, string> = {
  small: 'Move closer so the card fills the frame.',
  blurred: 'Blurred: hold the phone still and tap the card to focus.',
  dark: 'Too dark: find better light.',
  glare: 'Light reflects on the card: tilt it a little.',
}

export function neededText(documents: readonly KycDocumentName[]): string | undefined {
  const [first, second] = documents
  if (first === undefined) return undefined
  return second === undefined ? kycText.needed[first] : kycText.bothNeeded
}
