import type { KycDocumentName } from '@sauda/contract/kyc'
import { AlertBanner } from '@sauda/ui/alert-banner'
import { Button } from '@sauda/ui/button'
import { LoadingBlock } from '@sauda/ui/spinner'
import { Stack } from '@sauda/ui/stack'
import { useEffect, useRef, useState, type MouseEvent, type ReactNode } from 'react'
import { PhotoError, photoErrors } from '../shell/photo.ts'
import { useBusy } from '@sauda/web/use-busy'
import { Actions } from './actions.tsx'
import { burnCover, readCardPhoto, type CardPhoto } from './card-photo.ts'
import { advice, cardNames } from './card-words.ts'
import { CoverTool } from './cover-tool.tsx'
import type { Rect } from './cover-rect.ts'
import { PhotoPicker } from './photo-picker.tsx'
import { PhotoView } from './photo-view.tsx'
import styles from './step.module.css'

interface PhotoStepProps {
  name: KycDocumentName
  photo: CardPhoto | undefined
  /** Why the desk asked for this card again. */
  again: string | undefined
  /** The client came here from another step: the focus goes to the heading. */
  moved: boolean
  confirmLabel: string
  onPhoto: (photo: CardPhoto | undefined) => void
  onConfirm: (photo: CardPhoto) => void
  close: ReactNode
}

/** One card: choose a photo, look at it, take it or take another. */
export function PhotoStep(props: PhotoStepProps) {
  const { name, photo, again, moved, confirmLabel, onPhoto, onConfirm, close } = props
  const [fault, setFault] = useState('')
  const [rect, setRect] = useState<Rect>()
  const [reading, read] = useBusy()
  const [burning, burn] = useBusy()
  const [taken, setTaken] = useState(false)
  const [retaken, setRetaken] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (moved) heading.current?.focus()
  }, [moved])
  // The field that was pressed is gone when its photo stands there.
  useEffect(() => {
    if (taken && !reading) button.current?.focus({ preventScroll: true })
  }, [taken, reading])

  const take = (file: File) =>
    read(async () => {
      try {
        setFault('')
        onPhoto(await readCardPhoto(file))
        setTaken(true)
      } catch (error) {
        setFault(error instanceof PhotoError ? error.message : photoErrors.unreadable)
      }
    })
  const retake = () => {
    setRect(undefined)
    setTaken(false)
    setRetaken(true)
    onPhoto(undefined)
  }
  const confirm = (event: MouseEvent) => {
    // The second press of a double click would land on the next card's button.
    if (!photo || event.detail > 1) return
    void burn(async () => {
      try {
        onConfirm(rect ? await burnCover(photo, rect) : photo)
      } catch {
        setFault(photoErrors.unreadable)
        retake()
      }
    })
  }

  return (
    <Stack gap={4}>
      <h2 ref={heading} tabIndex={-1} className={styles.heading}>
        {cardNames[name]}
      </h2>
      {again && (
        <AlertBanner tone="warn" title="Please send this one again">
          {again}
        </AlertBanner>
      )}
      {reading ? (
        <LoadingBlock label="Opening the photo" />
      ) : photo ? (
        <>
          <PhotoView photo={photo} name={name} rect={rect} onRect={setRect} />
          {name === 'aadhaar' && <CoverTool rect={rect} onRect={setRect} />}
          {photo.findings.length > 0 && !rect && (
            <AlertBanner tone="warn" title="This photo may be hard to read">
              {photo.findings.map((finding) => advice[finding]).join(' ')} You can also send it as it is.
            </AlertBanner>
          )}
          <Actions>
            {close}
            <Button variant="secondary" onClick={retake} disabled={burning}>
              Retake
            </Button>
            <Button ref={button} onClick={confirm} loading={burning}>
              {confirmLabel}
            </Button>
          </Actions>
        </>
      ) : (
        <>
          <PhotoPicker
            name={name}
            focused={retaken}
            fault={fault}
            onFile={(file) => void take(file)}
            onFault={setFault}
          />
          {close && <Actions>{close}</Actions>}
        </>
      )}
    </Stack>
  )
}
