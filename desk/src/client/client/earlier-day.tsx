import { Button } from '@sauda/ui/button'
import { Card } from '@sauda/ui/card'
import { SkeletonText } from '@sauda/ui/skeleton'
import { Stack } from '@sauda/ui/stack'
import { lazy, Suspense, useState } from 'react'

const ClientHistory = lazy(async () => ({ default: (await import('./client-history.tsx')).ClientHistory }))

/** Below the figures of now: the account at the end of any earlier day. */
export function EarlierDay({ clientId }: { clientId: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Stack gap={3}>
      <div>
        <Button size="small" variant="secondary" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Hide earlier days' : 'See an earlier day'}
        </Button>
      </div>
      {isOpen && (
        <Card>
          <Suspense fallback={<SkeletonText label="Loading..." lines={8} />}>
            <ClientHistory clientId={clientId} />
          </Suspense>
        </Card>
      )}
    </Stack>
  )
}
