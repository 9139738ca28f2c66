import { randomUUID } from 'node:crypto'
import { messageErrors, messageRules, placeholderProblem } from '@sauda/contract/client/message'
import { expect, test } from 'vitest'
import { moneyClient } from '../../../test/money.ts'
import { newOperator } from '../../../test/operator.ts'
import { newUtr } from '../../../test/reconciliation.ts'
import { testServer } from '../../../test/server.ts'
import { walletSteps } from '../../../test/wallet.ts'

const server = await testServer({ RATE_LIMITS: 'off' })
const { call, db } = server
const kiran = await newOperator(server, 'cashier', 'Kiran')
const omar = await newOperator(server, 'support', 'Omar')
const auditor = await newOperator(server, 'auditor')

const deposit = async () => {
  const client = await moneyClient(server)
  const asked = await walletSteps(server, kiran).ask(client, 'add-money', { amount: 1500.5, utr: newUtr() })
  return { client, number: asked.transactionId, about: { kind: 'deposit', id: asked._id } }
}
const words = { subject: 'Your payment', text: 'Please send us the receipt of {amount}.' }
const preview = (body: object, { token } = kiran) => call('POST', '/desk/messages/preview', { token, body })
const post = (body: object, { token } = kiran, key = randomUUID()) =>
  call('POST', '/desk/messages', { token, body, headers: { 'idempotency-key': key } })
const send = async (draft: object, operator = kiran) => {
  const { body, status } = await preview(draft, operator)
  return status === 200 ? post({ ...draft, seen: body.seen }, operator) : { status, body }
}
const mails = async (email: string) =>
  (await db.row<{ count: number }>('select count(*)::int from mail where recipient = $1', [email]))?.count ?? 0
const timeline = async (clientId: string) =>
  (await call('GET', `/desk/clients/${clientId}/timeline?kind=message`, { token: auditor.token })).body.rows

test('the client gets the message of the preview by e-mail and as a notification, with the number of the request', async () => {
  const { client, number, about } = await deposit()
  const before = await mails(client.email)
  const { body: shown } = await preview({ ...about, ...words })
  expect(shown).toMatchObject({ subject: 'Your payment', text: 'Please send us the receipt of ₹1,500.50.' })
  expect(shown.mail).toMatchObject({ to: client.email, subject: `Your payment (${number})` })
  expect(await mails(client.email)).toBe(before)
  expect((await post({ ...about, ...words, seen: shown.seen })).status).toBe(200)
  const mail = await server.mailTo(client.email)
  expect(mail).toMatchObject({ subject: shown.mail.subject, text: shown.mail.text })
  expect(mail?.text).toContain(`This message is about your deposit ${number}.`)
  const { body } = await call('GET', '/user/notifications', { token: client.token })
  expect(body.notifications[0]).toMatchObject({ topic: 'wallet', id: about.id, text: shown.mail.subject })
})

test('the timeline has the text, the author and the case; the audit log has no text', async () => {
  const { client, number, about } = await deposit()
  await send({ ...about, ...words })
  expect(await timeline(client.id)).toMatchObject([
    {
      action: 'message.send',
      by: 'Kiran',
      name: number,
      text: 'Your payment\n\nPlease send us the receipt of ₹1,500.50.',
      about: { type: 'wallet', id: about.id },
    },
  ])
  const audited = await db.rows("select after::text from audit where subject_id = $1 and action = 'message.send'", [
    client.id,
  ])
  expect(JSON.stringify(audited)).not.toContain('receipt')
})

test('an operator writes about each kind of case of a client, and another id is not found', async () => {
  const client = await moneyClient(server)
  for (const kind of ['kyc', 'bank', 'client']) {
    const { body } = await preview({ kind, id: client.id, subject: 'Question', text: '{name}, {client_id}' }, omar)
    expect(body.text).toMatch(/^.+, SD\d+$/)
    expect(body.mail.text).toContain('Your client ID is SD')
  }
  const { about } = await deposit()
  for (const kind of ['kyc', 'bank', 'client', 'loan', 'charge', 'setting', 'complaint', 'withdrawal'])
    expect((await preview({ ...about, ...words, kind })).status).toBe(404)
  expect((await preview({ kind: 'coffee', id: client.id, ...words })).status).toBe(400)
})

test('only operators with the right to write do so', async () => {
  const { client, about } = await deposit()
  for (const path of ['/preview', '']) {
    const ask = (token?: string) =>
      call('POST', `/desk/messages${path}`, {
        ...(token !== undefined && { token }),
        body: { ...about, ...words, seen: 'a'.repeat(64) },
      })
    expect((await ask(auditor.token)).status).toBe(403)
    expect((await ask(client.token)).status).toBe(401)
    expect((await ask()).status).toBe(401)
  }
})

test('a repeated request and thirty at once send one message', async () => {
  const { client, about } = await deposit()
  const { body } = await preview({ ...about, ...words })
  const before = await mails(client.email)
  const key = randomUUID()
  const given = { ...about, ...words, seen: body.seen }
  const same = await Promise.all([post(given, kiran, key), post(given, kiran, key)])
  expect(same.some(({ status }) => status === 200)).toBe(true)
  const others = await Promise.all(Array.from({ length: 30 }, () => post(given)))
  expect(new Set(others.map(({ status }) => status))).toEqual(new Set([409]))
  expect(others[0]?.body.message).toBe(messageErrors.repeated.message)
  expect(await mails(client.email)).toBe(before + 1)
})

test('a client gets at most ten messages a day, and an operator sends at most sixty an hour, also at once', async () => {
  const writer = await newOperator(server, 'support')
  const client = await moneyClient(server)
  const about = { kind: 'client', id: client.id, text: 'Please write to us' }
  const answers = await Promise.all(
    Array.from({ length: messageRules.perClient + 5 }, (_, n) => send({ ...about, subject: `Question ${n}` }, writer)),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(messageRules.perClient)
  expect(answers.find(({ status }) => status !== 200)).toMatchObject({ status: 429, body: messageErrors.perClient })
  await db.run(
    `insert into message (id, client_id, kind, case_id, subject, text, operator_id, operator_name)
     select gen_random_uuid(), $1, 'client', $1, 'x', 'x', $2, 'x' from generate_series(1, $3)`,
    [(await moneyClient(server)).id, writer.id, messageRules.perOperator - messageRules.perClient],
  )
  const next = { ...about, id: (await moneyClient(server)).id, subject: 'Question' }
  expect(await send(next, writer)).toMatchObject({ status: 429, body: messageErrors.perOperator })
  expect((await send(next)).status).toBe(200)
})

test('what differs from the preview is not sent', async () => {
  const { client, about } = await deposit()
  const { body } = await preview({ ...about, ...words })
  const before = await mails(client.email)
  const changed = await post({ ...about, ...words, text: 'Something else', seen: body.seen })
  expect(changed).toMatchObject({ status: 409, body: messageErrors.changed })
  await db.run('update client set name = $2 where id = $1', [client.id, 'Asha Other'])
  expect((await post({ ...about, ...words, seen: body.seen })).status).toBe(409)
  expect((await post({ ...about, ...words })).status).toBe(400)
  expect(await mails(client.email)).toBe(before)
})

test('unknown placeholders are rejected with a sentence, and values are not filled in twice', async () => {
  const { client, about } = await deposit()
  const rejected = async (text: string, more = {}) =>
    (await preview({ ...about, ...words, ...more, text })).body.message
  expect(await rejected('Send {amout}')).toBe(
    'There is no placeholder {amout}. Use {name}, {client_id}, {request}, {amount}, {date}.',
  )
  expect(await rejected('Send {amount}', { kind: 'kyc', id: client.id })).toBe(
    '{amount} cannot be used for this kind of case. Use {name}, {client_id}.',
  )
  expect(await rejected('{toString}')).toMatch(/^There is no placeholder \{toString\}/)
  for (const text of ['{', 'a } b', '{{name}}', '{toString}', '{__proto__}', '{ name }'])
    expect(placeholderProblem('deposit', text)).toBeDefined()
  await db.run('update client set name = $2 where id = $1', [client.id, '{amount}'])
  expect((await preview({ ...about, subject: 'Hello', text: '{name}' })).body.text).toBe('{amount}')
})

test('a hostile subject or text is rejected or arrives as plain text', async () => {
  const { client, about } = await deposit()
  const status = async (more: object) => (await preview({ ...about, ...words, ...more })).status
  expect(await status({ subject: 'Hello\r\nBcc: all@example.com' })).toBe(400)
  expect(await status({ subject: 'a\u0000b' })).toBe(400)
  expect(await status({ subject: ' '.repeat(60_000) })).toBe(400)
  expect(await status({ text: ' '.repeat(60_000) })).toBe(400)
  expect(await status({ text: `${'\n '.repeat(20_000)}a` })).toBe(200)
  expect(await status({ text: 'x'.repeat(messageRules.textLength + 1) })).toBe(400)
  expect(await status({ text: 'a\u0007b' })).toBe(400)
  const html = '<img src=x onerror="alert(1)"> & </body>'
  const bidi = 'Pay \u202Eevil\u2066 now\u200B'
  expect((await send({ ...about, subject: `\u202E${words.subject}`, text: `${html}\n\n${bidi}` })).status).toBe(200)
  const mail = await server.mailTo(client.email)
  expect(mail?.subject).toMatch(/^Your payment/)
  expect(mail?.text).toContain(`${html}\n\nPay evil now\n`)
  const row = await db.row<{ id: string }>('select id from mail where recipient = $1 order by id desc limit 1', [
    client.email,
  ])
  const page = await fetch(`${server.url}/api/desk/mail/${row?.id}`, {
    headers: { authorization: `Bearer ${auditor.token}` },
  })
  expect(await page.text()).toContain('&lt;img src=x onerror=')
})

test('a message sent when a case is put on hold counts as a message', async () => {
  const { client, number, about } = await deposit()
  const remindAt = new Date(Date.now() + 3_600_000).toISOString()
  const hold = (message: string) =>
    call('POST', '/desk/queue/hold', { token: kiran.token, body: { ...about, reason: 'Receipt', remindAt, message } })
  expect((await hold('Send {amout}')).status).toBe(422)
  expect((await hold('Send the receipt of {amount}')).status).toBe(200)
  expect(await timeline(client.id)).toMatchObject([
    { by: 'Kiran', name: number, text: 'Your deposit is on hold\n\nSend the receipt of ₹1,500.50' },
  ])
  const { items } = (await call('GET', '/desk/queue?kind=deposit', { token: kiran.token })).body
  const held = items.find((each: { id: string }) => each.id === about.id)
  expect(held.hold.message).toBe('Send the receipt of ₹1,500.50')
  const body = { ...about, subject: 'Your deposit is on hold', text: 'Send the receipt of {amount}' }
  expect((await send(body)).body.message).toBe(messageErrors.repeated.message)
})

test('nothing is sent to a client whose personal data was erased, and the application cannot change a message', async () => {
  const { client, about } = await deposit()
  await send({ ...about, ...words })
  await db.run("update client set email = 'erased-' || id || '@erased.invalid' where id = $1", [client.id])
  expect(await preview({ ...about, ...words })).toMatchObject({ status: 422, body: messageErrors.erased })
  for (const statement of [
    "update message set operator_name = 'x'",
    'delete from message',
    'delete from message_template',
  ])
    await expect(server.app.context.db.run(statement)).rejects.toThrow('permission denied')
})
