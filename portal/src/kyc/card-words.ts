import type { KycDocumentName } from '@sauda/contract/kyc'
import type { Finding } from './photo-check.ts'

/** The cards as the screens call them. */
export const cardNames: Record<KycDocumentName, string> = {
  pan: 'Front of PAN card',
  aadhaar: 'Front of Aadhar card',
}

/** What to do about a photo that may be hard to read. */
export const advice: Record<Finding, string> = {
  small: 'It is small. Go closer, so that the card fills the picture.',
  blurred: 'It looks blurred. Hold the phone still and tap the card to focus.',
  dark: 'It looks dark. Go to brighter light.',
  glare: 'Light reflects on it. Tilt the card a little.',
}
