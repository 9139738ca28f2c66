/** Pixels after which letting go closes the sheet; a quick movement needs fewer. */
const [far, near] = [96, 24]
const quickPixelsPerMillisecond = 0.5

/** On a phone, where a dialog is a sheet at the bottom, it follows the finger that drags its head down. */
export function closeOnDrag(popup: HTMLElement, close: () => void, { signal }: AbortController): void {
  const head = popup.firstElementChild as HTMLElement
  const { style } = popup
  popup.dataset['draggable'] = ''
  let start: PointerEvent | undefined
  const downOf = ({ clientY }: PointerEvent): number => (start ? Math.max(0, clientY - start.clientY) : 0)
  head.addEventListener(
    'pointerdown',
    (event) => {
      if (!matchMedia('(max-width: 640px)').matches || (event.target as Element).closest('button')) return
      start = event
      head.setPointerCapture(event.pointerId)
      style.transition = 'none'
    },
    { signal },
  )
  head.addEventListener(
    'pointermove',
    (event) => {
      if (start) style.translate = `0 ${downOf(event)}px`
    },
    { signal },
  )
  const end = (event: PointerEvent): void => {
    if (!start) return
    const down = downOf(event)
    const isQuick = down > near && down > quickPixelsPerMillisecond * (event.timeStamp - start.timeStamp)
    start = undefined
    style.transition = ''
    style.translate = ''
    if (event.type === 'pointercancel' || (down < far && !isQuick)) return
    // It leaves from where it is, and does not jump up first.
    style.setProperty('--_closed-place', `0 ${down + near}px`)
    close()
  }
  head.addEventListener('pointerup', end, { signal })
  head.addEventListener('pointercancel', end, { signal })
}
