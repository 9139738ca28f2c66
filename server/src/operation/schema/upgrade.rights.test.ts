import { expect, test } from 'vitest'
import { oldDatabases } from '../../../test/release.ts'
import { migrate } from '../../platform/migrate.ts'
import { oldestRelease } from '../../platform/oldest-release.ts'

const { empty } = await oldDatabases()

test('a role that booked trades before the upgrade also has the rights that were part of it', async () => {
  const { url, query } = await empty()
  await migrate(url, undefined, oldestRelease.version)
  await query(
    `insert into role_rights (role, rights) values ('Back office', '{kyc.review,trade.book,client.read}'), ('Helper', '{client.read}')
     returning role as line`,
  )
  await migrate(url)
  expect(
    await query(`select role || ': ' || array_to_string(rights, ', ') as line from role_rights order by role`),
  ).toEqual([
    'Back office: kyc.review, trade.book, exchange.import, price.import, settlement.manage, client.read',
    'Helper: client.read',
  ])
})
