import type { KycDocumentName } from '@sauda/contract/client/kyc'
import { AlertBanner } from '@sauda/ui/alert-banner'
import { Button, buttonClass } from '@sauda/ui/button'
import { FilePicker } from '@sauda/ui/file-picker'
import { LoadingBlock } from '@sauda/ui/spinner'
import { Grid, Row, Stack } from '@sauda/ui/stack'
import { useBusy, useObjectUrl } from '@sauda/web/hooks'
import { Camera, CircleCheck, CircleX } from 'lucide-react'
import { type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { PhotoError } from '../../shell/photo-error.ts'
import { photoErrors, photoTypes } from '../../shell/photo.ts'
import { burnCover, type CardPhoto, readCardPhoto } from './photo-check.ts'
import { type Rect, CoverBox, CoverTool } from './cover-tool.tsx'
import { kycText, photoAdvice } from './kyc.text.ts'
import styles from './kyc.module.css'

interface PhotoStepProps {
  name: KycDocumentName
  photo: CardPhoto | undefined
  reuploadReason: string | undefined
  /** After another step the heading gets the focus. */
  moved: boolean
  confirmLabel: string
  onPhoto: (photo: CardPhoto | undefined) => void
  onConfirm: (photo: CardPhoto) => void
  close: ReactNode
}

export function PhotoStep(props: PhotoStepProps) {
  const { name, photo, reuploadReason, moved, confirmLabel, onPhoto, onConfirm, close } = props
  const [error, setError] = useState('')
  const [rect, setRect] = useState<Rect>()
  const [reading, read] = useBusy()
  const [burning, burn] = useBusy()
  const [chosen, setChosen] = useState(false)
  const [retaken, setRetaken] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (moved) heading.current?.focus()
  }, [moved])
  // The photo replaces the field that had the focus.
  useEffect(() => {
    if (chosen && !reading) button.current?.focus({ preventScroll: true })
  }, [chosen, reading])

  const choose = (file: File) =>
    read(async () => {
      try {
        setError('')
        onPhoto(await readCardPhoto(name, file))
        setChosen(true)
      } catch (caught) {
        setError(caught instanceof PhotoError ? caught.message : photoErrors.unreadable)
      }
    })
  const retake = () => {
    setRect(undefined)
    setChosen(false)
    setRetaken(true)
    onPhoto(undefined)
  }
  const confirm = (event: MouseEvent) => {
    // The second click of a double click would confirm the next card.
    if (!photo || event.detail > 1) return
    void burn(async () => {
      try {
        onConfirm(rect ? await burnCover(photo, rect) : photo)
      } catch {
        setError(photoErrors.unreadable)
        retake()
      }
    })
  }

  return (
    <Stack gap={4}>
      <h2 ref={heading} tabIndex={-1} className="lg">
        {kycText.front[name]}
      </h2>
      {reuploadReason && (
        <AlertBanner tone="warn" title="Please send a new photo">
          {reuploadReason}
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
              {photo.findings.map((finding) => photoAdvice[finding]).join(' ')} You can still send it.
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
            error={error}
            onFile={(file) => void choose(file)}
            onError={setError}
          />
          {close && <Actions>{close}</Actions>}
        </>
      )}
    </Stack>
  )
}

interface PhotoViewProps {
  name: KycDocumentName
  photo: CardPhoto
  rect: Rect | undefined
  onRect: (rect: Rect) => void
}

function PhotoView({ name, photo, rect, onRect }: PhotoViewProps) {
  const url = useObjectUrl(photo.blob)
  return (
    <div className={styles.photoView}>
      <div className={styles.photoStage}>
        {url && <img src={url} alt={kycText.front[name]} draggable={false} />}
        {url && rect && <CoverBox rect={rect} onRect={onRect} />}
      </div>
    </div>
  )
}

export function Actions({ children }: { children: ReactNode }) {
  return (
    <Row justify="end" className={styles.actions}>
      {children}
    </Row>
  )
}

interface PhotoPickerProps {
  name: KycDocumentName
  focused: boolean
  error: string
  onFile: (file: File) => void
  onError: (error: string) => void
}

function PhotoPicker({ name, focused, error, onFile, onError }: PhotoPickerProps) {
  const picker = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (focused) picker.current?.querySelector('input')?.focus()
  }, [focused])
  const isPhone = window.matchMedia('(pointer: coarse)').matches
  const camera = (
    <label className={`${buttonClass('primary', { full: true })} ${styles.camera}`}>
      <span className="icon-text">
        <Camera size={20} />
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
  )
  return (
    <Stack ref={picker} gap={6}>
      <Stack>
        {isPhone && camera}
        <FilePicker
          label={<span className="visually-hidden">{kycText.photoOf[name]}</span>}
          accept={photoTypes}
          file={null}
          onFile={onFile}
          onReject={() => onError(photoErrors.notImage)}
          hint="JPEG, PNG or WebP, up to 5 MB"
          error={error}
        />
      </Stack>
      <PhotoExamples />
    </Stack>
  )
}

const examples = [
  { text: 'Good', isGood: true },
  { text: 'Cut off', move: 'translate(-30 20)' },
  { text: 'Blurred', blur: 'blur(1.6px)' },
  { text: 'Glare', isGlaring: true },
]

/** A drawing of a good photo beside three that cannot be read. */
function PhotoExamples() {
  return (
    <Grid as="ul" min="6.5rem" gap={3} aria-label="Good and bad photos">
      {examples.map(({ text, isGood, move, blur, isGlaring }) => (
        <li key={text} className="sm soft">
          <svg viewBox="0 0 96 64" className={styles.example} aria-hidden="true">
            <g transform={move} style={{ filter: blur }}>
              <rect x="14" y="11" width="68" height="42" rx="4" fill="var(--white)" />
              <path d="M22 21h18v20H22z" fill="var(--line-strong)" />
              <path d="M48 23h26M48 31h26M48 39h16" stroke="var(--line-strong)" strokeWidth="3" />
            </g>
            {isGlaring && (
              <ellipse cx="58" cy="28" rx="22" ry="13" fill="var(--white)" style={{ filter: 'blur(5px)' }} />
            )}
          </svg>
          <Row tight gap={1}>
            {isGood ? <CircleCheck size={16} className="gain" /> : <CircleX size={16} className="loss" />}
            {text}
          </Row>
        </li>
      ))}
    </Grid>
  )
}
