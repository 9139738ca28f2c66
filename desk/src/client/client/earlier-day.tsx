import { Button } from '@sauda/ui/button'
import { Card } from '@sauda/ui/card'
import { SkeletonText } from '@sauda/ui/skeleton'
import { Row, Stack } from '@sauda/ui/stack'
import { lazy, type ReactNode, Suspense, useState } from 'react'

const ClientHistory = lazy(async () => ({ default: (await import('./client-history.tsx')).ClientHistory }))

/** Below the figures of now, its children: the account at the end of any earlier day. */
export function EarlierDay({ clientId, children }: { clientId: string; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Stack gap={3}>
      <Row justify="between" align="end">
        {children}
        <Button size="small" variant="secondary" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Hide earlier days' : 'See an earlier day'}
        </Button>
      </Row>
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
