import { formatCount } from './decimal.ts'

/** sentence: texts that people typed, or lists of reasons, as part of a message. */

/** Ends with one full stop, whether the text already has one or not. */
export const withFullStop = (text: string): string => {
  const trimmed = text.trimEnd()
  return /[.!?…]$/.test(trimmed) ? trimmed : `${trimmed}.`
}

export const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** Each text as a sentence of its own. */
export const asSentences = (texts: readonly string[]): string => texts.map(withFullStop).join(' ')

/** To be followed by other words of the same sentence. */
export const withoutFullStop = (text: string): string => text.trimEnd().replace(/\.$/, '')

/** The first of the names, and how many others there are. */
export function listText(names: readonly string[], most = 5): string {
  const [shown, others] = [names.slice(0, most).join(', '), names.length - most]
  return others > 0 ? `${shown} and ${formatCount(others)} more` : shown
}
