import { tidyText } from '@sauda/contract/platform/typed-text'
import { Button } from '@sauda/ui/button'
import { DateField, isDay } from '@sauda/ui/date-field'
import { pressedKey } from '@sauda/ui/dom'
import { EmptyState } from '@sauda/ui/empty-state'
import { Spinner } from '@sauda/ui/spinner'
import { TextField } from '@sauda/ui/text-field'
import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useShortcuts } from './shortcut.ts'
import layout from './layout.module.css'
import { useNavigation, useSearchParams } from 'react-router'
import { useDebounced } from '@sauda/web/hooks'

interface SearchFieldProps {
  label: string
  hint: string
  search: ReturnType<typeof useAddressText>
  /** The query for the settled text. */
  query?: Pick<UseInfiniteQueryResult, 'isFetching' | 'isFetchingNextPage'>
}

export function SearchField({ label, hint, search, query }: SearchFieldProps) {
  const { typed, setTyped, settled } = search
  const isBusy = query?.isFetching && !query.isFetchingNextPage && settled !== ''
  const field = useRef<HTMLInputElement>(null)
  useShortcuts('Search', [{ keys: ['/'], does: label, run: () => field.current?.focus() }])
  return (
    <TextField
      ref={field}
      className={layout.search}
      label={<span className="visually-hidden">{label}</span>}
      type="search"
      autoComplete="off"
      spellCheck={false}
      placeholder={hint}
      prefix={isBusy ? <Spinner /> : <Search size={16} aria-hidden="true" />}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      onKeyDown={(event) => {
        if (pressedKey(event.nativeEvent) !== 'Escape') return
        setTyped('')
        field.current?.blur()
      }}
    />
  )
}

interface NoMatchProps {
  /** For example "client". */
  what: string
  onClear: () => void
  children: string
}

/** The empty state of a list that was searched. */
export function NoMatch({ what, onClear, children }: NoMatchProps) {
  return (
    <EmptyState
      title={`No ${what} matches`}
      action={
        <Button variant="secondary" onClick={onClear}>
          {`Show all ${what}s`}
        </Button>
      }
    >
      {children}
    </EmptyState>
  )
}

/** A filter in the address. `typed` follows every key; `settled` is the debounced value to search for. */
export function useAddressText(name: string) {
  const [address, setAddress] = useSearchParams()
  const { state } = useNavigation()
  const current = address.get(name) ?? ''
  const [typed, setTyped] = useState(current)
  const [seen, setSeen] = useState(current)
  const settled = useDebounced(tidyText(typed))
  if (current !== seen) {
    setSeen(current)
    // Changed by a link or the back button.
    if (current !== settled) setTyped(current)
  }
  const write = useEffectEvent((text: string) => {
    // Must not interrupt a navigation in progress.
    if (text !== current && state === 'idle') setAddress((before) => withText(before, name, text), { replace: true })
  })
  useEffect(() => write(settled), [settled])
  return { typed, setTyped, settled }
}

/** Such a filter as a field. */
export const AddressText = ({ label, placeholder, search }: Record<'label' | 'placeholder', string> & Search) => (
  <TextField
    label={label}
    placeholder={placeholder}
    autoComplete="off"
    spellCheck={false}
    value={search.typed}
    onChange={(event) => search.setTyped(event.target.value)}
  />
)
type Search = { search: ReturnType<typeof useAddressText> }

/** The days `from` and `to` of the address, which may contain anything, and their fields. */
export const daysIn = (address: URLSearchParams) => ({ from: dayIn(address, 'from'), to: dayIn(address, 'to') })

function dayIn(address: URLSearchParams, name: string): string | undefined {
  const day = address.get(name) ?? ''
  return isDay(day) ? day : undefined
}

export function AddressDays(labels: Record<'from' | 'to', string>) {
  const [address, setAddress] = useSearchParams()
  return (['from', 'to'] as const).map((name) => (
    <DateField
      key={name}
      label={labels[name]}
      value={address.get(name) ?? ''}
      onText={(day) => setAddress(withText(address, name, day), { replace: true })}
    />
  ))
}

export function withText(before: URLSearchParams, name: string, text: string): URLSearchParams {
  const after = new URLSearchParams(before)
  if (text === '') after.delete(name)
  else after.set(name, text)
  return after
}
