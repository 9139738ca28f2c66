import { DescriptionList } from '@sauda/ui/description-list'
import { Dialog } from '@sauda/ui/dialog'
import { Loaded } from '@sauda/ui/error-state'
import { AmountText, Money } from '@sauda/ui/money'
import { Stack } from '@sauda/ui/stack'
import { MoneyTrailSteps, type OpenTrail } from '@sauda/web/money-trail'
import { useStore } from '@sauda/web/store'
import { useEffect, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { openedTrail, type Trail } from '../../shell/amounts.tsx'
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
  const { title, amount, note, parts, of } = shown
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
        {note && (
          <p className="note">
            <AmountText>{note}</AmountText>
          </p>
        )}
        {parts ? <Parts whole={shown} parts={parts} /> : <Events opened={shown} />}
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

export const openTrail: OpenTrail = (title, source) => openedTrail.set({ title, source })

function Events({ opened }: { opened: Trail }) {
  const { source = {} } = opened
  const trail = useTrailOf(source)
  return (
    <Loaded query={trail} failed="The money trail could not be loaded">
      {(data) => (
        <MoneyTrailSteps
          trail={data}
          {...(source.figure && { figure: source.figure })}
          onOpen={(title, of) => openedTrail.set({ title, source: of, of: opened })}
          eventLink={(journalId, text) => <Link to={`/account/wallet/statement?entry=${journalId}`}>{text}</Link>}
        />
      )}
    </Loaded>
  )
}
