import type { KycDocumentName } from '@sauda/contract/kyc'
import { buttonClass } from '@sauda/ui/button'
import { FilePicker } from '@sauda/ui/file-picker'
import { Camera } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { photoErrors, photoTypes } from '../shell/photo.ts'
import { photoLabels } from './card-words.ts'
import styles from './photo-picker.module.css'

interface PhotoPickerProps {
  name: KycDocumentName
  /** Takes the focus when it appears. */
  focused: boolean
  fault: string
  onFile: (file: File) => void
  onFault: (fault: string) => void
}

/** A photo from the device; where fingers point, the camera is one press away. */
export function PhotoPicker({ name, focused, fault, onFile, onFault }: PhotoPickerProps) {
  const picker = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (focused) picker.current?.querySelector('input')?.focus()
  }, [focused])
  const isPhone = window.matchMedia('(pointer: coarse)').matches
  return (
    <div className={styles.picker} ref={picker}>
      <FilePicker
        label={photoLabels[name]}
        accept={photoTypes}
        file={null}
        onFile={onFile}
        onReject={() => onFault(photoErrors.notImage)}
        hint="All four corners in the picture, every word readable, no reflections"
        error={fault}
      />
      {isPhone && (
        <label className={`${buttonClass('secondary', { full: true })} ${styles.camera}`}>
          <span className={styles.words}>
            <Camera size={20} aria-hidden="true" />
            Take a photo
          </span>
          <input
            type="file"
            accept={photoTypes}
            capture="environment"
            onChange={(event) => {
              const file = event.target.files?.[0]
              event.target.value = ''
              if (file) onFile(file)
            }}
          />
        </label>
      )}
    </div>
  )
}
