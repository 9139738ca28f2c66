import { tooManyExports } from '@sauda/contract/core/export'
import { expect, test } from 'vitest'
import { eventually } from '../../../test/events.ts'
import { moneyClients } from '../../../test/money.ts'
import { establishedOperator } from '../../../test/operator.ts'
import { testServer } from '../../../test/server.ts'
import { selectValue } from '../../platform/db.ts'
import { dayInIndia } from '../../platform/india.ts'
import { formatMoment } from '../mail/mail.ts'
import { mailExports } from './export.ts'

const server = await testServer({ RATE_LIMITS: 'off', EXPORTS_PER_OPERATOR: '4' })
const { call, db } = server
const admin = await establishedOperator(server, 'admin', 'Asha')
const kiran = await establishedOperator(server, 'admin', 'Kiran')
const [client, other] = await moneyClients(server, 2, { rupees: 500 })
const today = dayInIndia(new Date())

const paths = {
  client: `/desk/privacy/clients/${client!.id}/export`,
  report: `/desk/reports/payments/file?from=${today}&to=${today}&format=csv`,
  journal: `/desk/accounting/journal?from=${today}&to=${today}&format=csv`,
  audit: '/desk/audit/file',
}
const get = (path: string, by = kiran) => call('GET', path, { token: by.token })
const mails = async () =>
  (
    await db.rows<{ text: string }>(
      `select coalesce(content::text, '') || coalesce(masked, '') as text from mail where recipient = $1 and subject like 'Clients% data was exported' order by created_at`,
      [admin.email],
    )
  ).map(({ text }) => text)

test('the fifth export of clients’ data in 24 hours is rejected with the time of the next, and each is audited', async () => {
  for (const path of Object.values(paths)) expect([path, (await get(path)).status]).toEqual([path, 200])
  const refused = await get(paths.client)
  expect(refused.status).toBe(429)
  const first = await selectValue<Date>(db, 'select min(at) from data_export where operator_id = $1', [kiran.id])
  const from = formatMoment(new Date(first.getTime() + 24 * 3_600_000))
  expect(refused.body.message).toBe(tooManyExports(4, from).message)
  // Another operator has a limit of their own.
  expect((await get(`/desk/privacy/clients/${other!.id}/export`, admin)).status).toBe(200)
  const audited = await db.rows<{ action: string }>(
    "select action from audit where action like '%.export' and actor_name = 'Kiran' order by action",
  )
  expect(audited.map(({ action }) => action)).toEqual([
    'accounting.export',
    'audit.export',
    'privacy.export',
    'report.export',
  ])
})

test('the administrators are mailed at once about the first file, and about the others of the hour together', async () => {
  await eventually(async () => (await mails()).length === 1)
  await db.run("update data_export set mailed_at = mailed_at - interval '61 minutes' where mailed_at is not null")
  await db.transaction((tx) => mailExports(server.app.context, tx))
  await eventually(async () => (await mails()).length === 2)
  await db.transaction((tx) => mailExports(server.app.context, tx))
  expect(await mails()).toHaveLength(2)
})

test('a file counts again once 24 hours have passed', async () => {
  await db.run("update data_export set at = at - interval '25 hours'")
  expect((await get(paths.client)).status).toBe(200)
})

test('parallel exports cannot pass the limit together', async () => {
  await db.run("update data_export set at = at - interval '25 hours'")
  const answers = await Promise.all(Array.from({ length: 8 }, () => get(paths.client)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(4)
  expect(answers.find(({ status }) => status === 429)?.body.message).toBe(
    tooManyExports(4, /from (.*), or/.exec(answers.find(({ status }) => status === 429)?.body.message)?.[1] ?? '')
      .message,
  )
})
