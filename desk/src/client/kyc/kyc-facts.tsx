import { type Verdict } from '../../shell/review.tsx'
import { kycDocumentNames } from '@sauda/contract/client/kyc'
import { Button } from '@sauda/ui/button'
import { DateTime } from '@sauda/web/date-time'
import { Block, Evidence, Note } from '../../shell/evidence.tsx'
import { unpinnedWarnings, Warnings } from '../../shell/lines.tsx'
import { DocumentPill } from '../../shell/pills.tsx'
import { useShortcuts } from '../../shell/shortcut.ts'
import layout from '../../shell/layout.module.css'
import { cardNames } from './decision.ts'
import type { Submission } from './kyc.api.ts'

/** A submission that the operator only moves past: without photos, because each view of one is logged. */
export const KycFacts = ({ submission: { documents, warnings, since } }: { submission: Submission }) => (
  <Evidence what="Documents of a client" at={since} event="Uploaded">
    <Warnings title="Please check before you decide" warnings={unpinnedWarnings(warnings)} />
    <Block
      title="Documents"
      facts={kycDocumentNames.map((name) => ({
        term: cardNames[name],
        value: (
          <span className={layout.row}>
            <DocumentPill status={documents[name].status} />
            {documents[name].uploadedAt && <DateTime at={documents[name].uploadedAt} />}
          </span>
        ),
      }))}
    />
  </Evidence>
)

export function ShowPhotos({ onShow }: { onShow: (intent?: Verdict) => void }) {
  useShortcuts('Decision', [
    { keys: ['a'], does: 'Accept', run: () => onShow('approve') },
    { keys: ['r'], does: 'Request re-upload', run: () => onShow('reject') },
  ])
  return (
    <>
      <Button full onClick={() => onShow()}>
        Show photos
      </Button>
      <Note>Each view of a photo is logged.</Note>
    </>
  )
}
