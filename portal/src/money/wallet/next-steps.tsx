import { Timeline } from '@sauda/ui/timeline'
import { withinText } from '@sauda/web/expected'
import { Section } from '../../shell/screen.tsx'
import { useWallet } from './wallet.api.ts'
import { walletText } from './wallet.text.ts'

/** What happens after the form is sent, and how long the broker's part takes. */
export function NextSteps({ direction }: { direction: string }) {
  const type = direction === 'withdraw' ? 'withdrawal' : 'added'
  const time = useWallet().data?.times?.[type]
  return (
    <Section id="next-steps" title="What happens next">
      <Timeline
        label="What happens next"
        steps={walletText.nextSteps[type].map((step, index) => ({
          ...step,
          state: 'upcoming',
          icon: index + 1,
          ...(index === 1 && { at: time && withinText(type, time) }),
        }))}
      />
    </Section>
  )
}
