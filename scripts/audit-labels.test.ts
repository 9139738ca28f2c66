import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { ledgerEvents } from '@sauda/contract/core/ledger'
import { proposalKindNames } from '@sauda/contract/core/proposal'
import { expect, test } from 'vitest'

// By its address, because the types of the desk need those of a browser.
const labels = new URL('../desk/src/core/audit/audit.text.ts', import.meta.url).href
const { actionNames } = (await import(labels)) as { actionNames: Readonly<Record<string, string>> }

const source = fileURLToPath(new URL('../server/src', import.meta.url))
const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((name) =>
  /^(?!.*test\.ts$).*\.ts$/.test(name),
)

/** Names in the same form: jobs, files, rights and ledger events. */
const otherNames = /^(statement\.csv|postgres\.log|auth\.(sweep|browsers|challenges)|session\.sweep)$/
const rights = /^[a-z-]+\.(read|write|review|approve|pay|book|handle|manage|freeze|edit|raise|adjust|import)$/

/** Actions that the program writes into the audit log: names of the form `feature.word` of a feature that has labels. */
function actions(): string[] {
  const folders = files.flatMap((name) => name.split('/').slice(0, -1))
  const features = new Set([...Object.keys(actionNames).map((name) => name.split('.')[0]), ...folders])
  const others = new Set<string>([...ledgerEvents, ...proposalKindNames].filter((name) => !(name in actionNames)))
  const found = files.flatMap((name) =>
    [...readFileSync(`${source}/${name}`, 'utf8').matchAll(/'([a-z-]+(?:\.[a-z-]+)+)'/g)].map(
      ([, action = '']) => action,
    ),
  )
  const recorded = files.flatMap((name) =>
    [...readFileSync(`${source}/${name}`, 'utf8').matchAll(/\baction: '([a-z-]+(?:\.[a-z-]+)+)'/g)].map(
      ([, action = '']) => action,
    ),
  )
  const named = found.filter(
    (action) => features.has(action.split('.')[0] ?? '') && !others.has(action) && !otherNames.test(action),
  )
  return [...new Set([...named, ...recorded])]
}

test('every action in the audit log has a text', () => {
  const all = actions()
  expect(all).toEqual(expect.arrayContaining(['complaint.close', 'wallet.approve', 'auth.login']))
  expect(all.filter((action) => !(action in actionNames) && !rights.test(action))).toEqual([])
})
