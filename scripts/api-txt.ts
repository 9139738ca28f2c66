import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { features } from '../contract/src/calls.ts'
import { PlainError, root } from './child.ts'

const file = join(root, 'docs/api.txt')

/** Writes docs/api.txt, the whole API on one page; with `--check` only says whether it is up to date. */
export async function main(args: string[]): Promise<void> {
  const page = apiPage()
  if (!args.includes('--check')) return writeFileSync(file, page)
  if (!existsSync(file) || readFileSync(file, 'utf8') !== page) {
    throw new PlainError('docs/api.txt is not what the contract says. Run npm run api.')
  }
}

function apiPage(): string {
  const parts = Object.entries(features).map(([feature, calls]) => {
    const lines = Object.values(calls).map(
      ({ method, path, who, does }) => `${method.padEnd(6)} /api${path.padEnd(48)} ${who.padEnd(16)} ${does}`,
    )
    return `${feature}\n${lines.map((line) => `  ${line}\n`).join('')}`
  })
  return `Every call of Sauda: METHOD PATH WHO may make it, and what it does. Made from contract/src by npm run api.\n\n${parts.join('\n')}`
}
