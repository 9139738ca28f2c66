import { exchangeFileCalls } from '@sauda/contract/trading/exchange-file'
import type { AppContext } from '../../app/app-context.ts'
import { runIdempotent } from '../../core/idempotency/idempotency.ts'
import { withLongStatements } from '../../platform/db-limits.ts'
import { again, listFiles, previewFile, readTrades, requestImport, tradesOf } from './exchange-file.ts'
import { setCode } from './exchange-code.ts'
import { recordFiles } from './exchange-file.book.ts'

const recordMilliseconds = 2000

export function exchangeFileRoutes(context: AppContext) {
  const { mount, db, every } = context
  mount(exchangeFileCalls.list, () => listFiles(db))
  mount(exchangeFileCalls.preview, async ({ csv, query }) =>
    previewFile(db, { csv, query, content: await readTrades(db, csv) }),
  )
  mount(exchangeFileCalls.importFile, async (given) => {
    const { csv, query } = given
    const content = await readTrades(db, csv)
    const body = { file: csv.sha256.toString('hex'), query }
    return runIdempotent(db, { ...given, body }, (tx) => requestImport(context, tx, { ...given, content }))
  })
  mount(exchangeFileCalls.trades, ({ params }) => tradesOf(db, params.fileId))
  mount(exchangeFileCalls.again, (given) => db.transaction((tx) => again(context, tx, given)))
  mount(exchangeFileCalls.setCode, (given) => db.transaction((tx) => setCode(context, tx, given)))
  // As for the upload: one statement resolves every trade of the file.
  every(recordMilliseconds, 'trade files of the exchanges', () => withLongStatements(() => recordFiles(context)))
}
