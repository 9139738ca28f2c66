import { tradebookCalls, type TradebookKind } from '@sauda/contract/books/tradebook'
import type { TaxCategory } from '@sauda/contract/books/tax-year'
import type { Reply } from '@sauda/contract/platform/call'
import { ApiError } from '@sauda/web/api-error'
import { sendRequest } from '@sauda/web/http'
import { standard } from '../../shell/api.ts'
import { useClientPages, useClientQuery } from '../../shell/query.tsx'
import { expireSession } from '../../shell/return-to.ts'
import { currentSession } from '../../shell/session.ts'

export const useTradebooks = () => useClientQuery(tradebookCalls.list)

/** What the tradebooks add to a year; without one, the current year. */
export const useStatedYear = (year: string | undefined) => useClientQuery(tradebookCalls.year, { query: { year } })

export type StatedFilter = { readonly year: string; readonly kind: TradebookKind; readonly category: TaxCategory }

export const useStatedExits = (filter: StatedFilter) =>
  useClientPages(tradebookCalls.exits, filter, (last, pages) => {
    const left = last.total - pages.reduce((count, { exits }) => count + exits.length, 0)
    return left > 0 ? String(left) : undefined
  })

export type FileColumns = Readonly<Record<'day' | 'side' | 'quantity' | 'price' | 'isin' | 'symbol', string>>

/** A workbook takes the server a while. */
const timeoutMs = 60_000

/** Sends the file to the preview or to the import. */
export async function sendTradebook(
  call: typeof tradebookCalls.preview | typeof tradebookCalls.importFile,
  file: File,
  query: Partial<FileColumns>,
): Promise<Reply<typeof call>> {
  const body = new FormData()
  body.append('file', file)
  const { token } = currentSession()
  try {
    return (await sendRequest(call, { body, query }, { token, timeoutMs })).body as Reply<typeof call>
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) expireSession(token)
    throw error
  }
}

export const removeTradebook = (tradebookId: string) =>
  standard.send(tradebookCalls.remove, { params: { tradebookId } })
