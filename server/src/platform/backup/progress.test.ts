import { expect, test } from 'vitest'
import { withProgress } from './progress.ts'

async function* nothing() {
  yield []
}

test('a long backup reports its progress, a short one does not', async () => {
  const bytes = Buffer.alloc(2_000_000)
  const store = {
    put: async () => {},
    get: async () => bytes,
    remove: async () => {},
    clear: async () => {},
    list: nothing,
  }
  const said: string[] = []
  const talkative = withProgress(store, (line) => said.push(line), 0)
  await talkative.put('a', bytes)
  await talkative.get('b')
  const patient = withProgress(store, (line) => said.push(line))
  await patient.put('a', bytes)
  expect(said).toEqual(['… 1 objects, 2 MB so far', '… 2 objects, 4 MB so far'])
})
