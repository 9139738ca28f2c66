import { useState } from 'react'
import { useDebounced } from '@sauda/web/use-debounced'

interface Answer {
  readonly isPlaceholderData: boolean
  readonly isError: boolean
}

/** The text typed into a Combobox: as it stands, and as the server is asked for it. */
export function useTyped() {
  const [text, type] = useState('')
  const typed = text.trim()
  return { typed, settled: useDebounced(typed), type }
}

interface Lookup<Item> {
  typed: Pick<ReturnType<typeof useTyped>, 'typed' | 'settled'>
  answer: Answer
  /** What the answer holds; nothing before there is one. */
  found: readonly Item[] | undefined
  fits: (item: Item, typed: string) => boolean
  failed: string
  nothing: string
}

/** What a Combobox shows for what is typed. Until the answer to it has come, only what still fits can be picked. */
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
