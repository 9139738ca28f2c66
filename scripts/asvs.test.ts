import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './child.ts'

const read = (path: string): string => readFileSync(join(root, path), 'utf8')

type Row = { readonly id: string; readonly level: string; readonly answer: string }
/** One line per requirement; requirements that do not apply for the same reason share one. */
const rows: Row[] = [...read('docs/asvs.md').matchAll(/^- ((?:\*\*V[\d.]+\*\* \([12]\)(?:, )?)+) (.+)$/gm)].flatMap(
  ([, ids = '', answer = '']) =>
    [...ids.matchAll(/\*\*(V[\d.]+)\*\* \(([12])\)/g)].map(([, id = '', level = '']) => ({ id, level, answer })),
)

/** How many requirements of levels 1 and 2 each chapter of ASVS 5.0.0 has. */
const requirements = [27, 11, 19, 10, 9, 35, 18, 7, 7, 29, 14, 9, 13, 9, 13, 16, 7]

test('docs/asvs.md has every requirement of levels 1 and 2 once', () => {
  expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length)
  const counts = requirements.map((_, n) => rows.filter(({ id }) => id.startsWith(`V${n + 1}.`)).length)
  expect(counts).toEqual(requirements)
})

const testsIn = (answer: string) =>
  [...answer.matchAll(/`([\w./-]+\.(?:test|e2e)\.tsx?)`/g)].map(([, file = '']) => file)

test('only requirements that do not apply share a line', () => {
  const shared = [...read('docs/asvs.md').matchAll(/^- .+\([12]\), .+$/gm)].map(([line]) => line)
  expect(shared.filter((line) => !/\([12]\) Does not apply: /.test(line))).toEqual([])
})

test('every requirement names a control with its tests, or the reason why it does not apply', () => {
  const open = rows.filter(
    ({ answer }) => !/^(?!Does not apply)\S.{3,}: `/.test(answer) && !/^Does not apply: \S.{5,}/.test(answer),
  )
  expect(open).toEqual([])
  const unproved = rows.filter(({ answer }) => !answer.startsWith('Does not apply') && testsIn(answer).length === 0)
  expect(unproved).toEqual([])
})

test('every test that docs/asvs.md names exists', () => {
  const missing = rows.flatMap(({ id, answer }) =>
    testsIn(answer)
      .filter((file) => !existsSync(join(root, file)) || !/^\s*test(?:\.|\()/m.test(read(file)))
      .map((file) => `${id}: ${file} has no test`),
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
  // The field of a code reads what is pasted, instead of cutting it.
  const handled = screens.filter(({ path, text }) => path !== 'ui/src/otp-field.tsx' && text.includes('onPaste'))
  expect(handled).toEqual([])
  expect(screens.filter(({ text }) => /autoComplete="off"[^>]*assword/.test(text))).toEqual([])
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
