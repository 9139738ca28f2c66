import { formatCount } from '@sauda/contract/platform/decimal'
import { bookNames, accountingCalls } from '@sauda/contract/books/accounting'
import { paiseOf } from '@sauda/contract/platform/money'
import { EmptyState } from '@sauda/ui/empty-state'
import { Money } from '@sauda/ui/money'
import { DownloadFormats } from '../../shell/download-file.tsx'
import { amountFact, Strip } from '../../shell/lines.tsx'
import { Loaded } from '../../shell/loaded.tsx'
import { OfRange, type Range } from '../../shell/range.tsx'
import { BooksFrame, TrialTable } from './books-frame.tsx'
import type { Reply } from '@sauda/contract/platform/call'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { callQuery, fetchFile, type OnPercent } from '../../shell/api.ts'
import layout from '../../shell/layout.module.css'

type Totals = Reply<typeof accountingCalls.totals>
type JournalFormat = 'csv' | 'xlsx' | 'xml'

/** Another range keeps the totals of the last one until its own have loaded. */
const useTotals = (range: Range) =>
  useQuery({
    ...callQuery(accountingCalls.totals, { query: range }),
    placeholderData: keepPreviousData,
  })

const loadJournal = (range: Range, format: JournalFormat, onPercent: OnPercent) =>
  fetchFile(accountingCalls.journal, { query: { ...range, format } }, onPercent)

/** The journal of a range of days for the broker's accounting software. */
export const ExportPage = () => (
  <BooksFrame
    title="Accounting export"
    right="ledger.read"
    description="The daily journal for Tally or a spreadsheet. Importing a range again duplicates nothing."
  >
    <OfRange>{(range) => <Export range={range} />}</OfRange>
  </BooksFrame>
)

const formats: Readonly<Record<JournalFormat, string>> = { xml: 'Tally XML', xlsx: 'Excel', csv: 'CSV' }

function Export({ range }: { range: Range }) {
  const query = useTotals(range)
  return (
    <Loaded query={query} what="the totals">
      {(totals) =>
        totals.vouchers === 0 ? (
          <EmptyState title="No entries in this range">Choose other days.</EmptyState>
        ) : (
          <div className={layout.column} aria-busy={query.isPlaceholderData}>
            <Strip
              items={[
                { term: 'Vouchers', value: <span className={layout.count}>{formatCount(totals.vouchers)}</span> },
                amountFact('Debits', sumOf(totals.accounts, 'debit'), { size: 'large' }),
                amountFact('Credits', sumOf(totals.accounts, 'credit'), { size: 'large' }),
              ]}
            />
            <DownloadFormats
              formats={formats}
              load={(format, onProgress) => loadJournal(range, format, (percent) => onProgress(`${percent} %`))}
            />
            <TrialTable
              label="Debits and credits of the range"
              debits={sumOf(totals.accounts, 'debit')}
              credits={sumOf(totals.accounts, 'credit')}
            >
              <tbody>
                {totals.accounts.map(({ account, debit, credit }) => (
                  <tr key={account}>
                    <th scope="row">{bookNames[account]}</th>
                    <td>{debit > 0 ? <Money amount={paiseOf(debit)} /> : '–'}</td>
                    <td>{credit > 0 ? <Money amount={paiseOf(credit)} /> : '–'}</td>
                  </tr>
                ))}
              </tbody>
            </TrialTable>
            <p className="note">
              By the date of the bank entry where there is one, otherwise by the day of the booking. The sums of each
              file are those of the table. In Tally, the ledgers come first; the bank’s UTR is the instrument number of
              the bank allocation, and the transaction type is Others, because a statement does not say how a payment
              was made.
            </p>
          </div>
        )
      }
    </Loaded>
  )
}

const sumOf = (accounts: Totals['accounts'], side: 'debit' | 'credit') =>
  accounts.reduce((all, each) => all + paiseOf(each[side]), 0n)
