import { DescriptionList } from '@sauda/ui/description-list'
import { Block } from '../shell/evidence.tsx'
import { Loaded } from '../shell/loaded.tsx'
import { Proof } from '../shell/replies.tsx'
import { loadContactEvidence, useContactChange } from './approval.api.ts'

/** What changes, which the summary does not name, and the photo of the evidence. */
export function ContactEvidence({ proposalId, isPending }: { proposalId: string; isPending: boolean }) {
  const query = useContactChange(proposalId)
  return (
    <Block title="Email or mobile">
      <Loaded query={query} what="the change" lines={3}>
        {({ email, mobile, present, evidenceId }) => (
          <>
            <DescriptionList
              items={[
                { term: isPending ? 'At present' : 'Now', value: present },
                { term: email === undefined ? 'New mobile' : 'New email', value: email ?? mobile },
              ]}
            />
            <Proof replyId={evidenceId} load={(_, signal) => loadContactEvidence(proposalId, signal)} />
          </>
        )}
      </Loaded>
    </Block>
  )
}
