import { expect, test } from 'vitest'
import { allCalls } from '../calls.ts'
import { topics } from '../platform/call.ts'
import { isOutdated } from './notice.ts'

const reads = allCalls.flatMap(([, { path, reads: all }]) => (all ? [{ path, reads: all }] : []))
const outdated = (topic: (typeof topics)[number], id?: string, params = {}) =>
  reads
    .filter((call) => isOutdated({ topic, ...(id !== undefined && { id }) }, call.reads, params))
    .map(({ path }) => path)

test('every topic but the clients’ own outdates a reply at the desk', () => {
  const atDesk = (path: string) => path.startsWith('/desk/')
  expect(topics.filter((topic) => !outdated(topic).some(atDesk))).toEqual(['notification'])
})

test('a claim outdates the queue and its own case only', () => {
  expect(outdated('queue', 'a', { loanId: 'a' })).toEqual(
    expect.arrayContaining(['/desk/queue', '/desk/loans/:loanId']),
  )
  expect(outdated('queue', 'a', { loanId: 'b' })).not.toContain('/desk/loans/:loanId')
})

test('a notice about one client does not outdate the page of another', () => {
  expect(outdated('client', 'a', { clientId: 'a' })).toContain('/desk/clients/:clientId')
  expect(outdated('client', 'a', { clientId: 'b' })).not.toContain('/desk/clients/:clientId')
  expect(outdated('client')).toContain('/desk/clients/:clientId')
})

test('a notice about a client outdates what shows warnings about the client: open cases and payouts', () => {
  for (const topic of ['client', 'profile', 'bank'] as const)
    expect(outdated(topic, 'a', { loanId: 'l' })).toEqual(
      expect.arrayContaining(['/desk/loans/:loanId', '/desk/proposals/:proposalId', '/desk/payouts/candidates']),
    )
})

test('every parameter of a reading is one of its call', () => {
  const wrong = reads.filter(({ path, reads: all }) =>
    all.some((read) => read.includes('/') && !path.includes(read.slice(read.indexOf('/') + 1))),
  )
  expect(wrong).toEqual([])
})

test('what moves a client’s money outdates the statement, and a decision about documents or bank details the profile', () => {
  for (const topic of ['wallet', 'loan', 'charge', 'trade'] as const)
    expect(outdated(topic)).toContain('/user/statement/:userId/events')
  for (const topic of ['loan', 'trade'] as const) expect(outdated(topic)).toContain('/user/wallet/:userId')
  expect(outdated('charge')).not.toContain('/user/wallet/:userId')
  for (const topic of ['kyc', 'bank'] as const) expect(outdated(topic)).toContain('/user/profile/:userId')
})

test('every call of a client that answers with JSON and changes nothing says what outdates its reply', () => {
  const silent = allCalls.filter(
    ([, { method, path, reads: all, reply }]) =>
      method === 'GET' && path.startsWith('/user/') && typeof reply !== 'string' && all === undefined,
  )
  expect(silent.map(([name]) => name)).toEqual([])
})
