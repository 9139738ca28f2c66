/** typed-text: how text that people type or paste is read, by forms and by the server; numbers in amount-text.ts, codes in code-text.ts. Without zod, which the start page must not load. */

/**
 * Invisible characters can reverse the text that follows and make two names look alike. Allowed where writing needs
 * them: flags of regions, keycaps, combined emoji, and joiners inside words of scripts other than Latin.
 */
const visibleSequences = [
  /\u{1F3F4}[\u{E0020}-\u{E007E}]+\u{E007F}/u,
  /[\d#*]\uFE0F\u20E3/u,
  /[\p{Extended_Pictographic}\p{Emoji_Modifier}]\uFE0F?\u200D?/u,
  /(?![\p{Script=Latin}\p{Default_Ignorable_Code_Point}])[\p{L}\p{M}]\p{Join_Control}/u,
]
const invisible = new RegExp(
  `(${visibleSequences.map(({ source }) => source).join('|')})|\\p{Default_Ignorable_Code_Point}`,
  'gu',
)

/** Normalizing takes time quadratic in the length of a text, and no field of one line is longer. */
const longest = 1000
export const normalized = (text: string, form: 'NFC' | 'NFKC'): string =>
  text.length > longest ? text : text.normalize(form)

const isPlain = (text: string): boolean => /^[ -~]*$/.test(text)

export function withoutInvisible(text: string): string {
  return isPlain(text) ? text : text.replace(invisible, '$1')
}

/** Without invisible characters and spaces around it, which other applications add; one form for every space and accent. */
export function tidyText(text: string): string {
  return isPlain(text) ? text.trim() : normalized(withoutInvisible(text).replace(/\p{Zs}/gu, ' '), 'NFC').trim()
}

const isDigit = (code: number): boolean => /\p{Nd}/u.test(String.fromCodePoint(code))

/** Digits of every script as 0 to 9: the ten of a script follow each other. */
export const withAsciiDigits = (text: string): string =>
  text.replace(/(?!\d)\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0
    let first = code
    while (isDigit(first - 1)) first -= 1
    return String((code - first) % 10)
  })

/** `९८-७६` → `9876`. Nothing is cut: too many digits are rejected. */
export const digitsOf = (text: string): string => withAsciiDigits(text).replace(/\D/g, '')

/** One password, however a keyboard writes its accents and spaces (OpaqueString of RFC 8265). */
export const opaquePassword = (text: string): string => normalized(text.replace(/\p{Zs}/gu, ' '), 'NFC')
