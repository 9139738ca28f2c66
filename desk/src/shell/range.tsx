import { taxYearDays, taxYearOf } from '@sauda/contract/books/tax-year'
import { DateField, isDay } from '@sauda/ui/date-field'
import { EmptyState } from '@sauda/ui/empty-state'
import { RadioGroup } from '@sauda/ui/radio-group'
import { useToday } from '@sauda/web/server-clock'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import layout from './layout.module.css'

/** Days in India, both included. */
export type Range = { from: string; to: string }

/** The range is part of the address, so that it can be shared. */
function useRange(): [Range, (range: Range) => void] {
  const [address, setAddress] = useSearchParams()
  const [first] = presetsOf(useToday())
  const { from = '', to = '' } = first?.range ?? {}
  const range = { from: address.get('from') ?? from, to: address.get('to') ?? to }
  return [range, (next) => setAddress({ ...next }, { replace: true })]
}

/** First and last day, and what is shown for them. */
export function OfRange({ children }: { children: (range: Range) => ReactNode }) {
  const [range, setRange] = useRange()
  const presets = presetsOf(useToday())
  const chosen = presets.find(({ range: { from, to } }) => from === range.from && to === range.to)
  return (
    <div className={layout.screen}>
      <div className={layout.choices}>
        <div className={layout.pair}>
          <DateField label="From" size={12} value={range.from} onText={(from) => setRange({ ...range, from })} />
          <DateField label="To" size={12} value={range.to} onText={(to) => setRange({ ...range, to })} />
        </div>
        <RadioGroup
          label="Period"
          hideLabel
          look="segmented"
          options={presets.map(({ label }) => ({ value: label, label }))}
          value={chosen?.label ?? null}
          onValueChange={(value) => setRange(presets.find(({ label }) => label === value)?.range ?? range)}
        />
      </div>
      {isDay(range.from) && isDay(range.to) ? (
        children(range)
      ) : (
        <EmptyState title="Enter the first and the last day">{null}</EmptyState>
      )}
    </div>
  )
}

export function presetsOf(today: string): { label: string; range: Range }[] {
  const [year = 0, now = 0] = today.split('-').map(Number)
  const dayOf = (months: number, day: number) => new Date(Date.UTC(year, months - 1, day)).toISOString().slice(0, 10)
  return [
    {
      label: '30 days',
      range: { from: new Date(Date.parse(today) - 29 * 86_400_000).toISOString().slice(0, 10), to: today },
    },
    { label: 'This month', range: { from: dayOf(now, 1), to: today } },
    { label: 'Last month', range: { from: dayOf(now - 1, 1), to: dayOf(now, 0) } },
    { label: 'Financial year', range: { from: taxYearDays(taxYearOf(today)).from, to: today } },
  ]
}
