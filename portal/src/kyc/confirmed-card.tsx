import type { KycDocumentName } from '@sauda/contract/kyc'
import { Button } from '@sauda/ui/button'
import { CircleCheck } from 'lucide-react'
import { useObjectUrl } from '@sauda/web/use-object-url'
import type { CardPhoto } from './card-photo.ts'
import { readyWords } from './card-words.ts'
import styles from './confirmed-card.module.css'

interface ConfirmedCardProps {
  name: KycDocumentName
  photo: CardPhoto | undefined
  onChange: () => void
}

/** A card whose photo is ready, while the next one is taken. */
export function ConfirmedCard({ name, photo, onChange }: ConfirmedCardProps) {
  const url = useObjectUrl(photo?.blob)
  return (
    <div className={styles.card}>
      {url && <img src={url} alt="" />}
      <p>
        <CircleCheck aria-hidden="true" />
        {readyWords[name]}
      </p>
      <Button variant="ghost" size="small" onClick={onChange}>
        Change
      </Button>
    </div>
  )
}
