import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { PlainError, root } from './child.ts'

const file = join(root, 'server/ifsc/ifsc.br')

/** Branch names as they may be printed; the source holds some whose letters were lost on the way. */
const readable = /^[A-Za-z0-9 .,&()/'\-:;+*_[\]]{2,100}$/

/** Makes server/ifsc/ifsc.br from the unpacked npm packages ifsc and ifsc-nodejs (server/ifsc/README.md). */
export async function main([codesPackage, branchesPackage]: string[]): Promise<void> {
  if (codesPackage === undefined || branchesPackage === undefined)
    throw new PlainError('Name the folders of the unpacked packages ifsc and ifsc-nodejs.')
  const codes = json<Record<string, (string | number)[]>>(codesPackage, 'src/IFSC.json')
  const names = json<Record<string, string>>(codesPackage, 'src/banknames.json')
  const members = json<Record<string, string>>(codesPackage, 'src/sublet.json')
  const prefixes = Object.entries(json<Record<string, string>>(codesPackage, 'src/custom-sublets.json'))
  const branches = branchNames(join(branchesPackage, 'ifsc'))

  const banks = Object.fromEntries(Object.keys(codes).flatMap((bank) => (names[bank] ? [[bank, names[bank]]] : [])))
  const lines = Object.entries(codes)
    .flatMap(([bank, list]) => list.map((branch) => `${bank}0${String(branch).padStart(6, '0')}`))
    .toSorted()
    .map((code) => {
      // A small bank that borrows the codes of a large one; those given by prefix are a bank's letters or its name.
      const borrower = members[code] ?? prefixes.find(([prefix]) => code.startsWith(prefix))?.[1] ?? ''
      const member = names[borrower] ?? (borrower.length > 4 ? borrower : undefined)
      return `${code}${branches.get(code) ?? ''}${member === undefined ? '' : `\t${member}`}`
    })
  const text = Buffer.from(`${[JSON.stringify(banks), ...lines].join('\n')}\n`)
  writeFileSync(
    file,
    brotliCompressSync(text, {
      params: { [constants.BROTLI_PARAM_LGWIN]: 24, [constants.BROTLI_PARAM_SIZE_HINT]: text.length },
    }),
  )
  const known = lines.filter((line) => /^.{11}[^\t]/.test(line)).length
  console.log(`${lines.length} codes of ${Object.keys(codes).length} banks, ${known} with a branch`)
}

function json<T>(folder: string, path: string): T {
  return JSON.parse(readFileSync(join(folder, path), 'utf8')) as T
}

/** One file for each bank: its branches by code. */
function branchNames(folder: string): Map<string, string> {
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'))
  const found = files.flatMap((name) => Object.entries(json<Record<string, { BRANCH?: unknown } | null>>(folder, name)))
  return new Map(
    found.flatMap(([code, details]): [string, string][] => {
      const given = details?.BRANCH
      // `┬á` is a space that was read in the wrong alphabet.
      const name = (typeof given === 'string' ? given : '').replaceAll('┬á', ' ').replaceAll(/\s+/g, ' ').trim()
      return readable.test(name) ? [[code, name]] : []
    }),
  )
}
