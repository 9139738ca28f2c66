import type { Direction } from '@sauda/contract/money/reconciliation'
import type { ReadRow } from './reconciliation.rows.ts'
import { directionOf } from './reconciliation.words.ts'

/** direction: whether a line was received or paid out, by what the file says. Nothing is assumed. */

const nameOf = (direction: Direction): string => (direction === 'credit' ? 'Cr' : 'Dr')
const directions = ['credit', 'debit'] as const

/** The direction of a row, or why the file does not say it. */
export function directionReader(rows: readonly ReadRow[], typeHeader: string) {
  const words = new Set(rows.map(({ said }) => said.word).filter(Boolean))
  // `D` is a debit beside `C`, and a deposit beside `W`.
  const lettered = /cr|^d\W*c|^c\W*d/i.test(typeHeader) || [...words].some((word) => /^c$/i.test(word))
  const hasLetters = lettered && [...words].every((word) => directionOf(word) !== undefined)
  const typed = (word: string) => (word.length === 1 && !hasLetters ? undefined : directionOf(word))
  // CREDIT CARD and UPI are ways of payment.
  const hasWords = [...words].some((word) => typed(word) !== undefined)
  const hasMarks = hasWords || rows.some(({ said }) => said.mark !== undefined)
  const hasSigns = rows.some(({ said }) => said.sign === '-') && !hasMarks

  function read({ said }: ReadRow): Direction | { readonly doubt: string } {
    const { cell, column, word, mark, sign } = said
    const named = typed(word) ?? mark
    const signed = sign && (sign === '-' ? 'debit' : 'credit')
    if (column !== undefined) {
      const name = `column of ${column === 'credit' ? 'deposits' : 'withdrawals'}`
      if (sign === '-') return { doubt: `${cell} is negative in the ${name}.` }
      return named === undefined || named === column ? column : { doubt: `${nameOf(named)} contradicts the ${name}.` }
    }
    if (typed(word) !== undefined && mark !== undefined && mark !== named)
      return { doubt: `${cell} contradicts “${word}”.` }
    if (named && signed && named !== signed) return { doubt: `${cell} has a sign that contradicts its Cr or Dr.` }
    if (named) return named
    if (hasWords && word !== '') return { doubt: `“${word}” is not understood as received (Cr) or paid out (Dr).` }
    return signed ?? (hasSigns ? 'credit' : { doubt: unsaid })
  }
  return {
    /** Whether the column of Cr and Dr holds them. */
    hasWords,
    /** One reading, or both with the reason why the file does not decide between them. */
    readings: (row: ReadRow): readonly DirectedRow[] => {
      const said = read(row)
      if (typeof said === 'string') return [{ ...row, direction: said }]
      return directions.map((direction) => ({ ...row, direction, doubt: said.doubt }))
    },
  }
}

export type DirectedRow = ReadRow & { readonly direction: Direction; readonly doubt?: string }

const unsaid = 'nothing says whether the amount was received (Cr) or paid out (Dr).'
