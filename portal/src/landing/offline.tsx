import { buttonClass } from '@sauda/ui/button'
import { WifiOff } from 'lucide-react'
import { BrandMark } from '../shell/brand-mark.tsx'
import { useBrand } from '../shell/brand.ts'
import { offline } from './offline.content.ts'
import styles from './offline.module.css'

/** Kept on the device by the service worker and shown in the place of a page that cannot be reached. */
export function Offline() {
  const { name, logo } = useBrand()
  return (
    <main className={styles.page} data-offline="">
      {/* A logo is a file, which may not be here. */}
      {logo ? <a href="/">{name}</a> : <BrandMark />}
      <WifiOff aria-hidden="true" className={styles.sign} />
      <h1>{offline.title}</h1>
      <p>{offline.lead}</p>
      <p role="status">{offline.waiting}</p>
      <button type="button" className={buttonClass('primary')} data-again="">
        {offline.again}
      </button>
    </main>
  )
}
