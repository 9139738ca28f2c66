import { tidyText } from '@sauda/contract/platform/typed-text'
import { Combobox, type ComboboxProps } from '@sauda/ui/combobox'
import { useDebounced } from '@sauda/web/hooks'
import { useState, type ComponentType } from 'react'
import layout from './layout.module.css'

export type PickedClient = Record<'_id' | 'name' | 'saudaId', string>
/** The field that chooses a client; the pages give it to other features. */
export type ClientField = ComponentType<{
  value: PickedClient | null
  onPick: (client: PickedClient | null) => void
  hint?: string | undefined
  error?: string | undefined
}>

export function useTyped() {
  const [text, setText] = useState('')
  const typed = text.trim()
  return { typed, settled: useDebounced(typed), setText }
}

interface PickerProps<Item> extends Pick<
  ComboboxProps<Item>,
  'label' | 'placeholder' | 'value' | 'onPick' | 'textOf' | 'hint' | 'error' | 'ref'
> {
  /** For example "client". */
  what: string
  search: ReturnType<typeof useTyped>
  query: { readonly isPlaceholderData: boolean; readonly isError: boolean }
  found: readonly Item[] | undefined
  /** The text that is searched. */
  searchedOf: (item: Item) => string
  linesOf: (item: Item) => readonly [string, string]
  /** Identifies an item to people: typed in full, it is picked when the field is left. */
  codeOf: (item: Item) => string
}

/** Until the reply for the typed text arrives, earlier results that still match are offered. */
export function Picker<Item extends { _id: string }>(props: PickerProps<Item>) {
  const { what, search, query, found, searchedOf, linesOf, codeOf, ...combobox } = props
  const isCurrent = search.settled === search.typed && !query.isPlaceholderData
  const matches = (item: Item) => searchedOf(item).toLowerCase().includes(tidyText(search.typed).toLowerCase())
  const items = isCurrent ? (found ?? []) : (found ?? []).filter(matches)
  const isOver = isCurrent && found !== undefined
  const isCode = (item: Item) => codeOf(item).toLowerCase() === tidyText(search.typed).toLowerCase()
  const meant = items.find(isCode) ?? (isOver && items.length === 1 ? items[0] : undefined)
  const nothing = isOver && items.length === 0 ? `No ${what} matches` : ''
  return (
    <Combobox
      {...combobox}
      items={items}
      meant={search.typed === '' ? undefined : meant}
      onSearch={search.setText}
      keyOf={({ _id }) => _id}
      busy={!isOver && !query.isError}
      note={query.isError ? `The ${what}s could not be loaded` : nothing}
      renderItem={(item) => {
        const [first, second] = linesOf(item)
        return (
          <div className={layout.found}>
            {first}
            <span className="tabular">{second}</span>
          </div>
        )
      }}
    />
  )
}
