import { authCalls } from '@sauda/contract/client/auth'
import { AlertBanner } from '@sauda/ui/alert-banner'
import { canUsePasskeys } from '@sauda/web/passkey'
import { useState } from 'react'
import { Link } from 'react-router'
import { useClientQuery } from '../../shell/query.tsx'
import { onDevice } from '../../shell/storage.ts'

const key = 'passkey-offer-closed'

/** Until a passkey is added or the offer is closed on this device. */
export function PasskeyOffer({ className }: { className: string | undefined }) {
  const [isWanted, setWanted] = useState(() => canUsePasskeys() && onDevice.get(key) === null)
  return isWanted ? <Offer className={className} onClose={() => (onDevice.set(key, '1'), setWanted(false))} /> : null
}

function Offer({ className, onClose }: { className: string | undefined; onClose: () => void }) {
  const { data } = useClientQuery(authCalls.passkeys)
  if (data?.length !== 0) return null
  return (
    <AlertBanner
      title="Log in without a password"
      action={<Link to="/account/security">Add a passkey</Link>}
      onDismiss={onClose}
      className={className}
    >
      A passkey uses your fingerprint, face or screen lock, and a fake website cannot use it.
    </AlertBanner>
  )
}
