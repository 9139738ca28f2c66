import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { features } from '../contract/src/calls.ts'
import packageJson from '../package.json' with { type: 'json' }
import { root } from './child.ts'

const sharedRooms = ['ledger', 'audit', 'mail', 'idempotency', 'platform']
const extraFolders: Record<string, string[]> = {
  'server/src': sharedRooms,
  'portal/src': ['landing', 'pages', 'shell'],
  'desk/src': ['queue', 'ledger', 'audit', 'pages', 'shell'],
}
/** Phrases that make the client's browser log out when a server message contains one (specification, section 8). */
const loggingOut =
  /unauthorized|forbidden|token expired|invalid token|access denied|user not found|user does not exist|session expired|authentication failed/i

const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const sources = (pattern: string): string[] =>
  globSync(pattern, { cwd: root, exclude: (name) => /^(node_modules|build|dist|\.react-router)$/.test(name) }).filter(
    (path) => !/\.(test|e2e)\.tsx?$/.test(path),
  )

describe('one word, singular, everywhere', () => {
  test.each(Object.entries(extraFolders))('%s has no folder that is no room of the contract', (folder, extra) => {
    const entries = existsSync(join(root, folder)) ? readdirSync(join(root, folder), { withFileTypes: true }) : []
    const folders = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name)
    expect(folders.filter((name) => !(name in features) && !extra.includes(name))).toEqual([])
  })

  test('every room of the contract has its file', () => {
    expect(Object.keys(features).filter((room) => !existsSync(join(root, `contract/src/${room}.ts`)))).toEqual([])
  })
})

test.each(['README.md', 'CONTRIBUTING.md', 'docs/operations.md', 'docs/architecture.md'])('every command in %s exists', (page) => {
  const commands = [...read(page).matchAll(/(?:^|`|&& )npm (?:run )?([a-z][\w:-]*)/gm)].map(([, name = '']) => name)
  expect(commands.filter((name) => name !== 'ci' && !(name in packageJson.scripts))).toEqual([])
})

test('every path named in the README exists', () => {
  const paths = [...read('README.md').matchAll(/`(\w(?:[\w.-]*\/)+[\w.-]*|[\w-]+\.\w+)`/g)].map(([, path = '']) => path)
  expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([])
})

test('the index of decisions lists every decision, and no other', () => {
  const listed = [...read('docs/decisions/README.md').matchAll(/\]\((\d{4}-[\w-]+\.md)\)/g)].map(([, file]) => file)
  const files = readdirSync(join(root, 'docs/decisions')).filter((file) => /^\d{4}-/.test(file))
  expect([...new Set(listed)].toSorted()).toEqual(files.toSorted())
})

test('.env.example names every setting the server reads, and no other', () => {
  const named = [...read('.env.example').matchAll(/^#? ?([A-Z][A-Z_]+)=/gm)].map(([, name]) => name)
  const known = [...read('server/src/platform/config.ts').matchAll(/^ {2}([A-Z][A-Z_]+):/gm)].map(([, name]) => name)
  expect(new Set(named)).toEqual(new Set(known))
})

test('a default export stands only where React Router looks for one', () => {
  const routes = sources('portal/src/routes.ts').map(read).join('')
  const strays = sources('portal/src/**/*.tsx')
    .filter((path) => /^export default /m.test(read(path)))
    .filter((path) => path !== 'portal/src/root.tsx' && !routes.includes(path.replace('portal/src/', '')))
  expect(strays).toEqual([])
})

test('no server message makes the client log out', () => {
  const lines = sources('{contract,server}/**/*.{ts,sql}').flatMap((path) =>
    read(path)
      .split('\n')
      .map((line) => `${path}: ${line.trim()}`),
  )
  expect(lines.filter((line) => loggingOut.test(line) && !/status: 401/.test(line))).toEqual([])
})

test('SQL stands in *.sql.ts; platform runs the migrations', () => {
  const statement = /[`'"]\s*(select\s|insert into\s|update\s+\w+\s+set\s|delete from\s|with\s+\w+\s+as\s*\()/i
  const strays = sources('server/src/**/*.ts')
    .filter((path) => !path.endsWith('.sql.ts') && !path.startsWith('server/src/platform/'))
    .filter((path) => statement.test(read(path)))
  expect(strays).toEqual([])
})

test('colours stand in tokens.css, and sizes of type come from its scale', () => {
  const sheets = sources('{ui,web,portal,desk}/src/**/*.css').filter((path) => path !== 'ui/src/tokens.css')
  const strays = sheets.flatMap((path) =>
    [...read(path).matchAll(/#[0-9a-f]{3,8}\b|\b(?:rgb|hsl|oklch)a?\(|font-size: *[\d.]+(?:px|rem)/gi)].map(
      ([stray]) => `${path}: ${stray}`,
    ),
  )
  expect(strays).toEqual([])
})
