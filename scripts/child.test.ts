import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { run } from './child.ts'
import { acquireLock } from './lock.ts'

const folder = mkdtempSync(join(tmpdir(), 'sauda-scripts-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('a tool ends with its exit code and all its output', async () => {
  const { code, output } = await run('node', ['-e', 'console.log(1); console.error(2); process.exit(3)'])
  expect(code).toBe(3)
  expect(
    output
      .split('\n')
      .filter(Boolean)
      .toSorted((a, b) => Number(a) - Number(b)),
  ).toEqual(['1', '2'])
})

test('a tool that hangs is stopped and counts as failed', async () => {
  const { code, output } = await run('node', ['-e', 'setInterval(() => {}, 1000)'], { minutes: 0.01 })
  expect(code).not.toBe(0)
  expect(output).toContain('Stopped: still running')
})

test('a tool that is not installed is named', async () => {
  await expect(run('no-such-tool', [])).rejects.toThrow(
    'no-such-tool is not installed. Run npm ci --include=dev first.',
  )
})

test('a child dies with the process that started it, even by kill -9', async () => {
  const [up, gone] = [join(folder, 'up'), join(folder, 'gone')]
  const child = `
    import { writeFileSync } from 'node:fs'
    setInterval(() => {}, 1000)
    process.on('SIGTERM', () => process.exit(writeFileSync(${JSON.stringify(gone)}, '')))
    writeFileSync(${JSON.stringify(up)}, '')`
  const code = `
    import { start } from ${JSON.stringify(join(import.meta.dirname, 'child.ts'))}
    start('node', ['--input-type=module', '-e', ${JSON.stringify(child)}])`
  const parent = spawn(process.execPath, ['--input-type=module', '-e', code])
  await vi.waitFor(() => expect(existsSync(up)).toBe(true), 60_000)
  expect(existsSync(gone)).toBe(false)
  parent.kill('SIGKILL')
  await vi.waitFor(() => expect(existsSync(gone)).toBe(true), 60_000)
})

test('a child continues when a thread it started has ended', async () => {
  const child = `
    import { once } from 'node:events'
    import { fstatSync } from 'node:fs'
    import { Worker } from 'node:worker_threads'
    await once(new Worker('', { eval: true }), 'exit')
    console.log(fstatSync(3).isFIFO() || fstatSync(3).isSocket())`
  expect(await run('node', ['--input-type=module', '-e', child])).toEqual({ code: 0, output: 'true\n' })
})

test('a lock is held by one at a time', async () => {
  const file = join(folder, 'one.lock')
  const release = await acquireLock(file, () => {})
  let waited = false
  const second = acquireLock(file, () => (waited = true))
  await vi.waitFor(() => expect(waited).toBe(true), 60_000)
  release()
  const releaseSecond = await second
  expect(existsSync(file)).toBe(true)
  releaseSecond()
  expect(existsSync(file)).toBe(false)
})

test.each([
  ['a holder that is gone', '999999999', new Date()],
  ['a number that belongs to somebody else by now', String(process.pid), new Date(Date.now() - 3_600_000)],
])('a lock left behind by %s is removed', async (_, pid, since) => {
  const file = join(folder, 'left.lock')
  writeFileSync(file, pid)
  utimesSync(file, since, since)
  const onWait = vi.fn<() => void>()
  const release = await acquireLock(file, onWait)
  release()
  expect(onWait).not.toHaveBeenCalled()
})
