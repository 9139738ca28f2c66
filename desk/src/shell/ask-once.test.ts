import { loanCalls } from '@sauda/contract/loan'
import { beforeEach, expect, test, vi } from 'vitest'
import { askOnce } from './ask-once.ts'

const keys: string[] = []
const answers: (() => Promise<Response>)[] = []
const says = (status: number, body: object) => () => Promise.resolve(Response.json(body, { status }))
const silence = () => Promise.reject(new TypeError('no network'))

beforeEach(() => {
  keys.length = 0
  answers.length = 0
  vi.stubGlobal('fetch', (_: string, { headers }: { headers: Record<string, string> }) => {
    keys.push(headers['idempotency-key'] ?? 'none')
    return (answers.shift() ?? silence)()
  })
})

const send = (reason: string) => askOnce(loanCalls.reject, { params: { loanId: 'a' }, body: { reason } })

test('what got no answer keeps its key when it is sent again, and says that this is safe', async () => {
  answers.push(silence, says(502, {}), says(200, { status: 'rejected' }))
  await expect(send('No')).rejects.toThrow('Server not reachable. Sent again it is not done twice.')
  await expect(send('No')).rejects.toThrow()
  await expect(send('No')).resolves.toEqual({ status: 'rejected' })
  expect(new Set(keys).size).toBe(1)
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
})

test('another order has another key, and so has the same one after an answer', async () => {
  answers.push(says(409, { message: 'Already decided by Omar' }), says(200, {}), says(200, {}))
  await expect(send('One')).rejects.toThrow('Already decided by Omar')
  await send('One')
  await send('Two')
  expect(new Set(keys).size).toBe(3)
})
