import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { startProgram } from '../../../test/program.ts'
import { oldDatabases } from '../../../test/release.ts'
import { bookChecks } from '../books/checks.sql.ts'
import { checkBooks } from '../../core/ledger/books.ts'
import { collisionWarnings } from '../../core/ledger/reference.ts'
import { openDb } from '../../platform/db.ts'
import { makeLog } from '../../platform/log.ts'

/**
 * Made by 1.0.0 with every kind of booking: two operators matched, booked, split, moved and reversed bank lines, closed a day of
 * the paying account, and did what 1.0.0 wrongly allowed.
 */
const release = {
  place: new URL('../../../test/v1.0.0', import.meta.url).href,
  backup: '20261122T225859673Z-portable',
  secretKey: 'k3y-of-v1-0-0-Rw8Zt2Mn6Yp4Xc1Qk7',
}
type Figures = Readonly<Record<string, string | number>>
/** What 1.0.0 showed. */
const shown = JSON.parse(readFileSync(new URL('../../../test/v1.0.0/shown.json', import.meta.url), 'utf8')) as {
  readonly kiran: string
  readonly omar: string
  readonly days: readonly ({ bankAccountId: string; day: string } & Figures)[]
  readonly accounts: Figures
  readonly lines: Readonly<Record<string, string>>
  readonly clients: Readonly<Record<string, Figures>>
}

const folder = mkdtempSync(join(tmpdir(), 'sauda-upgrade-links-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const { filled } = await oldDatabases()
const { url, query } = await filled(release)

/** The links of each line in paise, with what they leave unexplained; `-` before one that was removed. */
const links = `
  select l.text || ': ' || coalesce(nullif(string_agg(
           case when k.unlinked_at is not null then '- ' else '' end || concat_ws(' ', k.kind, p.name, k.amount, k.how,
             case when k.returns_id is not null then 'of ' || r.text end, case when k.client_id is not null then 'changes a balance' end, o.name),
           ', ' order by k.linked_at, k.kind, p.name), ''), 'nothing')
         || case when l.unexplained > 0 then ', leaves ' || l.unexplained else '' end || case when l.is_closed then ', closed' else '' end as line
    from bank_line l left join bank_link k on k.line_id = l.id left join bank_payment p on p.id = k.payment_id
    left join operator o on o.id = k.linked_by
    left join bank_link x on x.id = k.returns_id left join bank_line r on r.id = x.line_id
   group by l.id order by l.id`

test('every explanation of a bank line in 1.0.0 is converted to links that add up to the line', async () => {
  expect(await query(links)).toEqual([
    'APPROVED FROM THE LINE: payment ADD100003 100100 1 Kiran',
    'MATCHED BY UTR: payment ADD100004 100200 1',
    'MATCHED BY OURS SDNSFWFHF4KGCZFPE5: payment ADD100005 100300 2',
    'MATCHED BY TEXT 700000000005: payment ADD100006 100400 3',
    'WITHDRAWAL: payment WDR100007 50500 1',
    'CHARGE: payment CHG100001 11800 1 Omar',
    'SECOND REFERENCE: payment ADD100008 6000100 1',
    'LATE: payment ADD100009 101000 5 Kiran',
    'LATE WITH MORE: client ADD100010 10000 5 changes a balance Omar, payment ADD100010 101100 5 Omar',
    'LATE WITH LESS: client ADD100011 -10000 5 changes a balance Omar, payment ADD100011 111200 5 Omar',
    'LATE UNDONE: - payment ADD100012 101300 5 Kiran, leaves 101300',
    'LATE WITH MORE UNDONE: - client ADD100013 10000 5 changes a balance Omar, client ADD100013 10000 5 changes a balance Omar, payment ADD100013 101400 5 Omar',
    'LATE WITHDRAWAL WITH LESS: client WDR100014 -1500 5 changes a balance Omar, payment WDR100014 51500 5 Omar',
    'LATE WITHDRAWAL WITH MORE: client WDR100015 1400 5 changes a balance Omar, payment WDR100015 51600 5 Omar',
    'SPLIT: payment ADD100016 40000 5 Omar, payment ADD100017 60000 5 Omar',
    'RECEIPT TO RETURN: return 102000 5 Omar',
    'RECEIPT RETURNED: returned 102000 5 of RECEIPT TO RETURN Kiran',
    'RECEIPT STILL HELD: return 102100 5 Omar',
    'RECEIPT NOT TO RETURN: - return 102200 5 Omar, leaves 102200',
    'PAID FIRST: payment ADD100018 103000 1 Kiran',
    'PAID AGAIN: client ADD100018 103000 5 changes a balance Omar',
    'PAID A THIRD TIME: - client ADD100018 103000 5 changes a balance Omar, leaves 103000',
    'PAYOUT: payment WDR100019 52000 1',
    'PAYOUT CAME BACK: returned WDR100019 52000 5 changes a balance Omar',
    'DEPOSIT: payment ADD100020 103100 1',
    'DEPOSIT RECALLED: returned ADD100020 103100 5 changes a balance Omar',
    'SMS CHARGES: charge 1770 5 Kiran',
    'INTEREST: interest 450 5 Kiran',
    'CHARGES TWICE: - charge 1800 5 Kiran, charge 1800 5 Kiran',
    'PENNY DROP: penny_drop 100 5 Kiran',
    'TO THE PAYING ACCOUNT: transfer 500000 5 Omar',
    'FROM THE RECEIVING ACCOUNT: transfer 500000 5 Omar',
    'BATCH: payment WDR100021 150000 1',
    'MOVED: payment WDR100023 53000 1, moved WDR100023 0 5 Omar',
    'MOVED AND BACK: payment WDR100024 53100 1, - moved WDR100024 0 5 Omar',
    'NOTED: note 0 5 Kiran, leaves 7700, closed',
    'UNKNOWN: nothing, leaves 7800',
    'UNKNOWN DEBIT: nothing, leaves 7900',
    'CREDITED TWICE SD1QQ8S1M8RKKG1G07: payment ADD100026 200100 2',
    'RETURNED TWICE, PAID: payment WDR100028 210000 1',
    'RETURNED TWICE, FIRST: returned WDR100028 210000 5 changes a balance Omar',
    'RETURNED TWICE, AGAIN: client WDR100028 210000 5 changes a balance Omar',
    'FAILED WDR100029 DEBIT: nothing, leaves 220000',
    'FAILED WDR100029 RETURN: returned WDR100029 220000 5 changes a balance Omar',
  ])
})

test('an explained reference is reserved in its direction; a second approval or an undone booking frees one', async () => {
  const unreserved = await query(
    `select l.text as line from bank_line l
      where l.unexplained < l.amount and l.reference is not null and not exists (
        select from payment_reference r where r.reference = l.reference and r.direction = l.direction) order by 1`,
  )
  expect(unreserved).toEqual([])
  expect(
    await query("select reference || ' ' || direction as line from payment_reference where reference like 'R_R_%'"),
  ).toEqual(['R2R2R2R2R2R2R2R2 credit'])
  const undone = `select l.text as line from bank_line l join payment_reference r using (reference, direction)
                   where l.unexplained = l.amount order by 1`
  // It has the reference of the line that paid first.
  expect(await query(undone)).toEqual(['PAID A THIRD TIME'])
})

test('the check of the books names what 1.0.0 returned too often; a reference credited twice is a warning', async () => {
  const { differences, accounts } = await inBooks()
  expect(differences.map(({ what }) => what).toSorted()).toEqual([
    'bank line of WDR100028, returned before',
    'bank line of WDR100029, which is rejected',
  ])
  expect(Object.fromEntries(accounts.map(({ account, balance }) => [account, Number(balance) / 100]))).toMatchObject(
    shown.accounts,
  )
  const db = openDb(url, makeLog('silent'))
  expect(await collisionWarnings(db)).toEqual([
    expect.stringMatching(/^Bank reference 700000000045 is used by ADD100026 \(approved\) and ADD100027 \(approved\)/),
  ])
  await db.close()
})

async function inBooks() {
  const db = openDb(url, makeLog('silent'))
  try {
    return await checkBooks(db, bookChecks)
  } finally {
    await db.close()
  }
}

test('lines, balances and days read as in 1.0.0; the wrong bookings are reversed, and the next day is closed', async () => {
  const program = await startProgram({
    DATABASE_URL: url,
    DATA_DIR: join(folder, 'data'),
    SECRET_KEY: release.secretKey,
    APPROVALS: 'policy',
  })
  const call = (method: string, path: string, token: string, body?: object) =>
    program.call(method, path, { token, key: randomUUID(), ...(body && { body }) })
  const get = async (path: string) => (await call('GET', path, shown.kiran)).body
  /** Kiran asks and Omar approves. */
  const both = async (path: string, body: object) => {
    expect(await call('POST', path, shown.kiran, body)).toMatchObject({ status: 200 })
    const [id] = await query("select id::text as line from proposal where status = 'pending' order by id desc limit 1")
    const review = await call('GET', `/desk/proposals/${id}`, shown.omar)
    const approved = await call('POST', `/desk/proposals/${id}/approve`, shown.omar, { version: review.body.version })
    expect(approved).toMatchObject({ status: 200 })
  }
  try {
    for (const [id, state] of Object.entries(shown.lines))
      expect(await get(`/desk/reconciliation/lines/${id}`)).toMatchObject({ state })
    for (const [id, figures] of Object.entries(shown.clients))
      expect((await get(`/desk/clients/${id}`)).wallet).toMatchObject(figures)
    for (const { items, ...day } of shown.days) {
      const now = await get(`/desk/bank-days/${day.bankAccountId}?day=${day.day}`)
      expect({ ...now, items: now.items.length }).toMatchObject({ ...day, items })
    }
    for (const text of ['RETURNED TWICE, AGAIN', 'FAILED WDR100029 RETURN']) {
      const [id] = await query(`select id::text as line from bank_line where text = '${text}'`)
      await both(`/desk/reconciliation/lines/${id}/reverse`, { reason: 'The client had the money already' })
    }
    expect((await inBooks()).differences).toEqual([])
    const [paying] = shown.days.filter(({ state }) => state === 'closed')
    const day = '2026-11-22'
    const { version } = await get(`/desk/bank-days/${paying?.bankAccountId}?day=${day}`)
    await both(`/desk/bank-days/${paying?.bankAccountId}/close`, { day, version })
    expect(await get(`/desk/bank-days/${paying?.bankAccountId}?day=${day}`)).toMatchObject({ state: 'closed' })
  } finally {
    await program.kill()
  }
})
