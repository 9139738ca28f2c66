import type { KycDocumentName } from '@sauda/contract/client/kyc'
import { Card } from '@sauda/ui/card'
import { Grid } from '@sauda/ui/stack'
import { Timeline } from '@sauda/ui/timeline'
import type { ReactNode } from 'react'
import { kycText } from './kyc.text.ts'
import styles from './kyc.module.css'

type Step = KycDocumentName | 'bank'
const order: readonly Step[] = ['pan', 'aadhaar', 'bank']

interface VerificationStepsProps {
  current: Step
  done: readonly Step[]
  children: ReactNode
}

/** The steps of a verification beside the one being done, for wide screens. */
export function VerificationSteps({ current, done, children }: VerificationStepsProps) {
  return (
    <Grid two="aside" gap={8} align="start">
      <Card>
        <Timeline
          label={kycText.steps}
          steps={order.map((name) => ({
            title: name === 'bank' ? kycText.bank : kycText.front[name],
            state: name === current ? 'current' : done.includes(name) ? 'done' : 'upcoming',
          }))}
        />
      </Card>
      <div className={styles.step}>{children}</div>
    </Grid>
  )
}
