import { setTimeout as wait } from 'node:timers/promises'
import { mailRules } from '@sauda/contract/mail'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { eventually } from '../../test/events.ts'
import { startMailServer } from '../../test/mail-server.ts'
import { newOperator } from '../../test/operator.ts'
import { testServer } from '../../test/server.ts'
import { createOutbox } from './outbox.ts'
import { openMailbox, openSmtp } from './smtp.ts'

const smtp = await startMailServer()
const server = await testServer({ SMTP_URL: smtp.url, MAIL_FROM: 'Sauda, the "Broker" <no-reply@sauda.test>' })
const { db, app } = server
const { context } = app
const auditor = await newOperator(server, 'auditor')
afterAll(() => smtp.down())

beforeEach(async () => {
  await db.run('delete from mail')
  smtp.received.length = 0
  smtp.state.refuse = undefined
})

let count = 0
async function post(subject = 'Hello', text = 'Dear client,\nyour code is 123456.\n'): Promise<string> {
  const to = `asha${++count}@example.com`
  await db.transaction((tx) => context.mail(tx, { to, subject, text }))
  return to
}
const rowOf = (to: string) =>
  db.row<{ id: string; status: string; attempts: number; body: Buffer | null; last_error: string | null; due: number }>(
    `select id, status, attempts, body, last_error, extract(epoch from next_try_at - now())::float8 as due
       from mail where recipient = $1`,
    [to],
  )
async function until(to: string, status: string) {
  let row = await rowOf(to)
  await eventually(async () => (row = await rowOf(to))?.status === status)
  if (row?.status !== status) throw new Error(`${to} never became ${status}: ${JSON.stringify(row)}`)
  return row
}
const makeDue = () => db.run("update mail set next_try_at = now() where status = 'queued'")
const receivedBy = (to: string) => smtp.received.filter((mail) => mail.to.includes(to))

describe('with a mail server', () => {
  test('a mail leaves soon after its transaction, and its text does not stay', async () => {
    const to = await post('Verify your e-mail', 'Your code is 123456. ₹ and é survive.')
    const row = await until(to, 'sent')
    expect(row).toMatchObject({ attempts: 1, body: null })
    const [sent] = receivedBy(to)
    expect(sent?.to).toEqual([to])
    expect(sent?.mail).toMatchObject({
      subject: 'Verify your e-mail',
      from: { name: 'Sauda, the "Broker"', address: 'no-reply@sauda.test' },
      to: [{ address: to }],
      messageId: `<${row.id}@sauda.test>`,
    })
    expect(sent?.mail.text?.trim()).toBe('Your code is 123456. ₹ and é survive.')
  })

  test('a mail of a transaction that failed never leaves', async () => {
    const failing = db.transaction(async (tx) => {
      await context.mail(tx, { to: 'undone@example.com', subject: 'No', text: 'No' })
      throw new Error('undone')
    })
    await expect(failing).rejects.toThrow()
    await wait(700)
    expect(receivedBy('undone@example.com')).toEqual([])
  })

  test('nothing in a mail can add a header or a recipient', async () => {
    const to = await post('Hello\r\nBcc: thief@example.com\r\n\r\nbody', '.\r\nRCPT TO:<thief@example.com>\r\n')
    await until(to, 'sent')
    const [sent] = receivedBy(to)
    expect(sent?.to).toEqual([to])
    expect(sent?.mail.bcc).toBeUndefined()
    expect(sent?.raw.split('\r\n\r\n')[0]).not.toMatch(/^bcc:/im)
    await db.transaction((tx) =>
      context.mail(tx, { to: 'x@example.com>, <thief@example.com', subject: 'Hello', text: 'Hello' }),
    )
    await wait(1200)
    expect(smtp.received.flatMap((mail) => mail.to)).not.toContain('thief@example.com')
  })

  test('a mail refused for now is tried again after the first pause, with the same Message-ID', async () => {
    smtp.state.refuse = 451
    const to = await post()
    await eventually(async () => (await rowOf(to))?.last_error !== null)
    const refused = await rowOf(to)
    expect(refused).toMatchObject({ status: 'queued', attempts: 1, last_error: expect.stringContaining('451') })
    expect(refused?.due).toBeGreaterThan(mailRules.retrySeconds[0] - 2)
    expect(refused?.due).toBeLessThanOrEqual(mailRules.retrySeconds[0])
    smtp.state.refuse = undefined
    await makeDue()
    const row = await until(to, 'sent')
    expect(row.attempts).toBe(2)
    expect(receivedBy(to)[0]?.mail.messageId).toBe(`<${row.id}@sauda.test>`)
  })

  test('a mail refused at every try is stuck, and the desk sees it without its text', async () => {
    smtp.state.refuse = 452
    smtp.state.at = 'message'
    const to = await post()
    await db.run('update mail set attempts = $2 where recipient = $1', [to, mailRules.retrySeconds.length])
    const row = await until(to, 'stuck')
    smtp.state.at = 'recipient'
    expect(row.attempts).toBe(mailRules.retrySeconds.length + 1)
    const log = await server.call('GET', '/desk/mail?status=stuck', { token: auditor.token })
    expect(log.body).toEqual([expect.objectContaining({ to, status: 'stuck', lastError: expect.any(String) })])
    expect(JSON.stringify(log.body)).not.toContain('123456')
    const notices = await db.rows("select from notice where topic = 'mail' and subject_id = $1", [row.id])
    expect(notices).toHaveLength(1)
  })

  test('an address the mail server does not know is not tried again', async () => {
    smtp.state.refuse = 550
    const to = await post()
    expect(await until(to, 'stuck')).toMatchObject({ attempts: 1 })
  })

  test('there is no mailbox page', async () => {
    expect((await server.call('GET', '/desk/mailbox')).status).toBe(404)
  })
})

test('while the mail server is away nothing waits for it; when it is back everything leaves', async () => {
  await smtp.down()
  const first = await post()
  const client = await server.newClient()
  expect(await rowOf(client.email)).toMatchObject({ status: 'queued' })
  await eventually(async () => (await rowOf(first))?.last_error !== null)
  expect(await rowOf(first)).toMatchObject({ status: 'queued', attempts: 1 })
  // Long away: the pause before the next try would be an hour.
  await db.run("update mail set next_try_at = now() + interval '1 hour' where recipient = $1", [first])
  const second = await post()
  await wait(1200)
  expect(await rowOf(second)).toMatchObject({ status: 'queued', attempts: 0 })
  await smtp.up()
  await until(first, 'sent')
  await until(second, 'sent')
  expect(receivedBy(first)).toHaveLength(1)
})

describe('several senders', () => {
  const sender = (transport = openSmtp(smtp.url, 'no-reply@sauda.test')) =>
    createOutbox({ ...context, transport, keepBody: false })

  test('each mail leaves once', async () => {
    const addresses = await Promise.all(Array.from({ length: 60 }, () => post()))
    const others = [sender(), sender()]
    await Promise.all(others.map((other) => other.round()))
    for (const to of addresses) await until(to, 'sent')
    expect(addresses.filter((to) => receivedBy(to).length !== 1)).toEqual([])
  })

  test('a mail in the hands of one that died is sent by another once its time is over', async () => {
    const to = 'in-hand@example.com'
    await db.transaction(async (tx) => {
      await context.mail(tx, { to, subject: 'Hello', text: 'Hello' })
      await tx.run("update mail set attempts = 1, next_try_at = now() + interval '60 seconds' where recipient = $1", [
        to,
      ])
    })
    await wait(700)
    expect((await rowOf(to))?.status).toBe('queued')
    await makeDue()
    await until(to, 'sent')
  })
})

test('a mail server that accepts and says nothing holds up one round only for a bounded time', async () => {
  const { createServer } = await import('node:net')
  const silent = createServer(() => {})
  await new Promise<void>((listening) => silent.listen(0, '127.0.0.1', listening))
  const { port } = silent.address() as { port: number }
  const transport = openSmtp(`smtp://127.0.0.1:${port}`, 'no-reply@sauda.test')
  const mail = { id: 'x', to: 'a@example.com', subject: 'x', text: 'x', queuedAt: new Date() }
  await expect(transport.deliver(mail)).rejects.toMatchObject({ retry: 'none' })
  transport.close()
  silent.close()
})

describe('in a demo without a mail server', () => {
  test('the mailbox shows the newest mails with their text, all or of one address', async () => {
    const demo = await testServer()
    const asha = await demo.newClient()
    await demo.newClient()
    await eventually(async () => !(await demo.db.row("select from mail where status <> 'sent'")))
    const all = await demo.call('GET', '/desk/mailbox')
    expect(all.status).toBe(200)
    expect(all.body.length).toBeGreaterThanOrEqual(2)
    expect(all.body[0].status).toBe('sent')
    const hers = await demo.call('GET', `/desk/mailbox?to=${encodeURIComponent(asha.email.toUpperCase())}`)
    expect(new Set(hers.body.map((mail: { to: string }) => mail.to))).toEqual(new Set([asha.email]))
    expect(hers.body.at(-1).text).toMatch(/\b\d{6}\b/)
  })

  test('each mail is printed for whoever started the server', async () => {
    const lines: string[] = []
    const mail = {
      id: 'x',
      to: 'asha@example.com',
      subject: 'Your code',
      text: 'One\n\n123456\n',
      queuedAt: new Date(),
    }
    await openMailbox((line) => lines.push(line)).deliver(mail)
    expect(lines).toEqual(['  Mail to asha@example.com: Your code\n    One\n    123456'])
  })
})
