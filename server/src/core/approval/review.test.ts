import { roles, type Role } from '@sauda/contract/broker/operator'
import { proposalKinds } from '@sauda/contract/core/proposal-kinds'
import { proposalKindNames, rightOf, type ProposalKind } from '@sauda/contract/core/proposal'
import { describe, expect, test } from 'vitest'
import { newOperator } from '../../../test/operator.ts'
import { changesOf, insertProposal, payloadOf } from '../../../test/proposals.ts'
import { answersByAccess, rightsTable } from '../../../test/rights.ts'
import { testServer } from '../../../test/server.ts'

const server = await testServer({ RATE_LIMITS: 'off' })
const { call, db } = server
const admin = await newOperator(server, 'admin', 'Asha')
const maker = await newOperator(server, 'admin', 'Bela')

// The database keeps what was proposed; here one stored field after the other is changed.
await db.run('alter table proposal disable trigger proposal_kept')

const seen = async (id: string) => {
  const { status, body } = await call('GET', `/desk/proposals/${id}`, { token: admin.token })
  expect(status).toBe(200)
  return body as { version: string; fields: object[]; effects: object[]; evidence: object[]; obstacle?: string }
}

describe('the review that the deciding operator sees', () => {
  test.each(proposalKindNames)('of %s changes with every stored field, and so does its version', async (kind) => {
    const { fields } = proposalKinds[kind]
    const payload = payloadOf(fields)
    const id = await insertProposal(server, { kind, payload, requestedBy: maker.id })
    const before = await seen(id)
    const changes = [...changesOf(fields, payload)]
    const texts = before.fields.flatMap((shown) =>
      Object.keys(shown).filter((side) => side === 'before' || side === 'after'),
    )
    expect(texts.length).toBeGreaterThanOrEqual(changes.length)
    for (const { path, payload: changed } of changes) {
      await db.run('update proposal set payload = $2 where id = $1', [id, JSON.stringify(changed)])
      const after = await seen(id)
      const isSeen = JSON.stringify([after.fields, after.evidence]) !== JSON.stringify([before.fields, before.evidence])
      expect({ path, isSeen, isOther: after.version !== before.version }).toEqual({ path, isSeen: true, isOther: true })
    }
  })
})

/** Kinds whose fields are complete, with the reason. */
const fieldsSayAll: Partial<Record<ProposalKind, string>> = {
  'instrument.add': 'nothing existed before, no money moves, and every property is a field',
  'exchange-file.book': 'the totals, exceptions, differences and first and last trades of the file are fields',
  'template.add': 'the whole message is in the fields',
  'template.retire': 'the whole message is in the fields; retiring it changes no text and is undone in the same way',
}

test.each(proposalKindNames)(
  'the review of %s shows facts besides the entered fields, unless those are complete',
  async (kind) => {
    const id = await insertProposal(server, { kind, requestedBy: maker.id })
    const { fields, evidence, effects, obstacle } = await seen(id)
    const hasMore = evidence.length + effects.length > 0 || fields.some((each) => 'before' in each)
    const isComplete = fieldsSayAll[kind] !== undefined
    // The records that the fields name do not exist, which the review reports as an obstacle.
    const isRefused = !isComplete && obstacle !== undefined
    expect(hasMore || isRefused).toBe(!isComplete)
  },
)

describe('the right to decide', () => {
  const table = rightsTable('kind', 'what it is')

  test('is in docs/api.md for every kind', () => {
    expect(table.map(({ kind }) => kind)).toEqual(expect.arrayContaining(proposalKindNames))
  })

  const tokens = Object.keys(roles)
    .filter((role) => role !== 'admin')
    .map(async (role) => [role, (await newOperator(server, role as Role)).token] as const)

  test.each(proposalKindNames)('for %s is the right of its queue', async (kind) => {
    const id = await insertProposal(server, { kind, requestedBy: maker.id })
    const row = table.find((each) => each['kind'] === kind)
    expect(row?.['right']).toBe(rightOf(kind))
    for (const [role, token] of await Promise.all(tokens)) {
      const answers = await Promise.all([
        call('GET', `/desk/proposals/${id}`, { token }),
        call('POST', `/desk/proposals/${id}/approve`, { token, body: { version: 'unknown' } }),
      ])
      const isAllowed = answersByAccess.get(rightOf(kind))?.[role] === 'yes'
      expect([role, ...answers.map(({ status }) => status !== 403)]).toEqual([role, isAllowed, isAllowed])
    }
  })
})
