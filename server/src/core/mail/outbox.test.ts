import { expect, test, vi } from 'vitest'
import { eventually } from '../../../test/events.ts'
import { testServer } from '../../../test/server.ts'
import { createOutbox } from './outbox.ts'
import { DeliveryError } from './smtp.ts'

const { app } = await testServer({}, { without: ['mails', 'mails with codes'] })
const { context } = app
const { db, files, log, notifyScreens, secret } = context

test.each([
  { slow: 'Bulk', others: 20 },
  { slow: 'Slow code', others: 3 },
])('a mail with a code is sent while $others mails ($slow) wait for a slow mail server', async ({ slow, others }) => {
  const sent: string[] = []
  const answered = Promise.withResolvers<void>()
  const transport = {
    deliver: async ({ subject }: { subject: string }) => {
      if (subject === slow) await answered.promise
      sent.push(subject)
    },
    ready: async () => undefined,
    close: () => {},
  }
  const html = { toSend: () => ({ html: '', pictures: [] }) }
  const outbox = createOutbox({ db, secret, log, notifyScreens, files, transport, html, keepSecrets: false })
  const post = (subject: string, blocks?: string[]) =>
    db.transaction((tx) => context.mail(tx, { to: 'a@example.com', subject, text: 'x', ...(blocks && { blocks }) }))
  for (let n = 0; n < others; n++) await post(slow, slow === 'Bulk' ? ['x'] : undefined)
  const bulk = outbox.bulkRound()
  // The rounds of a job follow each other.
  await outbox.urgentRound()
  await post('Code')
  await outbox.urgentRound()
  await eventually(() => sent.includes('Code'))
  expect(sent).not.toContain(slow)
  answered.resolve()
  await bulk
  await outbox.settled()
  expect(sent.filter((subject) => subject === slow)).toHaveLength(others)
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
  const outbox = createOutbox({ db, secret, log, notifyScreens, files, transport, keepSecrets: false })
  vi.useFakeTimers({ toFake: ['Date'] })
  for (let round = 0; round < 12; round += 1) {
    await outbox.urgentRound()
    await outbox.settled()
    vi.setSystemTime(Date.now() + 6000)
  }
  vi.useRealTimers()
  expect(await db.row("select status, attempts from mail where recipient = 'cut@example.com'")).toEqual({
    status: 'queued',
    attempts: 2,
  })
})
