import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './child.ts'

const read = (path: string) => readFileSync(join(root, path), 'utf8')
const json = <Content>(path: string): Content => JSON.parse(read(path)) as Content

type Package = { readonly version: string; readonly workspaces?: readonly string[] }
type Lockfile = Package & { readonly packages: Readonly<Record<string, Package>> }

const { version, workspaces = [] } = json<Package>('package.json')

/** The version that this tree must have, by its changelog (docs/releasing.md, “Version and changelog”): the least one, or the only one. */
function ruleOf(changelog: string): { readonly atLeast: string } | { readonly exactly: string } {
  const [, unreleased = '', ...releases] = changelog.split(/^## /m)
  const released = releases.map((part) => /^(\d+\.\d+\.\d+) /.exec(part)?.[1] ?? part)[0] ?? ''
  if (!/^- /m.test(unreleased)) return { exactly: released }
  const [major = 0, minor = 0, patch = 0] = released.split('.').map(Number)
  const needsWork = /^### Before the upgrade\n+- /m.test(unreleased)
  return { atLeast: needsWork ? `${major + 1}.0.0` : `${major}.${minor}.${patch + 1}` }
}

const parts = (text: string) => text.split('.').map(Number)
function isAtLeast(given: string, least: string): boolean {
  const [a, b] = [parts(given), parts(least)]
  const at = a.findIndex((part, n) => part !== b[n])
  return at === -1 || (a[at] ?? 0) > (b[at] ?? 0)
}

test('every package and the lockfile have the version of the project', () => {
  const lockfile = json<Lockfile>('package-lock.json')
  const found = Object.fromEntries([
    ...workspaces.flatMap((name) => [
      [`${name}/package.json`, json<Package>(`${name}/package.json`).version],
      [`lockfile, ${name}`, lockfile.packages[name]?.version],
    ]),
    ['lockfile', lockfile.version],
    ['lockfile, project', lockfile.packages['']?.version],
  ])
  expect(found).toEqual(Object.fromEntries(Object.keys(found).map((name) => [name, version])))
})

test('two versions never have the same number: with unreleased changes it is above the last release, and a new major one where operators have to act', () => {
  const rule = ruleOf(read('CHANGELOG.md'))
  if ('exactly' in rule) expect(version).toBe(rule.exactly)
  else expect([version, isAtLeast(version, rule.atLeast)]).toEqual([version, true])
})

test.each([
  ['', { exactly: '1.2.3' }],
  ['### For clients\n\n- A new thing.\n', { atLeast: '1.2.4' }],
  ['### Before the upgrade\n\n- Set X.\n\n### For clients\n\n- A new thing.\n', { atLeast: '2.0.0' }],
])('the rule reads the changelog: %#', (unreleased, rule) => {
  expect(ruleOf(`# Changelog\n\n## Unreleased\n\n${unreleased}\n## 1.2.3 - 2026-01-02\n\n- Old.\n`)).toEqual(rule)
})
