import { Skeleton } from '@sauda/ui/skeleton'
import styles from './identity.module.css'

/** The shape of who is logged in, while the profile is on its way. */
export function IdentityWaiting() {
  return (
    <div className={styles.identity}>
      <Skeleton shape="circle" className={styles.face} />
      <div className={styles.words}>
        <output className={styles.waiting}>Loading...</output>
        <Skeleton className={styles.long} />
        <Skeleton className={styles.short} />
      </div>
    </div>
  )
}
