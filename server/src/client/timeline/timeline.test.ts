import { randomUUID } from 'node:crypto'
import { timelineRules, type TimelineRow } from '@sauda/contract/client/timeline'
import { expect, test } from 'vitest'
import { moneyClient } from '../../../test/money.ts'
import { newOperator } from '../../../test/operator.ts'
import { testServer } from '../../../test/server.ts'
import { walletSteps } from '../../../test/wallet.ts'

const server = await testServer({ RATE_LIMITS: 'off' })
const { db } = server
const admin = await newOperator(server, 'admin')
const dealer = await newOperator(server, 'dealer')

const page = async (clientId: string, token: string, query = '') =>
  (await server.call('GET', `/desk/clients/${clientId}/timeline${query}`, { token })).body as {
    rows: TimelineRow[]
    next?: string
  }

test('shows requests, notes, mails and security changes, newest first, each with its case', async () => {
  const client = await moneyClient(server, { rupees: 900 })
  const { id } = client
  const request = await walletSteps(server, admin).ask(client, 'withdraw', { amount: 250.5 })
  await server.call('POST', `/desk/wallet/transactions/${request._id}/reject`, {
    token: admin.token,
    body: { reason: 'Name differs' },
  })
  await server.call('POST', `/desk/clients/${id}/notes`, {
    token: dealer.token,
    body: { text: 'Asked why', isWarning: false },
  })
  const { rows } = await page(id, admin.token)
  expect(rows.map(({ at }) => at)).toEqual(
    rows
      .map(({ at }) => at)
      .toSorted()
      .toReversed(),
  )
  expect(rows.map(({ action, kind }) => action ?? kind)).toEqual(
    expect.arrayContaining(['note.add', 'wallet.reject', 'wallet.withdraw', 'mail']),
  )
  expect(rows.find(({ action }) => action === 'wallet.reject')).toMatchObject({
    kind: 'money',
    name: request.transactionId,
    amount: 250.5,
    text: 'Name differs',
    about: { type: 'wallet', id: request._id },
    before: { status: 'pending' },
  })
  expect(rows.find(({ kind }) => kind === 'mail')).toMatchObject({ text: expect.stringContaining('250.50') })
})

test('leaves out what the operator may not read elsewhere, and its details', async () => {
  const { id } = await server.newClient()
  await db.run(
    "insert into audit (era, actor_kind, action, subject_id) select era, 'system', 'something.new', $1 from audit_era",
    [id],
  )
  await server.app.context.db.transaction((tx) =>
    server.app.context.audit(tx, {
      by: { visitor: true, ip: '10.0.0.9' },
      action: 'auth.login',
      subjectId: id,
    }),
  )
  const note = { token: dealer.token, body: { text: 'Called', isWarning: false } }
  await server.call('POST', `/desk/clients/${id}/notes`, note)
  const actions = async (token: string, query = '') => (await page(id, token, query)).rows.map(({ action }) => action)
  expect(await actions(admin.token)).toEqual(expect.arrayContaining(['something.new', 'auth.login']))
  expect(await actions(dealer.token)).not.toEqual(expect.arrayContaining(['something.new']))
  expect(await actions(dealer.token)).not.toEqual(expect.arrayContaining(['auth.login']))
  expect(await actions(dealer.token, '?kind=security')).toEqual([])
  expect(await actions(admin.token, '?kind=security')).toContain('auth.login')
  const { rows } = await page(id, dealer.token)
  expect(rows.length).toBeGreaterThan(0)
  expect(rows.some((row) => 'before' in row || 'after' in row || 'ip' in row)).toBe(false)
})

test('pages through audit rows and mails without a gap or a repeat', async () => {
  const { id, email } = await server.newClient()
  const { context } = server.app
  for (let n = 0; n < 70; n++)
    await context.db.transaction(async (tx) => {
      await context.audit(tx, { by: 'system', action: 'wallet.approve', subjectId: id, after: { request: `ADD${n}` } })
      if (n % 3 === 0) await context.mail(tx, { to: email, subject: `Mail ${n}`, text: 'x', blocks: ['x'] })
    })
  const [seen, made]: [string[], (string | undefined)[]] = [[], []]
  let before: string | undefined
  do {
    const { rows, next } = await page(id, admin.token, before === undefined ? '' : `?before=${before}`)
    expect(rows.length).toBeLessThanOrEqual(timelineRules.pageRows)
    seen.push(...rows.map((row) => row.id))
    made.push(...rows.flatMap(({ name, text }) => (/^(ADD|Mail )/.test(name ?? text ?? '') ? [name ?? text] : [])))
    before = next
  } while (before !== undefined)
  expect(new Set(seen).size).toBe(seen.length)
  expect(made).toHaveLength(70 + 24)
  for (const bad of ['x', '1', "1.'", '.', '1.00000000-0000-0000-0000-00000000000g'])
    expect(
      (await server.call('GET', `/desk/clients/${id}/timeline?before=${bad}`, { token: admin.token })).status,
    ).toBe(bad === '.' ? 200 : 400)
})

test('shows the newest first where the ids of the audit log get another digit', async () => {
  const { id } = await server.newClient()
  await db.run("select setval(pg_get_serial_sequence('audit', 'id'), 99990)")
  for (let n = 0; n < 30; n++)
    await server.app.context.db.transaction((tx) =>
      server.app.context.audit(tx, {
        by: 'system',
        action: 'wallet.approve',
        subjectId: id,
        after: { request: `ADD${n}` },
      }),
    )
  const first = await page(id, admin.token, '?kind=money')
  const second = await page(id, admin.token, `?kind=money&before=${first.next}`)
  expect([...first.rows, ...second.rows].map(({ name }) => name)).toEqual(
    Array.from({ length: 30 }, (_, n) => `ADD${29 - n}`),
  )
})

test('reads each source by its index', async () => {
  const { id } = await server.newClient()
  const plan = async (text: string) =>
    db.transaction(async (tx) => {
      await tx.run('set local enable_seqscan = off')
      await tx.run('set local enable_sort = off')
      return (await tx.rows<Record<string, string>>(`explain ${text}`)).map((row) => Object.values(row)[0]).join('\n')
    })
  expect(
    await plan(
      `select 1 from audit where subject_id = '${id}' and id < 100 and action like any('{wallet.%}') order by id desc limit 51`,
    ),
  ).toContain('audit_subject')
  expect(
    await plan(
      `select 1 from mail m where m.client_id = '${id}' and m.id < '${randomUUID()}' order by m.id desc limit 51`,
    ),
  ).toContain('mail_client')
})

test('an unknown client has no timeline, and a visitor or client may not read one', async () => {
  const client = await server.newClient()
  expect((await server.call('GET', `/desk/clients/${randomUUID()}/timeline`, { token: admin.token })).status).toBe(404)
  expect((await server.call('GET', `/desk/clients/${client.id}/timeline`, { token: client.token })).status).toBe(401)
})
