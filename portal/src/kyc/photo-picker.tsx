import type { KycDocumentName } from '@sauda/contract/kyc'
import { buttonClass } from '@sauda/ui/button'
import { FilePicker } from '@sauda/ui/file-picker'
import { Camera } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { photoErrors, photoTypes } from '../shell/photo.ts'
import styles from './kyc.module.css'
import { kycText } from './kyc.text.ts'

interface PhotoPickerProps {
  name: KycDocumentName
  focused: boolean
  error: string
  onFile: (file: File) => void
  onError: (error: string) => void
}

export function PhotoPicker({ name, focused, error, onFile, onError }: PhotoPickerProps) {
  const picker = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (focused) picker.current?.querySelector('input')?.focus()
  }, [focused])
  const isPhone = window.matchMedia('(pointer: coarse)').matches
  return (
    <div className={styles.picker} ref={picker}>
      <FilePicker
        label={kycText.photoOf[name]}
        accept={photoTypes}
        file={null}
        onFile={onFile}
        onReject={() => onError(photoErrors.notImage)}
        hint="All four corners visible, text sharp, no glare"
        error={error}
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
