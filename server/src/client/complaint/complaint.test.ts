import { randomUUID } from 'node:crypto'
import { complaintErrors } from '@sauda/contract/client/complaint'
import { complaintRules } from '@sauda/contract/client/complaint-name'
import { commonErrors } from '@sauda/contract/platform/error'
import { expect, test } from 'vitest'
import { form } from '../../../test/form.ts'
import { newOperator } from '../../../test/operator.ts'
import { jpeg } from '../../../test/picture.ts'
import { testServer, type NewClient } from '../../../test/server.ts'
import { complaintReport } from './complaint.view.ts'
import { dateText } from '../../platform/india.ts'

const server = await testServer({ RATE_LIMITS: 'off' })
const { db, call, mailTo } = server
const desk = await newOperator(server, 'support', 'Asha Desk')
const auditor = await newOperator(server, 'auditor')
const photo = await jpeg(640, 480)

const texts = (fields: Record<string, string>, proof?: Buffer) => {
  const data = form(proof ? { proof } : {})
  for (const [name, text] of Object.entries(fields)) data.append(name, text)
  return data
}
const raise = (client: NewClient, text: string, proof?: Buffer) =>
  call('POST', '/user/complaints', {
    token: client.token,
    body: texts({ category: 'payment', text }, proof),
  })
const own = async (client: NewClient) => (await call('GET', '/user/complaints', { token: client.token })).body
const act = (id: string, what: string, text: string, token = desk.token) =>
  call('POST', `/desk/complaints/${id}/${what}`, { token, body: { text } })
const escalate = (client: NewClient, id: string) =>
  call('POST', `/user/complaints/${id}/escalate`, { token: client.token, body: { text: 'Nobody helped me' } })
const raised = async (client: NewClient, text = 'My withdrawal did not arrive'): Promise<string> =>
  (await raise(client, text)).body.complaint._id
const age = (id: string, days: number) =>
  db.run(
    `update complaint set received_at = received_at - make_interval(days => $2),
       opened_at = opened_at - make_interval(days => $2), level_since = level_since - make_interval(days => $2) where id = $1`,
    [id, days],
  )

test('a client raises a complaint with a photo, gets a number by e-mail, and the desk replies and closes it', async () => {
  const client = await server.newClient({ name: 'Chitra Nair' })
  const { status, body } = await raise(client, 'My withdrawal did not arrive', photo)
  expect(status).toBe(200)
  const { _id: id, number } = body.complaint
  expect(body.complaint).toMatchObject({
    number: expect.stringMatching(/^CMP\d{6}$/),
    status: 'open',
    level: 1,
    mayEscalate: false,
    steps: [{ kind: 'message', text: 'My withdrawal did not arrive', hasProof: true }],
  })
  expect((await mailTo(client.email))?.subject).toBe(`Complaint ${number} received`)
  const register = (await call('GET', '/desk/complaints', { token: auditor.token })).body
  expect(register.complaints).toContainEqual(
    expect.objectContaining({
      _id: id,
      name: 'Chitra Nair',
      text: 'My withdrawal did not arrive',
      unanswered: true,
      overdue: false,
    }),
  )
  const proof = `/desk/complaints/${id}/messages/${body.complaint.steps[0]._id}`
  expect((await call('GET', proof, { token: desk.token })).status).toBe(200)
  expect((await call('GET', proof, { token: auditor.token })).status).toBe(403)
  expect((await act(id, 'reply', 'We found the payment', auditor.token)).status).toBe(403)
  const reply = 'We found the payment\n\nThe reference is 42\nThe bank is HDFC'
  expect((await act(id, 'reply', reply)).body).toMatchObject({ unanswered: false })
  expect((await mailTo(client.email))?.text).toContain(reply)
  expect((await act(id, 'close', 'Paid today')).body).toMatchObject({ status: 'closed' })
  expect((await mailTo(client.email))?.text).toContain('smartodr.in')
  expect((await own(client)).complaints[0].steps).toMatchObject([
    { kind: 'message' },
    { kind: 'reply', by: 'Customer care', text: reply },
    { kind: 'closed', text: 'Paid today' },
  ])
  const admin = await newOperator(server, 'admin')
  const timeline = (await call('GET', `/desk/clients/${client.id}/timeline`, { token: admin.token })).body.rows
  for (const action of ['reply.send', 'reply.view', 'complaint.reply'])
    expect(timeline).toContainEqual(expect.objectContaining({ action, about: { type: 'complaint', id } }))
  expect((await act(id, 'close', 'Again')).body).toEqual({ ...complaintErrors.alreadyClosed })
  const message = { token: client.token, body: texts({ text: 'Thanks' }) }
  expect((await call('POST', `/user/complaints/${id}/message`, message)).body).toEqual({ ...complaintErrors.closed })
})

test('a client closes their own complaint as resolved, and may open it again by escalating it', async () => {
  const client = await server.newClient()
  const other = await server.newClient()
  const id = await raised(client)
  const resolve = ({ token }: NewClient, complaintId = id) =>
    call('POST', `/user/complaints/${complaintId}/resolve`, { token })
  expect((await own(client)).complaints[0].mayResolve).toBe(true)
  expect((await resolve(other)).status).toBe(404)
  const { body } = await resolve(client)
  expect(body.complaint).toMatchObject({ status: 'closed', mayResolve: false, mayEscalate: true })
  expect(body.complaint.steps.map(({ kind, by }: { kind: string; by?: string }) => [kind, by])).toEqual([
    ['message', undefined],
    ['closed', undefined],
  ])
  expect((await mailTo(client.email))?.text).toContain('You closed your complaint as resolved')
  expect((await resolve(client)).body).toEqual(complaintErrors.alreadyClosed)
  expect((await act(id, 'reply', 'Thank you')).body).toEqual(complaintErrors.notOpen)
  expect((await escalate(client, id)).body.complaint).toMatchObject({ status: 'open', level: 2 })

  await db.run("update complaint set source = 'sebi' where id = $1", [id])
  expect((await own(client)).complaints[0].mayResolve).toBe(false)
  expect((await resolve(client)).body).toEqual(complaintErrors.elsewhere)
})

test('the client may escalate after the days of a level or after its reply; the last level leads to SEBI', async () => {
  const client = await server.newClient()
  const id = await raised(client)
  const early = await escalate(client, id)
  expect(early).toMatchObject({ status: 409, body: { message: expect.stringContaining('Customer care has time') } })
  expect((await own(client)).complaints[0]).toMatchObject({ mayEscalate: false, escalateFrom: expect.any(String) })
  await age(id, 9)
  expect((await escalate(client, id)).body.complaint).toMatchObject({ level: 2, mayEscalate: false })
  expect((await mailTo(client.email))?.subject).toContain('Head of customer care')
  await act(id, 'reply', 'Please wait')
  expect((await escalate(client, id)).body.complaint).toMatchObject({ level: 3 })
  expect((await act(id, 'escalate', 'For the CEO')).body).toMatchObject({ level: 4 })
  await act(id, 'reply', 'No')
  expect((await escalate(client, id)).body).toEqual({ ...complaintErrors.lastLevel })
})

test('the mail of an escalation names the day that the client sees, when the complaint is due before its level', async () => {
  const client = await server.newClient()
  const id = await raised(client)
  await age(id, 18)
  const { dueOn, levelDueOn } = (await escalate(client, id)).body.complaint
  expect(levelDueOn).toBe(dueOn)
  expect((await mailTo(client.email))?.text).toContain(`answered by ${dateText(dueOn)}`)
})

test('a closed complaint is opened again at the next level within 15 days, not later', async () => {
  const client = await server.newClient()
  const [first, second] = [await raised(client, 'One'), await raised(client, 'Two')]
  for (const id of [first, second]) await act(id, 'close', 'Explained')
  expect((await escalate(client, first)).body.complaint).toMatchObject({ status: 'open', level: 2 })
  await db.run("update complaint set closed_at = closed_at - interval '17 days' where id = $1", [second])
  expect((await escalate(client, second)).body).toEqual({ ...complaintErrors.tooLate })
})

test.each(['closed', 'frozen'])(
  'the mail of a closed complaint offers no escalation to a client whose %s account has no login',
  async (blocked) => {
    const client = await server.newClient()
    const [first, second] = [await raised(client, 'One'), await raised(client, 'Two')]
    await act(first, 'close', 'Explained')
    expect((await mailTo(client.email))?.text).toContain('You can escalate the complaint')
    await db.run(
      blocked === 'closed'
        ? "update client set closure = 'closed', frozen_at = now() where id = $1"
        : 'update client set frozen_at = now() where id = $1',
      [client.id],
    )
    await act(second, 'close', 'Refused')
    const text = (await mailTo(client.email))?.text
    expect(text).toContain('Refused')
    expect(text).toContain('scores.sebi.gov.in')
    expect(text).not.toContain('You can escalate')
  },
)

test('a complaint awaits a reply of its level, then its resolution within 21 days, and is overdue after either day', async () => {
  const client = await server.newClient()
  const id = await raised(client)
  const counts = async () => (await call('GET', '/desk/complaints', { token: desk.token })).body.counts
  const before = await counts()
  const shown = async () => {
    const { next, overdue, dueOn, levelDueOn } = (await call('GET', `/desk/complaints/${id}`, { token: desk.token }))
      .body
    const on = next.is === 'reply' ? levelDueOn : dueOn
    expect(next.on).toBe(on)
    expect((await counts()).overdue).toBe(before.overdue + (overdue ? 1 : 0))
    return { is: next.is, overdue }
  }
  expect(await shown()).toEqual({ is: 'reply', overdue: false })
  await age(id, 20)
  expect(await shown()).toEqual({ is: 'reply', overdue: true })
  await act(id, 'reply', 'We are looking into it')
  expect(await shown()).toEqual({ is: 'resolution', overdue: false })
  await age(id, 1)
  expect(await shown()).toEqual({ is: 'resolution', overdue: false })
  await age(id, 1)
  expect(await shown()).toEqual({ is: 'resolution', overdue: true })
  expect((await call('GET', '/desk/complaints', { token: desk.token })).body.complaints[0]._id).toBe(id)
})

test('another client’s complaint is not found, and ten identical requests create one complaint', async () => {
  const [client, other] = [await server.newClient(), await server.newClient()]
  const answers = await Promise.all(Array.from({ length: 10 }, () => raise(client, 'The same words')))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(9).fill(409)])
  const { _id: id } = (await own(client)).complaints[0]
  const message = { token: other.token, body: texts({ text: 'Hello' }) }
  expect((await call('POST', `/user/complaints/${id}/message`, message)).body).toEqual({ ...commonErrors.notFound })
  expect((await escalate(other, id)).status).toBe(404)
  expect((await own(other)).complaints).toEqual([])
  expect((await act(randomUUID(), 'reply', 'x')).status).toBe(404)
  const escalations = await Promise.all(Array.from({ length: 5 }, () => escalate(client, id)))
  expect(escalations.every(({ status }) => status === 409)).toBe(true)
})

test('the desk records a complaint of SCORES with its day of receipt, and changes the escalation matrix', async () => {
  const receivedOn = new Date(Date.now() - 40 * 86_400_000).toISOString().slice(0, 10)
  const input = { complainant: 'Ravi Kumar', source: 'sebi', reference: 'SEBIE/1', category: 'trade', text: 'No note' }
  const record = (body: object) => call('POST', '/desk/complaints', { token: desk.token, body })
  expect((await record({ ...input, receivedOn })).body).toMatchObject({
    name: 'Ravi Kumar',
    source: 'sebi',
    overdue: true,
    steps: [{ kind: 'received', by: 'Asha Desk' }],
  })
  expect((await record({ ...input, receivedOn: '2099-01-01' })).body).toEqual({ ...complaintErrors.received })
  expect((await record({ ...input, complainant: undefined, receivedOn })).body).toEqual({ ...complaintErrors.whose })
  const level = { level: 3, contact: 'Meera Rao', address: '', phone: '', email: 'co@example.com', hours: '', days: 5 }
  const admin = await newOperator(server, 'admin')
  expect((await call('PUT', '/desk/escalation-levels', { token: desk.token, body: level })).status).toBe(403)
  expect((await call('PUT', '/desk/escalation-levels', { token: admin.token, body: level })).status).toBe(200)
  const { levels } = await own(await server.newClient())
  expect(levels[2]).toMatchObject({
    name: 'Compliance officer',
    contact: 'Meera Rao',
    email: 'co@example.com',
    days: 5,
  })
  // A level that nobody has entered yet has the support address.
  expect(levels[3]).toMatchObject({ contact: '', phone: '', email: server.app.context.config.supportEmail })
})

test('SEBI’s tables count openings and closings, and balance in every row', async () => {
  await db.run('truncate complaint_step, complaint')
  const client = await server.newClient()
  const at = (id: string, received: string, closed: string | null) =>
    db.run(
      `with c as (insert into complaint (id, client_id, source, category, received_at, opened_at, level_since, status, closed_at)
         values ($1, $2, 'investor', 'other', $3, $3, $3, case when $4::timestamptz is null then 'open' else 'closed' end, $4))
       insert into complaint_step (id, complaint_id, kind, text, at)
       select gen_random_uuid(), $1, 'closed', 'x', $4::timestamptz where $4::timestamptz is not null`,
      [id, client.id, received, closed],
    )
  const again = randomUUID()
  await at(randomUUID(), '2026-05-02T10:00+05:30', null)
  await at(randomUUID(), '2026-09-20T10:00+05:30', '2026-10-04T10:00+05:30')
  await at(randomUUID(), '2026-10-05T10:00+05:30', '2026-10-11T10:00+05:30')
  await at(again, '2026-09-01T10:00+05:30', '2026-09-11T10:00+05:30')
  // 30 September in UTC is 1 October in India.
  await at(randomUUID(), '2026-09-30T20:00Z', null)
  await db.run(
    "insert into complaint_step (id, complaint_id, kind, text, at) values (gen_random_uuid(), $1, 'reopened', 'x', '2026-10-15T10:00+05:30')",
    [again],
  )
  const { month, sources, months, years } = await complaintReport(db, '2026-11-21')
  expect(month).toBe('2026-10')
  expect(sources[0]).toEqual({
    source: 'investor',
    carried: 2,
    received: 3,
    resolved: 2,
    pending: 3,
    recent: 2,
    old: 1,
    days: 20,
  })
  expect(sources.slice(1).every(({ pending, received }) => pending + received === 0)).toBe(true)
  expect(months.find(({ period }) => period === '2026-09')).toMatchObject({ carried: 1, received: 2, resolved: 1 })
  expect(years.at(-1)).toMatchObject({ period: '2026-27', carried: 0, received: 6, resolved: 3, pending: 3 })
  for (const row of [...sources, ...months, ...years])
    expect(row.carried + row.received).toBe(row.resolved + row.pending)
  const next = months.map((row, index) => [row.carried, months[index - 1]?.pending ?? row.carried])
  expect(next.every(([carried, pending]) => carried === pending)).toBe(true)
})

test('the register is read page by page, open ones by deadline and closed ones newest first, each once', async () => {
  const client = await server.newClient()
  const rows = complaintRules.registerRows + 3
  // Several have the same time.
  await db.run(
    `insert into complaint (id, client_id, source, category, received_at, opened_at, level_since, status, closed_at)
     select gen_random_uuid(), $1, 'investor', 'other', at, at, at, s.status, case s.status when 'closed' then at end
       from generate_series(1, $2) n, (values ('open'), ('closed')) s (status),
            lateral (select timestamptz '2026-01-01' + make_interval(hours => n / 4) as at) t`,
    [client.id, rows],
  )
  for (const [status, time, direction] of [
    ['open', 'receivedAt', 1],
    ['closed', 'closedAt', -1],
  ] as const) {
    const pages: Record<string, string>[][] = []
    for (let before = ''; before !== 'end';) {
      const query = new URLSearchParams({ status, clientId: client.id, ...(before && { before }) })
      const page = (await call('GET', `/desk/complaints?${query}`, { token: desk.token })).body.complaints
      pages.push(page)
      before = page.length < complaintRules.registerRows ? 'end' : page.at(-1)._id
    }
    const all = pages.flat()
    expect(pages.map(({ length }) => length)).toEqual([complaintRules.registerRows, 3])
    expect(new Set(all.map(({ _id }) => _id)).size).toBe(rows)
    const times = all.map((line) => Date.parse(line[time] ?? ''))
    expect(times).toEqual(times.toSorted((a, b) => direction * (a - b)))
  }
})
