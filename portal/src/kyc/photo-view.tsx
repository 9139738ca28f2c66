import type { KycDocumentName } from '@sauda/contract/kyc'
import { useObjectUrl } from '@sauda/web/use-object-url'
import type { CardPhoto } from './card-photo.ts'
import { cardNames } from './card-words.ts'
import { CoverBox } from './cover-box.tsx'
import type { Rect } from './cover-rect.ts'
import styles from './photo-view.module.css'

interface PhotoViewProps {
  name: KycDocumentName
  photo: CardPhoto
  rect: Rect | undefined
  onRect: (rect: Rect) => void
}

/** The photo as it will be sent, with the box over the digits where there is one. */
export function PhotoView({ name, photo, rect, onRect }: PhotoViewProps) {
  const url = useObjectUrl(photo.blob)
  return (
    <div className={styles.view}>
      <div className={styles.photo}>
        {url && <img src={url} alt={cardNames[name]} draggable={false} />}
        {url && rect && <CoverBox rect={rect} onRect={onRect} />}
      </div>
    </div>
  )
}
