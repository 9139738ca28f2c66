import { IconButton } from '@sauda/ui/button'
import { Maximize2, Minimize2, RotateCcw, RotateCw, Scan, ZoomIn, ZoomOut } from 'lucide-react'
import {
  Fragment,
  type KeyboardEvent,
  type PointerEvent,
  useCallback,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'
import { type Shortcut, useShortcuts } from '../../shell/shortcut.ts'
import { clamped, fitting, moved, rotated, type Size, type View, wholePhoto, zoomed } from './view.ts'
import styles from './viewer.module.css'
import { type KycDocumentName, kycDocumentNames } from '@sauda/contract/client/kyc'
import { Kbd } from '@sauda/ui/badge'
import { EmptyState } from '@sauda/ui/empty-state'
import { Skeleton } from '@sauda/ui/skeleton'
import { formatDateTime } from '@sauda/web/date-time'
import { Loaded } from '../../shell/loaded.tsx'
import { cardNames } from './decision.ts'
import { DocumentPill } from '../../shell/pills.tsx'
import { type Submission, useDocumentImage } from './kyc.api.ts'
import evidenceStyles from './evidence.module.css'

interface ViewerProps {
  photo: Blob
  label: string
  isActive: boolean
  isSingle: boolean
  onToggleSingle: () => void
}

function Viewer({ photo: blob, label: name, isActive, isSingle, onToggleSingle }: ViewerProps) {
  const { element, view, frame, photo, setPhoto, actions } = useView()
  const { zoomIn, zoomOut, fit, turn } = actions
  const show = useCallback(
    (image: HTMLImageElement) => {
      const url = URL.createObjectURL(blob)
      image.src = url
      return () => URL.revokeObjectURL(url)
    },
    [blob],
  )
  const tools = [
    { keys: ['-'], does: 'Zoom out', label: `Zoom out of the ${name}`, Icon: ZoomOut, run: zoomOut },
    { keys: ['+', '='], does: 'Zoom in', label: `Zoom into the ${name}`, Icon: ZoomIn, run: zoomIn },
    { keys: ['0'], does: 'Fit the whole photo', label: `Fit the whole ${name}`, Icon: Scan, run: fit },
    { keys: ['['], does: 'Turn left', label: `Turn the ${name} left`, Icon: RotateCcw, run: () => turn(-1) },
    { keys: [']'], does: 'Turn right', label: `Turn the ${name} right`, Icon: RotateCw, run: () => turn(1) },
    {
      keys: ['f'],
      does: 'Show one photo large, or both',
      label: isSingle ? 'Show both photos' : `Show only the ${name}`,
      Icon: isSingle ? Minimize2 : Maximize2,
      run: onToggleSingle,
    },
  ] satisfies (Shortcut & Record<string, unknown>)[]
  useShortcuts('Photo', isActive ? tools : [])
  const scale = fitting(frame, photo, view.turns) * view.zoom
  return (
    <>
      <div className={styles.tools}>
        {tools.map(({ keys: [key], label, Icon, run }) => (
          <Fragment key={key}>
            <IconButton label={label} icon={<Icon aria-hidden="true" />} onClick={run} />
            {key === '-' && <output className={styles.zoom}>{Math.round(view.zoom * 100)}%</output>}
          </Fragment>
        ))}
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it scrolls like any scrolling region */}
      <section
        ref={element}
        className={styles.frame}
        aria-label={`Photo of the ${name}; the arrow keys move it`}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard must reach what can be moved
        tabIndex={0}
        data-zoomed={view.zoom > 1 || undefined}
        onKeyDown={arrowKeys(actions)}
        {...dragging(actions)}
      >
        <img
          ref={show}
          alt={name}
          draggable={false}
          onLoad={({ currentTarget }) =>
            setPhoto({ width: currentTarget.naturalWidth, height: currentTarget.naturalHeight })
          }
          style={{
            inlineSize: photo.width * scale,
            transform: `translate(calc(-50% + ${view.x}px), calc(-50% + ${view.y}px)) rotate(${view.turns * 90}deg)`,
          }}
        />
      </section>
    </>
  )
}

const step = 1.4
const arrowStep = 60
const nothing: Size = { width: 0, height: 0 }

function useView() {
  const element = useRef<HTMLElement>(null)
  const [frame, setFrame] = useState(nothing)
  const [photo, setPhoto] = useState(nothing)
  const [requested, setRequested] = useState(wholePhoto)
  const view = clamped(requested, frame, photo)
  const change = (how: (view: View) => View) =>
    setRequested((before) => clamped(how(clamped(before, frame, photo)), frame, photo))

  useEffect(() => {
    if (!element.current) return undefined
    const watch = new ResizeObserver(([entry]) => entry && setFrame(entry.contentRect))
    watch.observe(element.current)
    return () => watch.disconnect()
  }, [])

  const onWheel = useEffectEvent((event: WheelEvent) => {
    event.preventDefault()
    const { left, top, width, height } = (event.currentTarget as HTMLElement).getBoundingClientRect()
    const at = { x: event.clientX - left - width / 2, y: event.clientY - top - height / 2 }
    change((before) => zoomed(before, Math.exp(-event.deltaY / 400), at))
  })
  useEffect(() => {
    // Added directly, because React's wheel listeners are passive.
    const node = element.current
    const listen = (event: WheelEvent) => onWheel(event)
    node?.addEventListener('wheel', listen, { passive: false })
    return () => node?.removeEventListener('wheel', listen)
  }, [])

  const actions = {
    zoomIn: () => change((before) => zoomed(before, step)),
    zoomOut: () => change((before) => zoomed(before, 1 / step)),
    fit: () => change((before) => ({ ...wholePhoto, turns: before.turns })),
    turn: (quarter: 1 | -1) => change((before) => rotated(before, quarter)),
    move: (x: number, y: number) => change((before) => moved(before, x, y)),
  }
  return { element, view, frame, photo, setPhoto, actions }
}

type Actions = ReturnType<typeof useView>['actions']

function arrowKeys({ move }: Actions) {
  const offsets: Record<string, [number, number]> = {
    ArrowLeft: [arrowStep, 0],
    ArrowRight: [-arrowStep, 0],
    ArrowUp: [0, arrowStep],
    ArrowDown: [0, -arrowStep],
  }
  return (event: KeyboardEvent) => {
    const offset = offsets[event.key]
    if (!offset) return
    event.preventDefault()
    move(...offset)
  }
}

const dragging = ({ move }: Actions) => ({
  onPointerDown: (event: PointerEvent) => event.button === 0 && event.currentTarget.setPointerCapture(event.pointerId),
  onPointerMove: (event: PointerEvent) => {
    if (event.currentTarget.hasPointerCapture(event.pointerId)) move(event.movementX, event.movementY)
  },
})

interface EvidenceProps {
  submission: Submission
  active: KycDocumentName
  onActive: (document: KycDocumentName) => void
}

export function Evidence({ submission, active, onActive }: EvidenceProps) {
  const [single, setSingle] = useState(false)
  return (
    <section className={evidenceStyles.evidence} aria-label="Photos" data-large={single || undefined}>
      <div className={evidenceStyles.photos}>
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
      className={evidenceStyles.panel}
      hidden={props.isHidden}
      data-active={isActive || undefined}
      onFocusCapture={onActive}
      onPointerDownCapture={onActive}
    >
      <figcaption className={evidenceStyles.caption}>
        <h2>{label}</h2>
        <Kbd>{document === 'pan' ? '1' : '2'}</Kbd>
        <DocumentPill status={status} />
        {uploadedAt && <span className={evidenceStyles.at}>{formatDateTime(uploadedAt)}</span>}
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
  const coming = <Skeleton className={evidenceStyles.coming ?? ''} />
  return (
    <Loaded
      query={useDocumentImage(submission.clientId, document, uploadedAt)}
      what={`the photo of the ${cardNames[document]}`}
      loading={coming}
    >
      {(photo) => (
        <Viewer photo={photo} label={label} isActive={isActive} isSingle={isSingle} onToggleSingle={onToggleSingle} />
      )}
    </Loaded>
  )
}
