import { Button } from '@sauda/ui/button'
import { DateField } from '@sauda/ui/date-field'
import { Row } from '@sauda/ui/stack'
import { useState } from 'react'

export type Period = { readonly from: string; readonly to: string }

/** For a statement of quiet days that does not name them. */
export function PeriodForm({ onPeriod }: { onPeriod: (period: Period) => void }) {
  const [from, setFrom] = useState('')
  const [to, setTo] = useState('')
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        onPeriod({ from, to })
      }}
    >
      <Row>
        <DateField label="First day of the statement" value={from} onText={setFrom} />
        <DateField label="Last day of the statement" value={to} onText={setTo} />
        <Button type="submit" disabled={from === '' || to === ''}>
          Read the file with these days
        </Button>
      </Row>
    </form>
  )
}
