import { AlertBanner } from '../src/alert-banner.tsx'
import { Button } from '../src/button.tsx'
import { Card } from '../src/card.tsx'
import { ErrorState } from '../src/error-state.tsx'
import { More } from '../src/more.tsx'
import { ProgressBar } from '../src/progress-bar.tsx'
import { Skeleton, SkeletonText } from '../src/skeleton.tsx'
import { LoadingBlock } from '../src/spinner.tsx'
import { Row, Stack } from '../src/stack.tsx'
import { Stepper } from '../src/stepper.tsx'
import { Timeline } from '../src/timeline.tsx'
import { appToast, pageToast, savedToast } from '../src/toast.tsx'

const idle = { isFetching: false, refetch: () => {} }
const rest = { hasNextPage: true, isFetchingNextPage: false, isFetchNextPageError: false, fetchNextPage: () => {} }

export function Feedback() {
  return (
    <Stack gap={6}>
      <Stack>
        <AlertBanner title="We are checking your documents">
          This usually takes a few hours. We will mail you.
        </AlertBanner>
        <AlertBanner tone="success">Account Updated</AlertBanner>
        <AlertBanner
          tone="warn"
          title="Your PAN card could not be read"
          action={<Button size="small">Upload again</Button>}
        >
          The lower edge is cut off.
        </AlertBanner>
        <AlertBanner tone="error" onDismiss={() => {}}>
          Upload failed. Try again.
        </AlertBanner>
      </Stack>
      <Row>
        <Button variant="secondary" onClick={() => appToast.success('Login successful')}>
          Application toast
        </Button>
        <Button variant="secondary" onClick={() => appToast.error('Invalid email or password')}>
          Application error
        </Button>
        <Button variant="secondary" onClick={() => savedToast('Nominee updated')}>
          Saved toast
        </Button>
        <Button variant="secondary" onClick={() => pageToast.info('A longer message that stays for five seconds')}>
          Page toast
        </Button>
      </Row>
      <div className="gallery-grid">
        <Card title="Progress">
          <Stepper step={1} of={2} label="PAN card" />
          <ProgressBar label="Uploading pan-front.jpg" percent={62} />
          <ProgressBar label="Checking" />
          <Timeline
            label="Verification"
            steps={[
              { title: 'Documents received', state: 'done', at: '20 Nov 2026, 10:42 am' },
              { title: 'Being checked', state: 'current', detail: 'Usually a few hours.' },
              { title: 'Verified', state: 'upcoming' },
            ]}
          />
          <Timeline
            label="Refused"
            steps={[
              { title: 'Sent', state: 'done' },
              { title: 'Refused', state: 'failed', detail: 'The card is not readable.' },
            ]}
          />
        </Card>
        <Card title="Loading">
          <SkeletonText label="Loading..." />
          <Row>
            <Skeleton shape="circle" />
          </Row>
          <Skeleton shape="title" />
          <Skeleton shape="block" />
          <LoadingBlock label="Loading orders..." />
        </Card>
        <Card title="Error">
          <ErrorState title="Your transactions could not be loaded" query={idle} />
          <ErrorState look="line" title="Your loans could not be loaded." query={idle} />
          <ErrorState look="banner" title="Your balance could not be loaded" query={idle} />
        </Card>
        <Card title="The rest of a list">
          <Stack gap={3}>
            <More list={rest} label="Show more" />
            <More list={{ ...rest, isFetchingNextPage: true }} label="Show more" />
            <More list={{ ...rest, isFetchNextPageError: true }} label="Show more" />
          </Stack>
        </Card>
      </div>
    </Stack>
  )
}
