import { decimalOf } from '@sauda/contract/platform/decimal'
import type { AlertSide, PriceAlert } from '@sauda/contract/trading/watch'
import { AlertBanner } from '@sauda/ui/alert-banner'
import { AmountField } from '@sauda/ui/amount-field'
import { Button, IconButton } from '@sauda/ui/button'
import { RadioGroup } from '@sauda/ui/radio-group'
import { Row, Stack } from '@sauda/ui/stack'
import { formatDateTime } from '@sauda/web/date-time'
import { X } from 'lucide-react'
import { useId, useState, type SubmitEvent } from 'react'
import { useAttempt } from '../shell/attempt.ts'
import { DetailSection } from '../shell/screen.tsx'
import { rupeePrice } from '../trading/market/price.tsx'
import { useWatchActions, useWatchlist, watchText } from '../trading/watch/watch.api.ts'

/** Adds a stock to the watchlist; of one on it, the price alerts. */
export function PriceAlerts({ symbol }: { symbol: string }) {
  const list = useWatchlist()
  const actions = useWatchActions()
  const { error, busy, attempt } = useAttempt('your watchlist')
  const watched = list.data?.watched.find((each) => each.symbol === symbol)
  if (!list.data) return null
  return (
    <Stack gap={3}>
      {watched && (
        <DetailSection id="alerts" title="Price alerts" gap={3}>
          {watched.alerts.length > 0 && (
            <ul className="lines">
              {watched.alerts.map((alert) => (
                <Alert key={alert._id} alert={alert} onRemove={() => attempt(() => actions.removeAlert(alert._id))} />
              ))}
            </ul>
          )}
          <AlertForm
            busy={busy}
            onAdd={(side, at, done) => attempt(() => actions.addAlert({ symbol, side }, at).then(done))}
          />
        </DetailSection>
      )}
      {error && <AlertBanner tone="error">{error}</AlertBanner>}
      {/* The same button before and after, so that it keeps the focus. */}
      <Button
        variant="secondary"
        loading={busy && !watched}
        onClick={() => attempt(() => (watched ? actions.remove(symbol) : actions.add(symbol)))}
      >
        {watched ? watchText.removeSymbol(symbol) : watchText.addSymbol}
      </Button>
    </Stack>
  )
}

function Alert({ alert, onRemove }: { alert: PriceAlert; onRemove: () => void }) {
  const text = watchText.alert(alert.side, rupeePrice(alert.price))
  return (
    <Row as="li" tight justify="between" gap={2}>
      <span className="tabular">
        {text}
        {alert.fired && (
          <small className="block note">
            {watchText.fired(rupeePrice(alert.fired.price), formatDateTime(alert.fired.at))}
          </small>
        )}
      </span>
      <IconButton label={watchText.removeAlert(text)} icon={<X aria-hidden="true" />} onClick={onRemove} />
    </Row>
  )
}

interface AlertFormProps {
  busy: boolean
  onAdd: (side: AlertSide, price: string, done: () => void) => void
}

function AlertForm({ busy, onAdd }: AlertFormProps) {
  const [side, setSide] = useState<AlertSide>('above')
  const [text, setText] = useState('')
  const label = useId()
  const isValid = (decimalOf(text) ?? 0n) > 0n
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (isValid) onAdd(side, text, () => setText(''))
  }
  return (
    <form onSubmit={submit} noValidate aria-labelledby={label}>
      <Stack gap={3}>
        <RadioGroup
          label={<span id={label}>New alert</span>}
          look="segmented"
          options={[
            { value: 'above', label: 'At or above' },
            { value: 'below', label: 'At or below' },
          ]}
          value={side}
          onValueChange={setSide}
        />
        <AmountField
          label="Price"
          value={text}
          onText={setText}
          error={text === '' || isValid ? undefined : 'Enter a price above ₹0, such as ₹2,450.50'}
          hint={watchText.once}
        />
        <Button type="submit" loading={busy} disabled={!isValid}>
          Add alert
        </Button>
      </Stack>
    </form>
  )
}
