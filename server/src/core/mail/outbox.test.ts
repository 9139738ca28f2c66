import { expect, test, vi } from 'vitest'
import { testServer } from '../../../test/server.ts'
import { createOutbox } from './outbox.ts'
import { DeliveryError } from './smtp.ts'

const { app } = await testServer({}, { without: ['mails', 'mails with codes'] })
const { context } = app
const { db, log, notifyScreens, secret } = context

test('a mail with a code is sent while other mails wait for a slow mail server', async () => {
  const sent: string[] = []
  const [begun, slow] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const transport = {
    deliver: async ({ subject }: { subject: string }) => {
      if (subject === 'Bulk') {
        begun.resolve()
        await slow.promise
      }
      sent.push(subject)
    },
    ready: async () => undefined,
    close: () => {},
  }
  const html = { toSend: () => ({ html: '', pictures: [] }) }
  await context.db.transaction(async (tx) => {
    for (let n = 0; n < 20; n++)
      await context.mail(tx, { to: `bulk${n}@example.com`, subject: 'Bulk', text: 'x', blocks: ['x'] })
    await context.mail(tx, { to: 'a@example.com', subject: 'Code', text: '123456' })
  })
  const outbox = createOutbox({ db, secret, log, notifyScreens, transport, html, keepSecrets: false })
  const bulk = outbox.bulkRound()
  await begun.promise
  await outbox.urgentRound()
  expect(sent).toContain('Code')
  expect(sent).not.toContain('Bulk')
  slow.resolve()
  await bulk
  expect(sent.filter((subject) => subject === 'Bulk')).toHaveLength(20)
})

test('a mail server that answers but fails for every mail uses up no attempts at once', async () => {
  const transport = {
    deliver: async () => {
      throw new DeliveryError('Connection closed unexpectedly', 'none')
    },
    ready: async () => undefined,
    close: () => {},
  }
  await db.transaction((tx) => context.mail(tx, { to: 'cut@example.com', subject: 'Code', text: '123456' }))
  const outbox = createOutbox({ db, secret, log, notifyScreens, transport, keepSecrets: false })
  vi.useFakeTimers({ toFake: ['Date'] })
  for (let round = 0; round < 12; round += 1) {
    await outbox.urgentRound()
    vi.setSystemTime(Date.now() + 6000)
  }
  vi.useRealTimers()
  expect(await db.row("select status, attempts from mail where recipient = 'cut@example.com'")).toEqual({
    status: 'queued',
    attempts: 2,
  })
})
