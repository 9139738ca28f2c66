import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { commonErrors, AppError } from '@sauda/contract/platform/error'
import { expect, test, vi } from 'vitest'
import type * as functions from '../../test/thread-functions.ts'
import { inChild } from './child.ts'
import { beginTrace, withTrace } from './trace.ts'

vi.unmock('./child.ts')

const tooMuch = { status: 422, message: 'Too much' }
const module = new URL('../../test/thread-functions.ts', import.meta.url)
const open = (changed: Parameters<typeof inChild>[2] = {}) => inChild<typeof functions>(module, tooMuch, changed)

test('bytes arrive unchanged, and an expected error with its status', async () => {
  expect(await open()('length', Buffer.alloc(5_000_000, 'b'))).toBe('true 5000000 98')
  const refusal = await open()('reject', undefined).catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(AppError)
  expect(refusal).toMatchObject(commonErrors.tooLarge)
})

test('any other error arrives with its name and message', async () => {
  await expect(open()('fail', undefined)).rejects.toThrow(new TypeError('cells is undefined'))
})

test.each([
  ['never ends', 'never', { seconds: 1 }],
  ['creates too many objects', 'fillMemory', { megabytes: 64 }],
  ['creates too many buffers', 'fillMemoryWithBytes', {}],
  ['answers with too much', 'lengthy', { answerBytes: 100_000 }],
  ['calls itself endlessly', 'recurse', {}],
] as const)('a call that %s is rejected, and the next one is answered', async (_what, name, limits) => {
  await expect(open(limits)(name, undefined)).rejects.toMatchObject(tooMuch)
  expect(await open()('length', Buffer.from('a'))).toBe('true 1 97')
})

test('of one operator two files are read or wait, a third is rejected, and another operator’s is read', async () => {
  const child = open()
  const read = (operatorId: string) =>
    new Promise<string>((resolve) => {
      const actor = { kind: 'operator', id: operatorId, name: 'Meera' } as const
      withTrace({ ...beginTrace('request', undefined), actor }, () => resolve(child('length', Buffer.from('a'))))
    })
  const mine = Promise.allSettled(Array.from({ length: 45 }, () => read('one')))
  const theirs = await Promise.allSettled([read('two'), read('two')])
  expect(theirs.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled'])
  const rejected = (await mine).flatMap((file) => (file.status === 'rejected' ? [file.reason] : []))
  expect(rejected).toHaveLength(43)
  for (const reason of rejected)
    expect(reason).toMatchObject({ status: 429, message: expect.stringMatching(/^Two of your files/) })
  expect(await read('one'), 'nothing is counted for ever').toBe('true 1 97')
})

test('it sees no environment variables, and can neither write files nor start programs', async () => {
  process.env['CHILD_TEST_SECRET'] = 'secret'
  try {
    expect(await open()('capabilities', undefined)).toEqual({
      secret: undefined,
      write: 'ERR_ACCESS_DENIED',
      start: 'ERR_ACCESS_DENIED',
    })
  } finally {
    delete process.env['CHILD_TEST_SECRET']
  }
})

test.each([
  ['ends', 'process.exit()'],
  ['is killed', "process.kill(process.pid, 'SIGKILL')"],
])('no process stays behind when the server %s during a call', async (_what, end) => {
  const code = `
    import { inChild } from ${JSON.stringify(new URL('./child.ts', import.meta.url).href)}
    import { readFileSync } from 'node:fs'
    inChild(new URL(${JSON.stringify(module.href)}), {}, { seconds: 2 })('never', undefined).catch(() => undefined)
    const children = readFileSync('/proc/self/task/' + process.pid + '/children', 'utf8').trim()
    process.stdout.write(children, () => ${end})
  `
  const server = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [pid] = (await once(server.stdout, 'data')) as [Buffer]
  expect(String(pid)).toMatch(/^\d+$/)
  while (existsSync(`/proc/${String(pid)}`)) await pause(50)
})
