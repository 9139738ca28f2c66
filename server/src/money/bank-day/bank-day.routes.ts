import { bankDayCalls } from '@sauda/contract/money/bank-day'
import type { AppContext } from '../../app/app-context.ts'
import { issueDocument } from '../../core/document/document.ts'
import { runIdempotent } from '../../core/idempotency/idempotency.ts'
import { dayInIndia } from '../../platform/india.ts'
import { wholeFile } from '../../platform/mount.ts'
import { requestClose } from './bank-day.close.ts'
import { dayPdf } from './bank-day.pdf.ts'
import { type BooksState, getDay, listDays, enterBalance } from './bank-day.ts'

export function bankDayRoutes(context: AppContext, checkBooks: () => Promise<BooksState>): void {
  const { mount, db, config } = context
  const read = async (bankAccountId: string, day = dayInIndia(new Date())) => {
    const books = await checkBooks()
    return db.historyReader().snapshot((sql) => getDay(sql, bankAccountId, day, books))
  }
  mount(bankDayCalls.list, ({ query }) => listDays(db, query))
  mount(bankDayCalls.day, ({ params, query }) => read(params.bankAccountId, query.day))
  mount(bankDayCalls.file, async ({ params, query, operator, ip }) => {
    const bankDay = await read(params.bankAccountId, query.day)
    const { bytes, ...document } = await dayPdf(config, bankDay)
    await db.transaction((tx) => issueDocument(context, tx, { ...document, by: { operator, ip } }))
    return wholeFile(`bank-reconciliation-${bankDay.day}.pdf`, 'application/pdf', bytes)
  })
  mount(bankDayCalls.enterBalance, async (given) => {
    const books = await checkBooks()
    return runIdempotent(db, given, (tx) =>
      enterBalance(context, tx, { ...given, ...given.body, ...given.params, books }),
    )
  })
  mount(bankDayCalls.close, async (given) => {
    const books = await checkBooks()
    return runIdempotent(db, given, (tx) =>
      requestClose(context, tx, { ...given, ...given.body, ...given.params, books }),
    )
  })
}
