import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './child.ts'

const read = (path: string): string => readFileSync(join(root, path), 'utf8')

type Row = { readonly id: string; readonly level: string; readonly answer: string }
const rows: Row[] = [...read('docs/asvs.md').matchAll(/^- \*\*(V[\d.]+)\*\* \(([12])\) .+\n {2}(.+)$/gm)].map(
  ([, id = '', level = '', answer = '']) => ({ id, level, answer }),
)

/** How many requirements of levels 1 and 2 each chapter of ASVS 5.0.0 has. */
const requirements = [27, 11, 19, 10, 9, 35, 18, 7, 7, 29, 14, 9, 13, 9, 13, 16, 7]

test('docs/asvs.md has every requirement of levels 1 and 2 once', () => {
  expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length)
  const counts = requirements.map((_, n) => rows.filter(({ id }) => id.startsWith(`V${n + 1}.`)).length)
  expect(counts).toEqual(requirements)
})

/** “`file`: “title”, “title””: each names tests of one file. */
const proofsIn = (answer: string) =>
  [...answer.matchAll(/`([\w./-]+\.(?:test|e2e)\.tsx?)`: ((?:“[^”]+”(?:, )?)+)/g)].map(
    ([, file = '', titles = '']) => ({
      file,
      titles: [...titles.matchAll(/“([^”]+)”/g)].map(([, title = '']) => title),
    }),
  )

test('every requirement is proved by tests, does not apply for a reason, or is a deviation with a tested control', () => {
  const open = rows.filter(({ answer }) => proofsIn(answer).length === 0 && !/^Does not apply: \S.{15,}/.test(answer))
  expect(open).toEqual([])
})

test('every test that docs/asvs.md names exists', () => {
  const missing = rows.flatMap(({ id, answer }) =>
    proofsIn(answer).flatMap(({ file, titles }) => {
      const text = existsSync(join(root, file)) ? read(file) : ''
      return titles.filter((title) => !text.includes(title)).map((title) => `${id}: ${file} has no test “${title}”`)
    }),
  )
  expect(missing).toEqual([])
})

test('every page and section that docs/asvs.md names exists', () => {
  const headings = [...read('docs/security.md').matchAll(/^## (.+)$/gm)].map(([, title = '']) =>
    title.toLowerCase().replaceAll(' ', '-'),
  )
  const links = [...read('docs/asvs.md').matchAll(/\]\(([\w./-]+\.md)(?:#([\w-]+))?\)/g)]
  const broken = links.filter(
    ([, page = '', section]) =>
      !existsSync(join(root, 'docs', page)) || (section !== undefined && !headings.includes(section)),
  )
  expect(broken.map(([link]) => link)).toEqual([])
})

test('every library is locked by exact version and checksum', () => {
  type Locked = { link?: boolean; integrity?: string; resolved?: string }
  const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, Locked> }
  const libraries = Object.entries(packages).filter(([path, { link }]) => path.includes('node_modules/') && !link)
  expect(libraries.length).toBeGreaterThan(100)
  expect(libraries.filter(([, { integrity }]) => !integrity?.startsWith('sha512-')).map(([path]) => path)).toEqual([])
  const elsewhere = libraries.filter(
    ([, { resolved }]) => resolved && !resolved.startsWith('https://registry.npmjs.org/'),
  )
  expect(elsewhere).toEqual([])
  const manifests = ['.', 'contract', 'ui', 'web', 'server', 'portal', 'desk', 'e2e'].map(
    (folder) => JSON.parse(read(`${folder}/package.json`)) as Record<string, Record<string, string> | undefined>,
  )
  const ranges = manifests.flatMap(({ dependencies, devDependencies }) =>
    Object.entries({ ...dependencies, ...devDependencies }).filter(
      ([name, version]) => !name.startsWith('@sauda/') && !/^\d+\.\d+\.\d+/.test(version),
    ),
  )
  expect(ranges).toEqual([])
})

const sources = (pattern: string) =>
  globSync(pattern, { cwd: root }).flatMap((path) => (path.includes('.test.') ? [] : [{ path, text: read(path) }]))

test('passwords are entered in one kind of field, which password managers know and which takes what is pasted', () => {
  const screens = sources('{ui,web,portal,desk}/src/**/*.tsx')
  expect(screens.filter(({ text }) => /onPaste|autoComplete="off"[^>]*assword/.test(text))).toEqual([])
  const typed = screens.filter(({ text }) => /type=(?:"|\{.*')password/.test(text)).map(({ path }) => path)
  expect(typed).toEqual(['ui/src/password-field.tsx'])
  const withPasswords = screens.filter(({ text }) => text.includes('<PasswordField'))
  expect(withPasswords.length).toBeGreaterThan(5)
  const unnamed = withPasswords.filter(({ text }) => !/autoComplete(?:=|: )["'](?:current|new)-password/.test(text))
  expect(unnamed.map(({ path }) => path)).toEqual([])
})

test('the server uses SHA-256 and AES-256-GCM only', () => {
  const uses = sources('server/src/**/*.ts').flatMap(({ text }) =>
    [...text.matchAll(/(?:createHash|createHmac|createCipheriv|createDecipheriv|hkdfSync)\('([\w-]+)'/g)].map(
      ([, algorithm = '']) => algorithm,
    ),
  )
  expect([...new Set(uses)].toSorted()).toEqual(['aes-256-gcm', 'sha256'])
})
