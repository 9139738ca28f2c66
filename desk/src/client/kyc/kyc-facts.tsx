import { kycDocumentNames } from '@sauda/contract/client/kyc'
import { DescriptionList } from '@sauda/ui/description-list'
import { DateTime } from '@sauda/web/date-time'
import { Block, Evidence, Note } from '../../shell/evidence.tsx'
import { unpinnedWarnings, Warnings } from '../../shell/lines.tsx'
import { DocumentPill } from '../../shell/pills.tsx'
import layout from '../../shell/layout.module.css'
import { cardNames } from './decision.ts'
import type { Submission } from './kyc.api.ts'

/** A submission beside the queue: without photos, because each view of one is logged. */
export const KycFacts = ({ submission: { documents, warnings, since } }: { submission: Submission }) => (
  <Evidence what="Documents of a client" at={since} event="Uploaded">
    <Warnings title="Please check before you decide" warnings={unpinnedWarnings(warnings)} />
    <Block title="Documents">
      <DescriptionList
        items={kycDocumentNames.map((name) => ({
          term: cardNames[name],
          value: (
            <span className={layout.row}>
              <DocumentPill status={documents[name].status} />
              {documents[name].uploadedAt && <DateTime at={documents[name].uploadedAt} />}
            </span>
          ),
        }))}
      />
    </Block>
    <Note>The photos open with the case. Each view is logged.</Note>
  </Evidence>
)
