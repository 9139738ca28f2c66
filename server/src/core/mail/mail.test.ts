import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { outboxRules } from './outbox.ts'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { eventually } from '../../../test/events.ts'
import { startMailServer } from '../../../test/mail-server.ts'
import { newOperator } from '../../../test/operator.ts'
import { testServer } from '../../../test/server.ts'
import { amountBlock, buttonBlock, codeBlock, composeMail, deleteOldMails, type MailBlock } from './mail.ts'
import { createOutbox } from './outbox.ts'
import { openMailbox, openSmtp } from './smtp.ts'

const smtp = await startMailServer()
const server = await testServer({ SMTP_URL: smtp.url, MAIL_FROM: 'Sauda, the "Broker" <no-reply@sauda.test>' })
const { db, app } = server
const { context } = app
const auditor = await newOperator(server, 'auditor')
afterAll(smtp.close)

beforeEach(async () => {
  await db.run('delete from mail')
  smtp.received.length = 0
  smtp.state.refuse = undefined
})

/** Unused by the tests of other senders, whose mails are plain text. */
const html = { toSend: () => ({ html: '', pictures: [] }) }

let count = 0
async function compose(...blocks: MailBlock[]): Promise<string> {
  const to = `asha${++count}@example.com`
  await db.transaction((tx) => context.mail(tx, composeMail({ name: 'Asha', email: to }, 'Deposit', blocks)))
  return to
}
async function post(subject = 'Hello', text = 'Dear client,\nyour code is 123456.\n'): Promise<string> {
  const to = `asha${++count}@example.com`
  await db.transaction((tx) => context.mail(tx, { to, subject, text }))
  return to
}
const rowOf = (to: string) =>
  db.row<{
    id: string
    status: string
    attempts: number
    body: Buffer | null
    last_error: string | null
    /** Seconds after it was written. */
    due: number
    age: number
  }>(
    `select id, status, attempts, body, last_error, extract(epoch from next_try_at - created_at)::float8 as due,
            extract(epoch from now() - created_at)::float8 as age
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
  test('a mail is sent soon after its transaction, and its text is removed', async () => {
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

  test('a PDF is sent with its mail, beside the pictures of its HTML', async () => {
    const to = `asha${++count}@example.com`
    const attachment = { name: 'balance.pdf', bytes: Buffer.from('%PDF-1.7 x') }
    await db.transaction((tx) =>
      context.mail(tx, { ...composeMail({ name: 'Asha', email: to }, 'Balance', ['See the file.']), attachment }),
    )
    await until(to, 'sent')
    const files = receivedBy(to)[0]?.mail.attachments.filter(({ mimeType }) => mimeType === 'application/pdf')
    expect(files).toMatchObject([{ filename: 'balance.pdf', disposition: 'attachment' }])
  })

  test('a mail of a failed transaction is never sent', async () => {
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

  test('a temporarily rejected mail is retried after the first pause, with the same Message-ID', async () => {
    smtp.state.refuse = 451
    const to = await post()
    let refused = await rowOf(to)
    await eventually(async () => (refused = await rowOf(to))?.last_error !== null)
    expect(refused).toMatchObject({ status: 'queued', attempts: 1, last_error: expect.stringContaining('451') })
    expect(refused?.due).toBeGreaterThanOrEqual(outboxRules.retrySeconds[0])
    expect(refused?.due).toBeLessThanOrEqual((refused?.age ?? 0) + outboxRules.retrySeconds[0])
    smtp.state.refuse = undefined
    await makeDue()
    const row = await until(to, 'sent')
    expect(row.attempts).toBe(2)
    expect(receivedBy(to)[0]?.mail.messageId).toBe(`<${row.id}@sauda.test>`)
  })

  test('a mail rejected at every try is stuck, and the desk lists it without its text', async () => {
    smtp.state.refuse = 452
    smtp.state.at = 'message'
    const to = await post()
    await db.run('update mail set attempts = $2 where recipient = $1', [to, outboxRules.retrySeconds.length])
    const row = await until(to, 'stuck')
    smtp.state.at = 'recipient'
    expect(row.attempts).toBe(outboxRules.retrySeconds.length + 1)
    const log = await server.call('GET', '/desk/mail?status=stuck', { token: auditor.token })
    expect(log.body).toEqual([expect.objectContaining({ to, status: 'stuck', lastError: expect.any(String) })])
    expect(JSON.stringify(log.body)).not.toContain('123456')
    const notices = await db.rows("select from notice where topic = 'mail' and subject_id = $1", [row.id])
    expect(notices).toHaveLength(1)
  })

  test('a mail whose connection ends before the server confirms it is sent again, with the same Message-ID', async () => {
    smtp.state.examines = 3000
    const to = await post()
    await eventually(() => receivedBy(to).length === 1)
    smtp.down()
    smtp.state.examines = 0
    await eventually(async () => (await rowOf(to))?.last_error !== null)
    expect(await rowOf(to)).toMatchObject({ status: 'queued', attempts: 1 })
    smtp.up()
    const row = await until(to, 'sent')
    expect(receivedBy(to).map(({ mail }) => mail.messageId)).toEqual(Array(2).fill(`<${row.id}@sauda.test>`))
  })

  test('an address the mail server does not know is not tried again', async () => {
    smtp.state.refuse = 550
    const to = await post()
    expect(await until(to, 'stuck')).toMatchObject({ attempts: 1 })
  })

  test('there is no mailbox page', async () => {
    expect((await server.call('GET', '/desk/mailbox')).status).toBe(404)
    const to = await compose('Paid.')
    expect((await server.call('GET', `/desk/mailbox/${(await rowOf(to))?.id}`)).status).toBe(404)
  })

  test('a mail is HTML with the logo inside, and the plain text as its alternative', async () => {
    const to = await compose(
      amountBlock('Added to your wallet', '₹75,000.00'),
      'We received it.',
      buttonBlock('View', 'http://localhost:3000/x'),
    )
    await until(to, 'sent')
    const [sent] = receivedBy(to)
    expect(sent?.mail.text?.trim()).toBe('Hello Asha,\n\nWe received it.\n\nView: http://localhost:3000/x')
    expect(sent?.mail.html).toContain('₹75,000')
    expect(sent?.raw).toMatch(/^Content-Type: multipart\/alternative/m)
    const [picture] = sent?.mail.attachments ?? []
    expect(picture).toMatchObject({ contentId: '<icon>', disposition: 'inline', mimeType: 'image/png' })
    expect(sent?.mail.html).toContain('src="cid:icon"')
  })

  test('a mail whose HTML cannot be made is sent as plain text', async () => {
    const broken = await compose('Paid.')
    const row = await rowOf(broken)
    const content = context.secret.encrypt('mail', Buffer.from('[{"kind":"rows"}]'), `${row?.id}/content`)
    await db.run("update mail set content = $2, status = 'queued', next_try_at = now() where id = $1", [
      row?.id,
      content,
    ])
    await until(broken, 'sent')
    expect(receivedBy(broken).at(-1)?.mail).toMatchObject({ text: expect.stringContaining('Paid.') })
  })
})

describe('at the desk', () => {
  const view = async (to: string) => server.call('GET', `/desk/mail/${(await rowOf(to))?.id}`, { token: auditor.token })

  test('a sent mail is shown as a page without scripts, for 30 days', async () => {
    const to = await compose('We received your payment.')
    await until(to, 'sent')
    const shown = await view(to)
    expect(shown.status).toBe(200)
    expect(String(shown.body)).toContain('We received your payment.')
    const policy = shown.headers.get('content-security-policy')
    expect(policy).toContain("default-src 'none'")
    expect(policy).toMatch(/^sandbox(?!.*allow-(?:scripts|same-origin))/)
    expect(policy).toContain("frame-ancestors 'self'")
    const [line] = (await server.call('GET', '/desk/mail', { token: auditor.token })).body
    expect(line).toMatchObject({ to, hasPreview: true })

    const outbox = createOutbox({ ...context, transport: openSmtp(smtp.url, 'a@sauda.test'), html, keepSecrets: false })
    await db.run("update mail set created_at = now() - interval '29 days' where recipient = $1", [to])
    await outbox.emptyOld()
    expect((await view(to)).status).toBe(200)
    await db.run("update mail set created_at = now() - interval '31 days' where recipient = $1", [to])
    await outbox.emptyOld()
    expect((await view(to)).status).toBe(404)
    expect(await rowOf(to)).toMatchObject({ body: null })
  })

  test('a mail is removed from the log after MAIL_DAYS, unless it still has to be sent', async () => {
    const to = ['gone', 'young', 'waiting'].map((name) => `${name}.${randomUUID()}@example.com`)
    await db.run(
      `insert into mail (id, recipient, subject, status, created_at, next_try_at)
       select gen_random_uuid(), m.recipient, 'Old', m.status, now() - m.days * interval '1 day', now() + interval '1 day'
         from unnest($1::text[], '{sent,sent,queued}'::text[], '{401,399,401}'::int[]) m (recipient, status, days)`,
      [to],
    )
    await deleteOldMails(db, 400)
    const left = await db.rows<{ recipient: string }>('select recipient from mail where recipient = any ($1)', [to])
    expect(left.map(({ recipient }) => recipient).toSorted()).toEqual(to.slice(1).toSorted())
  })

  test.each([
    ['a code', codeBlock('123456')],
    [
      'a link that logs somebody in',
      buttonBlock('Open', 'http://x/#secret', { text: 'http://x/#secret', isSecret: true }),
    ],
  ])('a mail with %s is never shown, and is emptied once it is sent', async (_, block) => {
    smtp.state.refuse = 451
    const to = await compose('Here it is:', block)
    await eventually(async () => (await rowOf(to))?.last_error !== null)
    expect((await view(to)).status).toBe(404)
    smtp.state.refuse = undefined
    await makeDue()
    expect(await until(to, 'sent')).toMatchObject({ body: null })
    const emptied = await db.row('select from mail where recipient = $1 and content is null', [to])
    expect(emptied).toBeDefined()
    const [line] = (await server.call('GET', '/desk/mail', { token: auditor.token })).body
    expect(line).toMatchObject({ to, hasPreview: false })
  })

  test('only operators who may read the audit log see a mail', async () => {
    const to = await compose('Paid.')
    const dealer = await newOperator(server, 'dealer')
    const path = `/desk/mail/${(await rowOf(to))?.id}`
    expect((await server.call('GET', path)).status).toBe(401)
    expect((await server.call('GET', path, { token: dealer.token })).status).toBe(403)
  })
})

test('while the mail server is unavailable no request waits for it; afterwards all mails are sent', async () => {
  // Waits until no mail of an earlier test is being sent, whether with a code or without; otherwise that mail would meet the outage first.
  for (const to of [await post(), await compose('Paid.')]) await until(to, 'sent')
  smtp.down()
  const first = await post()
  const client = await server.newClient()
  expect(await rowOf(client.email)).toMatchObject({ status: 'queued' })
  await eventually(async () => (await rowOf(first))?.last_error !== null)
  expect(await rowOf(first)).toMatchObject({ status: 'queued', attempts: 1 })
  // After a long outage the pause before the next try would be an hour.
  await db.run("update mail set next_try_at = now() + interval '1 hour' where recipient = $1", [first])
  const second = await post()
  await wait(1200)
  expect(await rowOf(second)).toMatchObject({ status: 'queued', attempts: 0 })
  smtp.up()
  await until(first, 'sent')
  await until(second, 'sent')
  expect(receivedBy(first)).toHaveLength(1)
})

test('the log names the client of a mail', async () => {
  const { token } = await newOperator(server, 'auditor')
  const { email: to, name } = await server.newClient()
  await db.transaction((tx) => context.mail(tx, composeMail({ name, email: to }, 'Paid', ['Paid.'])))
  const { body } = await server.call('GET', '/desk/mail', { token })
  expect(body).toContainEqual(expect.objectContaining({ to, subject: 'Paid', clientName: name }))
})

describe('the mails of a client at the desk', () => {
  const read = async (to: string, clientId: string, token: string) => {
    const row = await db.row<{ id: string }>('select id from mail where recipient = $1 order by id desc', [to])
    return server.call('GET', `/desk/clients/${clientId}/mails/${row?.id}`, { token })
  }

  test('show their text, with codes and links to log in left out, also after they were sent', async () => {
    const { token } = await newOperator(server, 'support')
    const client = await server.newClient()
    await db.run('delete from mail')
    const link = `https://desk.example.com/desk/invitation#${'s3cret'.repeat(8)}.1.abc`
    const code = '493817'
    await db.transaction(async (tx) => {
      await context.mail(
        tx,
        composeMail({ name: 'Asha', email: client.email }, 'Log in', [
          codeBlock(code),
          `Enter ${code} soon.`,
          buttonBlock('Log in', link, { text: `Or open ${link} now`, isSecret: true }),
          `Part: ${'s3cret'.repeat(8)}.1.abc`,
        ]),
      )
    })
    for (const state of ['queued', 'sent']) {
      if (state === 'sent') {
        await makeDue()
        await until(client.email, 'sent')
      }
      const { status, body } = await read(client.email, client.id, token)
      expect(status).toBe(200)
      expect(body).toMatchObject({
        subject: 'Log in',
        isMasked: true,
        text: expect.stringContaining('Enter •••••• soon.'),
      })
      expect(JSON.stringify(body)).not.toMatch(/493817|s3cret/)
    }
    const stored = await db.row<{ body: Buffer | null; masked: Buffer }>(
      'select body, masked from mail where recipient = $1 order by id desc',
      [client.email],
    )
    expect(stored?.body).toBeNull()
    expect(stored?.masked.toString('latin1')).not.toContain('Asha')
  })

  test('are not shown for another client or an operator with the same address, nor are plain texts without blocks', async () => {
    const { token } = await newOperator(server, 'support')
    const [client, other] = [await server.newClient(), await server.newClient()]
    const send = (text: string, blocks?: string[]) =>
      db.transaction((tx) => context.mail(tx, { to: client.email, subject: 'Plain', text, ...(blocks && { blocks }) }))
    await send('Shown', ['Shown'])
    expect((await read(client.email, client.id, token)).body).toMatchObject({ text: 'Shown', isMasked: false })
    expect((await read(client.email, other.id, token)).status).toBe(404)
    await send('Your code is 493817')
    expect((await read(client.email, client.id, token)).body).not.toHaveProperty('text')
    await db.run('update operator set email = $1 where id = $2', [
      client.email,
      (await newOperator(server, 'dealer')).id,
    ])
    expect((await read(client.email, client.id, token)).status).toBe(404)
  })
})

describe('several senders', () => {
  const sender = (transport = openSmtp(smtp.url, 'no-reply@sauda.test')) =>
    createOutbox({ ...context, transport, html, keepSecrets: false })

  test('each mail is sent once', async () => {
    const addresses = await Promise.all(Array.from({ length: 60 }, () => post()))
    const others = [sender(), sender()]
    await Promise.all(others.map((other) => other.urgentRound().then(other.settled)))
    for (const to of addresses) await until(to, 'sent')
    expect(addresses.filter((to) => receivedBy(to).length !== 1)).toEqual([])
  })

  test('a mail of a process that died is sent by another after a timeout', async () => {
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

test('a mail that the mail server confirms only after it has examined it for a while is sent once', async () => {
  const transport = openSmtp(smtp.url, 'no-reply@sauda.test')
  smtp.state.examines = 11_000
  const mail = { id: 'slow', to: 'slow@example.com', subject: 'x', text: 'x', html: undefined, queuedAt: new Date() }
  await transport.deliver(mail)
  smtp.state.examines = 0
  transport.close()
  expect(receivedBy('slow@example.com')).toHaveLength(1)
})

test('a mail server that accepts and does not respond delays one round for a bounded time', async () => {
  const { createServer } = await import('node:net')
  const silent = createServer(() => {})
  await new Promise<void>((listening) => silent.listen(0, '127.0.0.1', listening))
  const { port } = silent.address() as { port: number }
  const transport = openSmtp(`smtp://127.0.0.1:${port}`, 'no-reply@sauda.test')
  const mail = { id: 'x', to: 'a@example.com', subject: 'x', text: 'x', html: undefined, queuedAt: new Date() }
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
    const { _id, text, code } = hers.body.at(-1)
    expect(text).toMatch(/\b\d{6}\b/)
    expect(text).toMatch(new RegExp(`^${code}$`, 'm'))
    const page = await demo.call('GET', `/desk/mailbox/${_id}`)
    expect(String(page.body)).toContain(code)
    expect(page.headers.get('content-security-policy')).toMatch(/^sandbox/)
  })

  test('each mail is printed for whoever started the server', async () => {
    const lines: string[] = []
    const mail = {
      id: 'x',
      to: 'asha@example.com',
      subject: 'Your code',
      text: 'One\n\n123456\n',
      html: undefined,
      queuedAt: new Date(),
    }
    await openMailbox((line) => lines.push(line)).deliver(mail)
    expect(lines).toEqual(['  Mail to asha@example.com: Your code\n    One\n    123456'])
  })
})
