import { useParams } from 'react-router'
import { Loaded } from '../shell/loaded.tsx'
import { Page } from '../shell/page.tsx'
import { LineCase } from './line-case.tsx'
import { useLine } from './reconciliation.api.ts'

export function LinePage() {
  const { lineId = '' } = useParams()
  const query = useLine(lineId)
  return (
    <Page title={query.data?.exception === 'missing' ? 'Not in the statement' : 'Bank line'} right="ledger.read">
      <Loaded query={query} what="this line" lines={6}>
        {(line) => <LineCase key={lineId} line={line} />}
      </Loaded>
    </Page>
  )
}
