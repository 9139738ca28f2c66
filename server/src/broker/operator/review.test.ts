import { rightNames, roles } from '@sauda/contract/broker/operator'
import { expect, test } from 'vitest'
import { establishedOperator } from '../../../test/operator.ts'
import { testServer } from '../../../test/server.ts'
import { pendingProposal } from '../../../test/approvals.ts'

// What the second administrator sees of a change of operators and roles (settled, section 14).
const server = await testServer({ RATE_LIMITS: 'off', APPROVALS: 'policy' })
const { call } = server
const asha = await establishedOperator(server, 'admin', 'Asha')
const bela = await establishedOperator(server, 'admin', 'Bela')
const dev = await establishedOperator(server, 'dealer', 'Dev')

type Shown = { readonly text: string; readonly to?: string }
type Part = { readonly title: string; readonly rows?: Shown[][]; readonly facts?: { label: string; value: Shown }[] }

async function reviewOf(method: string, path: string, body: object = {}) {
  expect((await call(method, `/desk/${path}`, { token: asha.token, body })).body).toMatchObject({
    waitsForSecond: true,
  })
  const id = await pendingProposal(server)
  const { body: review } = await call('GET', `/desk/proposals/${id}`, { token: bela.token })
  const evidence = review.evidence as Part[]
  const facts = Object.fromEntries(
    evidence.flatMap((part) => part.facts ?? []).map(({ label, value }) => [label, value]),
  )
  const rights = evidence.flatMap((part) => part.rows ?? []).map((row) => row.map(({ text }) => text))
  return { ...review, id, facts, rights } as {
    id: string
    version: string
    obstacle?: string
    facts: Record<string, Shown>
    rights: string[][]
  }
}
const approve = async ({ id, version }: { id: string; version: string }) =>
  (await call('POST', `/desk/proposals/${id}/approve`, { token: bela.token, body: { version } })).status

test('a new operator: the rights in words, and who else has an address at the domain', async () => {
  const { rights, facts } = await reviewOf('POST', 'operators', {
    name: 'Ravi',
    email: 'ravi@desk.example',
    role: 'cashier',
  })
  expect(rights.toSorted()).toEqual(roles.cashier.map((right) => [rightNames[right], 'No', 'Yes']).toSorted())
  expect(facts['Operators at desk.example']?.text).toBe('Asha, Bela, Dev')
  const other = await reviewOf('POST', 'operators', { name: 'Ravi', email: 'ravi@elsewhere.example', role: 'auditor' })
  expect(other.facts['Operators at elsewhere.example']?.text).toBe('None')
})

test('another role: every right before and after', async () => {
  const { rights, facts } = await reviewOf('POST', `operators/${dev.id}/role`, { role: 'reviewer' })
  expect(rights).toContainEqual([rightNames['trade.book'], 'Yes', 'No'])
  expect(rights).toContainEqual([rightNames['kyc.review'], 'No', 'Yes'])
  expect(rights).toContainEqual([rightNames['client.read'], 'Yes', 'Yes'])
  expect(facts['Operator']).toEqual({ text: `Dev, ${dev.email}`, to: '/operators' })
})

test('the rights of a role: who gains or loses them; a new and a retired role: which rights', async () => {
  const changed = await reviewOf('POST', 'roles/dealer/rights', { rights: ['client.read', 'charge.raise'] })
  expect(changed.rights).toContainEqual([rightNames['charge.raise'], 'No', 'Yes'])
  expect(changed.rights).toContainEqual([rightNames['trade.book'], 'Yes', 'No'])
  expect(changed.facts['Operators with this role']?.text).toBe('Dev')
  const added = await reviewOf('POST', 'roles', { name: 'Front desk', rights: ['client.read'] })
  expect(added.rights).toEqual([[rightNames['client.read'], 'No', 'Yes']])
  expect(await approve(added)).toBe(200)
  const retired = await reviewOf('POST', `roles/${encodeURIComponent('Front desk')}/retire`)
  expect(retired.rights).toEqual([[rightNames['client.read'], 'Yes', 'No']])
  expect(retired.facts['Operators with this role']?.text).toBe('None')
})

test('a review changes with the rights of the role it gives', async () => {
  const change = await reviewOf('POST', 'operators', { name: 'Sita', email: 'sita@desk.example', role: 'support' })
  const rights = await reviewOf('POST', 'roles/support/rights', { rights: ['client.read', 'charge.approve'] })
  expect(await approve(rights)).toBe(200)
  expect(await approve(change)).toBe(409)
})
