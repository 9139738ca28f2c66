import { AlertBanner } from '@sauda/ui/alert-banner'
import { buttonClass } from '@sauda/ui/button'
import { Smartphone } from 'lucide-react'
import { useBrand } from './brand.ts'
import { CopyButton } from '@sauda/web/copy-button'
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

/** Everything needed to pay by UPI: from another device by camera, on this one by its payment app, by hand with the UPI ID. */
export function UpiPanel({ link, upiId, upiName, reference }: UpiPanelProps) {
  const { mode } = useBrand()
  return (
    <div className={styles.panel}>
      {mode === 'demo' && (
        <AlertBanner title="Demo: no money moves">
          This UPI ID can’t receive payments. Carry on as if you’d paid.
        </AlertBanner>
      )}
      <Qr text={link} label={`QR code to pay ${upiName} by UPI`} />
      <a href={link} className={`${buttonClass('secondary', { full: true })} ${styles.app}`}>
        <span className={styles.words}>
          <Smartphone size={20} />
          Open my UPI app
        </span>
      </a>
      <dl className={styles.list}>
        <div>
          <dt>UPI ID</dt>
          <dd>
            <span>
              {upiId}
              <small>{upiName}</small>
            </span>
            <CopyButton
              text={upiId}
              name="Copy UPI ID"
              done="UPI ID copied"
              onCopied={() => appToast.success('UPI ID copied')}
            />
          </dd>
        </div>
        <div>
          <dt>Payment link</dt>
          <dd>
            <span>
              <small>Amount and reference filled in</small>
            </span>
            <CopyButton text={link} name="Copy payment link" done="Payment link copied" />
          </dd>
        </div>
        <div>
          <dt>Reference</dt>
          <dd>
            <span>{reference}</span>
            <CopyButton text={reference} name="Copy reference" done="Reference copied" />
          </dd>
        </div>
      </dl>
    </div>
  )
}
