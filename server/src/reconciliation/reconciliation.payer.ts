/**
 * Where the banks write the payer's name in a narration (HDFC, Kotak, SBI and Axis); ICICI's UPI lines have none. The
 * name has no digits, so that a number at its place is not read as one.
 */
const name = '(?<name>\\p{L}[\\p{L}\\p{M} .&]{1,98})'
const patterns = [
  `^UPI-${name}-[^-]*@`,
  `^UPI/${name}/\\d{12}/`,
  `UPI/CR/\\d{12}/${name}/`,
  `^(?:IMPS|UPI)/P2[AM]/\\d{12}/${name}(?:/|$)`,
  `^IMPS-\\d{12}-${name}-`,
  `NEFT\\*[A-Z]{4}0[A-Z0-9]{6}\\*[A-Z0-9]+\\*${name}(?:\\*|--|$)`,
  `^(?:NEFT|RTGS) CR-[A-Z]{4}0[A-Z0-9]{6}-${name}-`,
].map((pattern) => new RegExp(pattern, 'iu'))

/** The payer's name as the bank wrote it; undefined if the narration has none. */
export function payerOf(text: string): string | undefined {
  for (const pattern of patterns) {
    const found = pattern.exec(text)?.groups?.['name']?.trim()
    if (found !== undefined && found.length > 1) return found
  }
  return undefined
}
