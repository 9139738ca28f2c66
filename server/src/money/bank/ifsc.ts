import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'

const packed = new URL('../../../ifsc/ifsc.br', import.meta.url)
const unpack = promisify(brotliDecompress)

const codeLength = 11
const newline = 10

/**
 * Bank names by the first four letters; sorted lines of code, branch and, after a tab, the bank the code really
 * belongs to.
 */
type List = { readonly banks: Readonly<Record<string, string>>; readonly lines: Buffer }

let list: Promise<List> | undefined

async function load(): Promise<List> {
  const text = await unpack(await readFile(packed))
  const end = text.indexOf(newline)
  return {
    banks: JSON.parse(text.toString('utf8', 0, end)) as Record<string, string>,
    lines: text.subarray(end + 1),
  }
}

/**
 * Bank and branch of an IFSC from the bundled list. A code that is not on it may still be valid, as the list ages
 * (server/ifsc/README.md); the branch is known for 61 % of the codes.
 */
export async function lookUpIfsc(typed: string): Promise<{ known: boolean; bank?: string; branch?: string }> {
  const code = typed.trim().toUpperCase()
  if (!/^[A-Z]{4}0[A-Z0-9]{6}$/.test(code)) return { known: false }
  const { banks, lines } = await (list ??= load())
  const found = lineOf(lines, code)
  if (found === undefined) return { known: false }
  const [branch = '', member] = found.slice(codeLength).split('\t')
  const bank = member ?? banks[code.slice(0, 4)]
  return { known: true, ...(bank !== undefined && { bank }), ...(branch !== '' && { branch }) }
}

/** Binary search. */
function lineOf(lines: Buffer, code: string): string | undefined {
  let [low, high] = [0, lines.length]
  while (low < high) {
    const start = lines.lastIndexOf(newline, Math.max(low, Math.floor((low + high) / 2) - 1)) + 1
    const end = lines.indexOf(newline, start)
    const at = lines.toString('latin1', start, start + codeLength)
    if (at === code) return lines.toString('utf8', start, end)
    if (at < code) low = end + 1
    else high = start
  }
  return undefined
}
