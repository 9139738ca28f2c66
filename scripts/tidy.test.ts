import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { features } from '../contract/src/calls.ts'
import packageJson from '../package.json' with { type: 'json' }
import { root } from './child.ts'

const groups = ['platform', 'core', 'money', 'books', 'trading', 'client', 'broker']
/** Folders without a file of that name in the contract. */
const withoutContract = ['pdf', 'brand', 'pages']
/** Folders beside the groups: what several features share, and screens made of several features. */
const beside: Record<string, string[]> = {
  'server/src': ['app', 'operation'],
  'portal/src': ['landing', 'pages', 'shell'],
  'desk/src': ['pages', 'shell'],
}
/** Phrases that make the client's browser log out when a server message contains one (specification, section 8). */
const loggingOut =
  /unauthorized|forbidden|token expired|invalid token|access denied|user not found|user does not exist|session expired|authentication failed/i

const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const sources = (pattern: string): string[] =>
  globSync(pattern, { cwd: root, exclude: (name) => /^(node_modules|build|dist|\.react-router)$/.test(name) }).filter(
    (path) => !/\.(test|e2e)\.tsx?$/.test(path),
  )

const foldersIn = (path: string): string[] =>
  readdirSync(join(root, path), { withFileTypes: true }).flatMap((each) => (each.isDirectory() ? [each.name] : []))

describe('one singular name per feature, in the same group everywhere', () => {
  test.each(Object.entries(beside))(
    'every folder of %s is a group, and its features are those of the contract',
    (folder, others) => {
      const found = foldersIn(folder).filter((name) => !others.includes(name))
      expect(found.filter((name) => !groups.includes(name))).toEqual([])
      const features = found
        .filter((group) => group !== 'platform')
        .flatMap((group) => foldersIn(`${folder}/${group}`).map((feature) => `${group}/${feature}`))
      expect(
        features.filter(
          (path) =>
            !existsSync(join(root, `contract/src/${path}.ts`)) && !withoutContract.includes(path.split('/')[1] ?? ''),
        ),
      ).toEqual([])
    },
  )

  test('the files of the contract stand in these groups, and every feature has its file', () => {
    expect(foldersIn('contract/src').filter((name) => !groups.includes(name))).toEqual([])
    expect(Object.keys(features).filter((name) => sources(`contract/src/*/${name}.ts`).length !== 1)).toEqual([])
  })
})

test.each(['README.md', 'CONTRIBUTING.md', 'docs/operations.md', 'docs/architecture.md'])(
  'every command in %s exists',
  (page) => {
    const commands = [...read(page).matchAll(/(?:^|`|&& )npm (?:run )?([a-z][\w:-]*)/gm)].map(([, name = '']) => name)
    expect(commands.filter((name) => name !== 'ci' && !(name in packageJson.scripts))).toEqual([])
  },
)

const pages = ['README.md', 'CONTRIBUTING.md', 'docs/architecture.md', 'docs/operations.md']
test.each(pages)('every path named in %s exists', (page) => {
  const named = /`((?:contract|web|ui|server|portal|desk|e2e|bench|scripts|docs)\/[\w./-]*|[\w-]+\.md)`/g
  const paths = [...read(page).matchAll(named)].map(([, path = '']) => path)
  // Folders that commands create do not exist in a fresh clone.
  expect(paths.filter((path) => path !== 'e2e/output' && !existsSync(join(root, path)))).toEqual([])
})

test('the index of decisions lists every decision, and no other', () => {
  const listed = [...read('docs/decisions/README.md').matchAll(/\]\((\d{4}-[\w-]+\.md)\)/g)].map(([, file]) => file)
  const files = readdirSync(join(root, 'docs/decisions')).filter((file) => /^\d{4}-/.test(file))
  expect([...new Set(listed)].toSorted()).toEqual(files.toSorted())
})

test('.env.example names every setting the server reads, and no other', () => {
  const named = [...read('.env.example').matchAll(/^#? ?([A-Z][A-Z_]+)=/gm)].map(([, name]) => name)
  const known = sources('server/src/{config,**/*settings}.ts').flatMap((path) =>
    [...read(path).matchAll(/^ {2}([A-Z][A-Z_]+):/gm)].map(([, name]) => name),
  )
  expect(new Set(named)).toEqual(new Set(known))
})

test('default exports only in the screens that portal/src/routes.tsx loads', () => {
  const routes = sources('portal/src/routes.tsx').map(read).join('')
  const found = sources('portal/src/**/*.tsx')
    .filter((path) => /^export default /m.test(read(path)))
    .filter((path) => !routes.includes(path.replace('portal/src/', '')))
  expect(found).toEqual([])
})

test('no server message makes the client log out', () => {
  const lines = sources('{contract,server}/**/*.{ts,sql}').flatMap((path) =>
    read(path)
      .split('\n')
      .map((line) => `${path}: ${line.trim()}`),
  )
  expect(lines.filter((line) => loggingOut.test(line) && !/status: 401/.test(line))).toEqual([])
})

test('only *.sql.ts files contain SQL, besides platform, which runs the migrations', () => {
  const statement = /[`'"]\s*(select\s|insert into\s|update\s+\w+\s+set\s|delete from\s|with\s+\w+\s+as\s*\()/i
  const found = sources('server/src/**/*.ts')
    .filter((path) => !path.endsWith('.sql.ts') && !path.startsWith('server/src/platform/'))
    .filter((path) => statement.test(read(path)))
  expect(found).toEqual([])
})

test('no statement takes the date of the database, which is that of UTC and changes at 5:30 am in India', () => {
  expect(sources('server/src/**/*.sql.ts').filter((path) => /\bcurrent_date\b/i.test(read(path)))).toEqual([])
})

test('colours and font sizes come from tokens.css', () => {
  const sheets = sources('{ui,web,portal,desk}/src/**/*.css').filter((path) => path !== 'ui/src/tokens.css')
  const found = sheets.flatMap((path) =>
    [...read(path).matchAll(/#[0-9a-f]{3,8}\b|\b(?:rgb|hsl|oklch)a?\(|font-size: *[\d.]+(?:px|rem)/gi)].map(
      ([stray]) => `${path}: ${stray}`,
    ),
  )
  expect(found).toEqual([])
})
