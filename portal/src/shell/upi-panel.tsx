import { buttonClass } from '@sauda/ui/button'
import { Row, Stack } from '@sauda/ui/stack'
import { Smartphone } from 'lucide-react'
import type { ComponentProps } from 'react'
import { useBrand } from './brand.ts'
import { CopyButton } from '@sauda/web/copy-button'
import { useIsNarrow } from '@sauda/web/hooks'
import { Qr } from '@sauda/web/qr'
import { appToast } from './toast.ts'
import styles from './upi-panel.module.css'

interface UpiPanelProps {
  /** `upi://pay…` with payee, exact amount and reference. */
  link: string
  upiId: string
  upiName: string
  reference: string
}

type CopyRow = Omit<ComponentProps<typeof CopyButton>, 'done'> & { term: string; value?: string; note?: string }

/** Everything needed to pay by UPI: on this device by its payment app, from another one by camera, by hand with the UPI ID. */
export function UpiPanel({ link, upiId, upiName, reference }: UpiPanelProps) {
  const { mode } = useBrand()
  const onCopied = () => appToast.success('UPI ID copied')
  const isNarrow = useIsNarrow()
  const id: CopyRow = { term: 'UPI ID', value: upiId, note: upiName, text: upiId, name: 'Copy UPI ID', onCopied }
  const other: readonly CopyRow[] = [
    { term: 'Payment link', note: 'Amount and reference filled in', text: link, name: 'Copy payment link' },
    { term: 'Reference', value: reference, text: reference, name: 'Copy reference' },
  ]
  return (
    <Stack gap={4}>
      <a href={link} className={`${buttonClass('secondary', { full: true })} ${styles.app}`}>
        <span className="icon-text">
          <Smartphone size={20} />
          Open my UPI app
        </span>
      </a>
      <Row gap={5} className={styles.pay}>
        <Qr text={link} label={`QR code to pay ${upiName} by UPI`} />
        <CopyRows rows={isNarrow ? [id] : [id, ...other]} />
      </Row>
      {isNarrow && (
        <details>
          <summary className="reach">Payment link and reference</summary>
          <CopyRows rows={other} />
        </details>
      )}
      {mode === 'demo' && <p className="note">Demo: this UPI ID can’t receive payments. Carry on as if you’d paid.</p>}
    </Stack>
  )
}

function CopyRows({ rows }: { rows: readonly CopyRow[] }) {
  return (
    <dl className={styles.list}>
      {rows.map(({ term, value, note, ...copy }) => (
        <div key={term}>
          <dt className="faint">{term}</dt>
          <dd>
            <span translate="no">
              {value}
              {note && <small className="note block">{note}</small>}
            </span>
            <CopyButton {...copy} done={`${term} copied`} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
