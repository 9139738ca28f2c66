import { EmptyState } from '@sauda/ui/empty-state'
import { HonestyMark } from '@sauda/ui/honesty-mark'
import { Page } from './page.tsx'

/** A screen that has its place and not yet its content. */
export function Coming({ title, children }: { title: string; children: string }) {
  return (
    <Page title={title} mark={<HonestyMark kind="coming" />}>
      <EmptyState title={children} />
    </Page>
  )
}
