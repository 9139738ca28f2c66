import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './child.ts'

const workspaces = ['contract', 'web', 'ui', 'server', 'portal', 'desk']
const tests = /\.(test|e2e)\.tsx?$|\/test\//
const generated = /^(node_modules|build|dist|\.react-router)$/
const generatedFiles = ['server/schema.sql']
/** A file below this many lines should have a reason to exist. */
const shortFile = 15

/**
 * `npm run count`: source lines (TypeScript, CSS, SQL) of each workspace, and the files under 15 lines: what a person reads and maintains, so
 * without tests and generated files.
 */
export async function main(): Promise<void> {
  const short: string[] = []
  const total = { lines: 0, files: 0, short: 0 }
  for (const workspace of workspaces) {
    const counts = globSync(`${workspace}/**/*.{ts,tsx,css,sql}`, {
      cwd: root,
      exclude: (name) => generated.test(name),
    })
      .filter((path) => !tests.test(path) && !generatedFiles.includes(path))
      .map((path) => ({ path, lines: readFileSync(join(root, path), 'utf8').split('\n').length - 1 }))
    const few = counts.filter(({ lines }) => lines < shortFile)
    const lines = counts.reduce((sum, each) => sum + each.lines, 0)
    short.push(...few.map((each) => `${String(each.lines).padStart(4)}  ${each.path}`).toSorted())
    total.lines += lines
    total.files += counts.length
    total.short += few.length
    if (counts.length > 0) print(workspace, lines, counts.length, few.length)
  }
  print('total', total.lines, total.files, total.short)
  console.log(`\nFiles under ${shortFile} lines:\n${short.join('\n')}`)
}

function print(name: string, lines: number, files: number, short: number): void {
  const number = (value: number, width: number) => value.toLocaleString('en').padStart(width)
  console.log(
    `${name.padEnd(10)}${number(lines, 8)} lines ${number(files, 6)} files ${number(short, 5)} under ${shortFile} lines`,
  )
}
