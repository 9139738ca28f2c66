import { expect, test } from 'vitest'
import { eventually } from '../../test/events.ts'
import { testServer } from '../../test/server.ts'
import { createOutbox } from './outbox.ts'

const server = await testServer({ SMTP_URL: 'smtp://127.0.0.1:9' })
const { context } = server.app
const { db, log, notifyScreens, secret } = context

test('a mail with a code leaves while other mails wait for a slow mail server', async () => {
  const sent: string[] = []
  let release = () => {}
  const slow = new Promise<void>((resolve) => (release = resolve))
  const transport = {
    deliver: async ({ subject }: { subject: string }) => {
      if (subject === 'Bulk') await slow
      sent.push(subject)
    },
    ready: async () => undefined,
    close: () => {},
  }
  const html = { toSend: () => ({ html: '', pictures: [] }) }
  // The server itself leaves them alone, because its mail server is away.
  const isAway = async () => (await server.call('GET', '/health')).body.degraded.includes('mail')
  await server.newClient()
  await eventually(isAway)
  expect(await isAway()).toBe(true)
  await context.db.transaction(async (tx) => {
    for (let n = 0; n < 20; n++)
      await context.mail(tx, { to: `bulk${n}@example.com`, subject: 'Bulk', text: 'x', blocks: ['x'] })
    await context.mail(tx, { to: 'a@example.com', subject: 'Code', text: '123456' })
  })
  const outbox = createOutbox({ db, secret, log, notifyScreens, transport, html, keepSecrets: false })
  const bulk = outbox.bulkRound()
  await new Promise((resolve) => setTimeout(resolve, 300))
  await outbox.urgentRound()
  expect(sent).toContain('Code')
  expect(sent).not.toContain('Bulk')
  release()
  await bulk
  // The server may have been about to send a few, which then wait for its next try.
  await eventually(async () => {
    await db.run("update mail set next_try_at = now() where status = 'queued' and subject = 'Bulk'")
    await outbox.bulkRound()
    return sent.filter((subject) => subject === 'Bulk').length >= 20
  })
  expect(sent.filter((subject) => subject === 'Bulk')).toHaveLength(20)
})
