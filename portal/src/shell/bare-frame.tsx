import { HonestyMark } from '@sauda/ui/honesty-mark'
import type { ReactNode } from 'react'
import { BrandMark } from './brand-mark.tsx'
import { useBrand } from './brand.ts'
import { SchemeButton } from './scheme-button.tsx'
import styles from './bare-frame.module.css'

/** The brand above and one column below: for screens outside the account area. */
export function BareFrame({ children }: { children: ReactNode }) {
  const { mode } = useBrand()
  return (
    <div className={styles.frame}>
      <header className={styles.bar}>
        <BrandMark />
        <div className={styles.end}>
          {mode === 'demo' && <HonestyMark kind="demo" />}
          <SchemeButton />
        </div>
      </header>
      <main className={styles.main}>{children}</main>
    </div>
  )
}
