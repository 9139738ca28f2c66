import { allFigures, figureNames } from '@sauda/contract/core/ledger-name'
import { paiseOf } from '@sauda/contract/platform/money'
import type { StatementEvent } from '@sauda/contract/books/statement'

export const statementText = {
  none: 'Your first deposit will show up here.',
  noneInPeriod: 'Choose another period to see earlier or later entries.',
  noneFound: 'Search for a title, a reference such as ADD100001, a stock or an amount.',
  preparing: 'Preparing your statement',
  downloaded: 'Statement downloaded',
  downloadFailed: 'The statement could not be fully loaded, so no file was downloaded.',
  madeOf: 'What it is made of. Open a part to see where it came from.',
  trailOf: 'Where it came from',
} as const

/** Reference and narration in one line; a narration that begins with the reference is not shown after it. */
export const narrationLine = ({ reference = '', reason = '' }: Pick<StatementEvent, 'reference' | 'reason'>): string =>
  [reason.startsWith(`${reference},`) ? '' : reference, reason].filter(Boolean).join(' · ')

export type Change = { readonly figure: string; readonly paise: bigint }

/** The changes of an event in the client's figures besides the balance. */
export function otherChanges(entries: StatementEvent['entries']): Change[] {
  return allFigures.flatMap((figure) => {
    if (figure === 'cash') return []
    // The account shows what the client owes with the other sign.
    const account = figure === 'dues' ? 'client_dues' : figure
    const more = figure === 'dues' ? -1n : 1n
    const paise = entries.reduce((sum, { debit, credit, amount }) => {
      const sign = credit === account ? more : debit === account ? -more : 0n
      return sum + sign * paiseOf(amount)
    }, 0n)
    return paise === 0n ? [] : [{ figure: figureNames[figure], paise }]
  })
}
