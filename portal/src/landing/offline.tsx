import { buttonClass } from '@sauda/ui/button'
import { WifiOff } from 'lucide-react'
import { BrandMark } from '../shell/header.tsx'
import { useBrand } from '../shell/brand.ts'
import styles from './offline.module.css'

export const offlineText = {
  title: 'You are offline',
  lead: 'This page could not be loaded.',
  waiting: 'It opens automatically when you are back online.',
  again: 'Try again',
}

/** Stored by the service worker and shown for pages that cannot be reached. */
export function Offline() {
  const { name, logo } = useBrand()
  return (
    <main className={styles.page} data-offline="">
      {/* A logo is a file that may not be cached. */}
      {logo ? <a href="/">{name}</a> : <BrandMark />}
      <WifiOff aria-hidden="true" className={styles.sign} />
      <h1>{offlineText.title}</h1>
      <p className="soft">{offlineText.lead}</p>
      <p role="status" className="soft">
        {offlineText.waiting}
      </p>
      <button type="button" className={buttonClass('primary')} data-again="">
        {offlineText.again}
      </button>
    </main>
  )
}
