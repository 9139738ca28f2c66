import { AppError } from '@sauda/contract/platform/error'
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { readFile } from '../src/money/reconciliation/reconciliation.file.ts'
import { excelFile } from './workbook.ts'

/** Damaged bank statements, for reconciliation.hostile.test.ts. */

const header = ['Date', 'Narration', 'Ref No', 'Withdrawal', 'Deposit', 'Balance']
const lines = Array.from({ length: 20 }, (_, n) => [
  '19/11/2026',
  `UPI-RAVI-${632_312_345_678 + n}`,
  '',
  '',
  500,
  500 * n,
])

/** The same numbers below `limit` for the same seed. */
function numbers(seed: number) {
  let state = seed
  return (limit: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * limit)
  }
}

function damaged(bytes: Buffer, next: (limit: number) => number): Buffer {
  const copy = Buffer.from(bytes)
  for (let n = 0; n <= next(8); n++) copy[next(copy.length)] = next(256)
  return next(4) === 0 ? copy.subarray(0, 8 + next(copy.length - 8)) : copy
}

/** Damages the XML inside an archive, so that the archive itself is right. */
function damagedXml(bytes: Buffer, next: (limit: number) => number): Buffer {
  const files = Object.entries(unzipSync(bytes))
  const [name, content] = files[next(files.length)] ?? ['', new Uint8Array()]
  const text = strFromU8(content)
  const [from, to] = [next(text.length), next(text.length)]
  const other = text.slice(0, from) + (next(2) === 0 ? '' : text.slice(to, to + 40)) + text.slice(from + next(20))
  return Buffer.from(zipSync({ ...Object.fromEntries(files), [name]: strToU8(other) }))
}

/** The message for each; any other error is thrown. */
export async function read({ seed, count }: { seed: number; count: number }): Promise<string[]> {
  const next = numbers(seed)
  const [old, today] = [await excelFile([header, ...lines]), await excelFile([header, ...lines], 'xlsx')]
  const answers: string[] = []
  for (let n = 0; n < count; n++) {
    const bytes = n % 3 === 0 ? damaged(old, next) : n % 3 === 1 ? damaged(today, next) : damagedXml(today, next)
    try {
      await readFile({ bytes })
      answers.push('read')
    } catch (error) {
      if (!(error instanceof AppError) || error.status !== 422) throw error
      answers.push(error.message)
    }
  }
  return answers
}
