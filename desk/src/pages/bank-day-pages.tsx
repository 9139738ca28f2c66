import { DayList } from '../money/bank-day/day-list.tsx'
import { DayView } from '../money/bank-day/day-view.tsx'
import { BooksFrame } from '../core/ledger/books-frame.tsx'

const frame = {
  title: 'Day close',
  right: 'ledger.read',
  description: 'Two operators sign off a day; a closed day accepts no entry.',
} as const

export const DaysPage = () => (
  <BooksFrame {...frame}>
    <DayList />
  </BooksFrame>
)

export const DayPage = () => (
  <BooksFrame {...frame}>
    <DayView />
  </BooksFrame>
)
