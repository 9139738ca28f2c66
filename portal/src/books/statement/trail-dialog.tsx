import { Button } from '@sauda/ui/button'
import { DescriptionList } from '@sauda/ui/description-list'
import { Dialog } from '@sauda/ui/dialog'
import { Loaded } from '@sauda/ui/error-state'
import { Money } from '@sauda/ui/money'
import { SkeletonText } from '@sauda/ui/skeleton'
import { Stack } from '@sauda/ui/stack'
import { MoneyTrailSteps } from '@sauda/web/money-trail'
import { formatDate } from '@sauda/web/date-time'
import { useStore } from '@sauda/web/store'
import { useEffect, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { openedTrail, type Trail } from '../../shell/trail.ts'
import { useTrailOf } from './statement.api.ts'
import { statementText } from './statement.text.ts'

const close = () => openedTrail.set(undefined)

/** Where an amount came from: its parts, or the events that made it up with their bank lines. */
export function TrailDialog() {
  const opened = useStore(openedTrail)
  const [shown, setShown] = useState(opened)
  if (opened && opened !== shown) setShown(opened)
  const { key } = useLocation()
  // Another screen, opened by a link of the trail or by the browser.
  useEffect(() => close, [key])
  if (!shown) return null
  const { title, amount, parts, of } = shown
  return (
    <Dialog
      open={opened !== undefined}
      onOpenChange={close}
      title={title}
      description={parts ? statementText.madeOf : statementText.trailOf}
      onBack={of && (() => openedTrail.set(of))}
    >
      <Stack gap={5}>
        {amount !== undefined && <Money amount={amount} size="large" />}
        {parts ? <Parts whole={shown} parts={parts} /> : <Events trail={shown} />}
      </Stack>
    </Dialog>
  )
}

function Parts({ whole, parts }: { whole: Trail; parts: readonly Trail[] }) {
  return (
    <DescriptionList
      amounts
      items={parts.map((part) => ({
        term: part.title,
        value: <Money amount={part.amount ?? 0n} onTrace={() => openedTrail.set({ ...part, of: whole })} />,
      }))}
    />
  )
}

/** Forward from a deposit, which has become part of the balance. */
export const sinceLink = (day: string) => (
  <Button
    variant="ghost"
    size="small"
    aria-haspopup="dialog"
    onClick={() =>
      openedTrail.set({
        title: statementText.since(formatDate(day)),
        source: { figure: 'cash', flow: 'out', from: day },
      })
    }
  >
    {statementText.openSince}
  </Button>
)

function Events({ trail: { source = {} } }: { trail: Trail }) {
  const trail = useTrailOf(source)
  return (
    <Loaded
      query={trail}
      loading={<SkeletonText label="Loading..." lines={4} />}
      failed="The money trail could not be loaded"
    >
      {(data) => (
        <MoneyTrailSteps
          trail={data}
          {...(source.figure && { figure: source.figure })}
          since={sinceLink}
          eventLink={(journalId, text) => <Link to={`/account/wallet/statement?entry=${journalId}`}>{text}</Link>}
        />
      )}
    </Loaded>
  )
}
