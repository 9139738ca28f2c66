/** The one-time code in a mail's text, where there is exactly one. */
export function codeIn(text: string): string | undefined {
  const codes = new Set(text.match(/(?<![\d.,])\d{6}(?![\d.,]*\d)/g))
  return codes.size === 1 ? [...codes][0] : undefined
}
