import type { KycDocumentName } from '@sauda/contract/kyc'
import type { Finding } from './photo-check.ts'

/** The cards as the screens call them. */
export const cardNames: Record<KycDocumentName, string> = {
  pan: 'Front of PAN card',
  aadhaar: 'Front of Aadhar card',
}

/** The field that takes the photo of a card. */
export const photoLabels: Record<KycDocumentName, string> = {
  pan: 'Photo of the front of PAN card',
  aadhaar: 'Photo of the front of Aadhar card',
}

/** A card whose photo is ready. */
export const readyWords: Record<KycDocumentName, string> = {
  pan: 'Front of PAN card is ready',
  aadhaar: 'Front of Aadhar card is ready',
}

/** A card the desk wants once more. */
export const againWords: Record<KycDocumentName, string> = {
  pan: 'Front of PAN card: please send it again',
  aadhaar: 'Front of Aadhar card: please send it again',
}

/** What to do about a photo that may be hard to read. */
export const advice: Record<Finding, string> = {
  small: 'It is small. Go closer, so that the card fills the picture.',
  blurred: 'It looks blurred. Hold the phone still and tap the card to focus.',
  dark: 'It looks dark. Go to brighter light.',
  glare: 'Light reflects on it. Tilt the card a little.',
}
