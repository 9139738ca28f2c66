import { kycDocumentNames, type KycDocumentName } from '@sauda/contract/kyc'
import { useState } from 'react'
import { DocumentPanel } from './document-panel.tsx'
import type { Submission } from './kyc.api.ts'
import styles from './evidence.module.css'

interface EvidenceProps {
  submission: Submission
  active: KycDocumentName
  onActive: (document: KycDocumentName) => void
}

export function Evidence({ submission, active, onActive }: EvidenceProps) {
  const [single, setSingle] = useState(false)
  return (
    <section className={styles.evidence} aria-label="Photos">
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
