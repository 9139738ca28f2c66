import { deserialize } from 'node:v8'
import { readFile } from '../src/money/reconciliation/reconciliation.file.ts'
import { type ReadLine, readStatement, type ReadStatement } from '../src/money/reconciliation/reconciliation.read.ts'

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

/** What the reader of files of all formats makes of one: the statement, and its lines. */
export async function readBytes(file: string | Buffer, sheet?: string) {
  const { batches, ...statement } = await readFile({ bytes: Buffer.from(file), sheet })
  return { ...statement, entries: batches.flatMap((batch) => deserialize(batch) as ReadLine[]) }
}
