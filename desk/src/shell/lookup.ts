import { useState } from 'react'
import { useDebounced } from '@sauda/web/hooks'

interface Answer {
  readonly isPlaceholderData: boolean
  readonly isError: boolean
}

export function useTyped() {
  const [text, type] = useState('')
  const typed = text.trim()
  return { typed, settled: useDebounced(typed), type }
}

interface Lookup<Item> {
  typed: Pick<ReturnType<typeof useTyped>, 'typed' | 'settled'>
  answer: Answer
  found: readonly Item[] | undefined
  fits: (item: Item, typed: string) => boolean
  failed: string
  nothing: string
}

/** Until the reply for the typed text arrives, earlier results that still match are offered. */
export function lookup<Item>({ typed: { typed, settled }, answer, found, fits, failed, nothing }: Lookup<Item>) {
  const isCurrent = settled === typed && !answer.isPlaceholderData
  const items = isCurrent ? (found ?? []) : (found ?? []).filter((item) => fits(item, typed))
  const isOver = isCurrent && found !== undefined
  return {
    items,
    busy: !isOver && !answer.isError,
    note: answer.isError ? failed : isOver && items.length === 0 ? nothing : '',
  }
}
