import { IconButton } from '@sauda/ui/button'
import { Maximize2, Minimize2, RotateCcw, RotateCw, Scan, ZoomIn, ZoomOut } from 'lucide-react'
import { useCallback } from 'react'
import { useShortcuts, type Shortcut } from '../shell/shortcut.ts'
import { arrowKeys, dragging, useView } from './use-view.ts'
import { fitting } from './view.ts'
import styles from './viewer.module.css'

interface ViewerProps {
  photo: Blob
  label: string
  isActive: boolean
  isSingle: boolean
  onToggleSingle: () => void
}

export function Viewer({ photo: blob, label, isActive, isSingle, onToggleSingle }: ViewerProps) {
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
  const keys: readonly Shortcut[] = [
    { keys: ['+', '='], does: 'Zoom in', run: zoomIn },
    { keys: ['-'], does: 'Zoom out', run: zoomOut },
    { keys: ['0'], does: 'Fit the whole photo', run: fit },
    { keys: [']'], does: 'Turn right', run: () => turn(1) },
    { keys: ['['], does: 'Turn left', run: () => turn(-1) },
    { keys: ['f'], does: 'Show one photo large, or both', run: onToggleSingle },
  ]
  useShortcuts('Photo', isActive ? keys : [])
  const scale = fitting(frame, photo, view.turns) * view.zoom
  return (
    <>
      <div className={styles.tools}>
        <IconButton label={`Zoom out of the ${label}`} icon={<ZoomOut aria-hidden="true" />} onClick={zoomOut} />
        <output className={styles.zoom}>{Math.round(view.zoom * 100)}%</output>
        <IconButton label={`Zoom into the ${label}`} icon={<ZoomIn aria-hidden="true" />} onClick={zoomIn} />
        <IconButton label={`Fit the whole ${label}`} icon={<Scan aria-hidden="true" />} onClick={fit} />
        <IconButton label={`Turn the ${label} left`} icon={<RotateCcw aria-hidden="true" />} onClick={() => turn(-1)} />
        <IconButton label={`Turn the ${label} right`} icon={<RotateCw aria-hidden="true" />} onClick={() => turn(1)} />
        <IconButton
          label={isSingle ? 'Show both photos' : `Show only the ${label}`}
          icon={isSingle ? <Minimize2 aria-hidden="true" /> : <Maximize2 aria-hidden="true" />}
          onClick={onToggleSingle}
        />
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it scrolls like any scrolling region */}
      <section
        ref={element}
        className={styles.frame}
        aria-label={`Photo of the ${label}; the arrow keys move it`}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard must reach what can be moved
        tabIndex={0}
        data-zoomed={view.zoom > 1 || undefined}
        onKeyDown={arrowKeys(actions)}
        {...dragging(actions)}
      >
        <img
          ref={show}
          alt={label}
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
