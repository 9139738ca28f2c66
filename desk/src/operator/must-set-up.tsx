import { Button } from '@sauda/ui/button'
import { leave } from '../shell/me.ts'
import { Title } from '../shell/brand.tsx'
import { TotpSetup } from './totp-setup.tsx'
import styles from './operator.module.css'

export const MustSetUp = () => (
  <div className={styles.page}>
    <Title>Set up two-step login</Title>
    <main className={styles.box}>
      <h1>Set up two-step login</h1>
      <p>Every operator must set up an authenticator app before using the desk.</p>
      <TotpSetup />
      <Button variant="ghost" size="small" onClick={() => leave('left')}>
        Log out instead
      </Button>
    </main>
  </div>
)
