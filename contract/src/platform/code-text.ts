import { normalized, withAsciiDigits, withoutInvisible } from './typed-text.ts'

/** code-text: how mobile numbers and codes are read. Apart from typed-text.ts, which every screen loads. */

/** +91 (0) 98765 43210 and 098765-43210 become 9876543210; any other number only loses + or 00 and what separates digits. */
export const mobileOf = (text: string): string =>
  withAsciiDigits(withoutInvisible(text))
    .replace(/[\s().'’\p{Pd}]/gu, '')
    .replace(/^\+/, '')
    .replace(/^(?:(?:00)?910?|0)(?=[6-9]\d{9}$)|^00/, '')

/** The letters and digits of a code, in capitals. What is neither and separates nothing stays, and is rejected. */
export const lettersOf = (text: string): string =>
  withAsciiDigits(normalized(text, 'NFKC'))
    .replace(/[\s\p{P}\p{Default_Ignorable_Code_Point}]/gu, '')
    .toUpperCase()

/** A reader of codes of one form, which also removes the words before a complete code: `IFSC Code: HDFC 0001234`. */
const codeReader = (words: string, form: string) => {
  const label = new RegExp(`^(?:${words})+(?=${form}$)`)
  return (text: string): string => lettersOf(text).replace(label, '')
}

export const ifscOf = codeReader('IFSC?|RTGS|NEFT|BANK|CODE|NO', '[A-Z]{4}0[A-Z0-9]{6}')
export const panOf = codeReader('PAN|CARD|NUMBER|NO', '[A-Z]{5}\\d{4}[A-Z]')
export const saudaIdOf = codeReader('CLIENT|CODE|ID|NO', 'SD\\d+')

/** `XXXX XXXX 1234` → `1234`: the last four digits as they are printed on a masked card. */
export const lastFourOf = (text: string): string => lettersOf(text).replace(/^X{8}(?=\d{4}$)/, '')
