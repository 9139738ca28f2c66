import { type KycDocumentName, kycDocumentNames } from '@sauda/contract/client/kyc'
import { Kbd } from '@sauda/ui/badge'
import { EmptyState } from '@sauda/ui/empty-state'
import { Skeleton } from '@sauda/ui/skeleton'
import { formatDateTime } from '@sauda/web/date-time'
import { useState } from 'react'
import { Loaded } from '../../shell/loaded.tsx'
import { cardNames } from './decision.ts'
import { DocumentPill } from '../../shell/pills.tsx'
import { type Submission, useDocumentImage } from './kyc.api.ts'
import { Viewer } from './viewer.tsx'
import styles from './evidence.module.css'

interface EvidenceProps {
  submission: Submission
  active: KycDocumentName
  onActive: (document: KycDocumentName) => void
}

export function Evidence({ submission, active, onActive }: EvidenceProps) {
  const [single, setSingle] = useState(false)
  return (
    <section className={styles.evidence} aria-label="Photos" data-large={single || undefined}>
      <div className={styles.photos}>
        {kycDocumentNames.map((document) => (
          <DocumentPanel
            key={document}
            submission={submission}
            document={document}
            isActive={document === active}
            isSingle={single}
            isHidden={single && document !== active}
            onActive={() => onActive(document)}
            onToggleSingle={() => {
              onActive(document)
              setSingle(!single)
            }}
          />
        ))}
      </div>
    </section>
  )
}

interface DocumentPanelProps {
  submission: Submission
  document: KycDocumentName
  isActive: boolean
  isSingle: boolean
  /** Hidden instead of unmounted: fetching the photo again would add a view to the audit trail. */
  isHidden: boolean
  onActive: () => void
  onToggleSingle: () => void
}

function DocumentPanel(props: DocumentPanelProps) {
  const { submission, document, isActive, onActive } = props
  const { status, uploadedAt } = submission.documents[document]
  const label = cardNames[document]
  return (
    <figure
      className={styles.panel}
      hidden={props.isHidden}
      data-active={isActive || undefined}
      onFocusCapture={onActive}
      onPointerDownCapture={onActive}
    >
      <figcaption className={styles.caption}>
        <h2>{label}</h2>
        <Kbd>{document === 'pan' ? '1' : '2'}</Kbd>
        <DocumentPill status={status} />
        {uploadedAt && <span className={styles.at}>{formatDateTime(uploadedAt)}</span>}
      </figcaption>
      {uploadedAt ? (
        <Photo {...props} uploadedAt={uploadedAt} label={label} />
      ) : (
        <EmptyState title="Not uploaded yet" />
      )}
    </figure>
  )
}

function Photo(props: DocumentPanelProps & { uploadedAt: string; label: string }) {
  const { submission, document, uploadedAt, label, isActive, isSingle, onToggleSingle } = props
  const query = useDocumentImage(submission.clientId, document, uploadedAt)
  const coming = <Skeleton className={styles.coming ?? ''} />
  return (
    <Loaded query={query} what={`the photo of the ${cardNames[document]}`} loading={coming}>
      {(photo) => (
        <Viewer photo={photo} label={label} isActive={isActive} isSingle={isSingle} onToggleSingle={onToggleSingle} />
      )}
    </Loaded>
  )
}
