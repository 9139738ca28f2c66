import { Timeline } from '@sauda/ui/timeline'
import { Section } from '../../shell/screen.tsx'
import { walletText } from './wallet.text.ts'

/** What happens after the form is sent. */
export function NextSteps({ direction }: { direction: string }) {
  const steps = walletText.nextSteps[direction === 'withdraw' ? 'withdrawal' : 'added']
  return (
    <Section id="next-steps" title="What happens next">
      <Timeline
        label="What happens next"
        steps={steps.map((step, index) => ({ ...step, state: 'upcoming', icon: index + 1 }))}
      />
    </Section>
  )
}
