import { messageKindOf } from '@sauda/contract/client/message'
import { type ReactNode, useContext } from 'react'
import { useParams } from 'react-router'
import { type Client, useClient } from '../client/client/client.api.ts'
import { PinnedWarnings } from '../client/client/pinned-warnings.tsx'
import { WriteToClient } from '../client/message/message-dialog.tsx'
import { CasePage, type CasePageProps, CasePreview } from '../core/queue/case.tsx'
import { Loaded } from '../shell/loaded.tsx'
import { ClientExtras, Preview } from '../shell/review.tsx'

/** The case of the page, or the one beside the queue. */
export function useCaseId(): string {
  const { id } = useParams()
  return useContext(Preview)?.id ?? id ?? ''
}
/** Facts about the client of a case, besides its own evidence. */
export const Beside = ({ clientId, children }: { clientId: string; children: (client: Client) => ReactNode }) => (
  <Loaded query={useClient(clientId)} what="the client" lines={5}>
    {children}
  </Loaded>
)

/** A case with what concerns its client whatever the case is about. */
export function Case<Known extends { clientName?: string | undefined; warnings?: unknown }>(
  props: CasePageProps<Known> & { isOwn?: true },
) {
  const { id, kind, query, isOwn } = props
  const known = query.data
  const about = known && !isOwn ? messageKindOf(typeof kind === 'function' ? kind(known) : kind) : 'client'
  return (
    <ClientExtras
      value={(clientId) => ({
        tool: (
          <WriteToClient
            kinds={[about]}
            id={about === 'client' ? clientId : id}
            clientName={known?.clientName ?? 'the client'}
            size="small"
          />
        ),
        below: <PinnedWarnings clientId={clientId} ownAccount={known?.warnings === undefined} />,
      })}
    >
      {useContext(Preview) ? <CasePreview {...props} /> : <CasePage {...props} />}
    </ClientExtras>
  )
}
