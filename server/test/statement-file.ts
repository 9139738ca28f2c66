import { readStatement, type ReadStatement } from '../src/banking/reconciliation/reconciliation.read.ts'

/** What the reader makes of the text of a statement. */
export const readText = (text: string): ReadStatement => readStatement(Buffer.from(text))

/** In paise, oldest first; what was paid out is negative. */
export const amountsIn = (text: string): bigint[] =>
  readText(text).lines.map(({ direction, amount }) => (direction === 'credit' ? amount : -amount))

export function refusalOf(text: string): string {
  try {
    readText(text)
  } catch (error) {
    return (error as Error).message
  }
  return 'nothing was refused'
}
