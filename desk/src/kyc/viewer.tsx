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
  isAlone: boolean
  onAlone: () => void
}

export function Viewer({ photo: blob, label, isActive, isAlone, onAlone }: ViewerProps) {
  const { element, view, frame, photo, setPhoto, actions } = useView()
  const { closer, farther, whole, turn } = actions
  const show = useCallback(
    (image: HTMLImageElement) => {
      const url = URL.createObjectURL(blob)
      image.src = url
      return () => URL.revokeObjectURL(url)
    },
    [blob],
  )
  const keys: readonly Shortcut[] = [
    { keys: ['+', '='], does: 'Zoom in', run: closer },
    { keys: ['-'], does: 'Zoom out', run: farther },
    { keys: ['0'], does: 'Fit the whole photo', run: whole },
    { keys: [']'], does: 'Turn right', run: () => turn(1) },
    { keys: ['['], does: 'Turn left', run: () => turn(-1) },
    { keys: ['f'], does: 'Show one photo large, or both', run: onAlone },
  ]
  useShortcuts('Photo', isActive ? keys : [])
  const scale = fitting(frame, photo, view.turns) * view.zoom
  return (
    <>
      <div className={styles.tools}>
        <IconButton label={`Zoom out of the ${label}`} icon={<ZoomOut aria-hidden="true" />} onClick={farther} />
        <output className={styles.zoom}>{Math.round(view.zoom * 100)}%</output>
        <IconButton label={`Zoom into the ${label}`} icon={<ZoomIn aria-hidden="true" />} onClick={closer} />
        <IconButton label={`Fit the whole ${label}`} icon={<Scan aria-hidden="true" />} onClick={whole} />
        <IconButton label={`Turn the ${label} left`} icon={<RotateCcw aria-hidden="true" />} onClick={() => turn(-1)} />
        <IconButton label={`Turn the ${label} right`} icon={<RotateCw aria-hidden="true" />} onClick={() => turn(1)} />
        <IconButton
          label={isAlone ? 'Show both photos' : `Show only the ${label}`}
          icon={isAlone ? <Minimize2 aria-hidden="true" /> : <Maximize2 aria-hidden="true" />}
          onClick={onAlone}
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
