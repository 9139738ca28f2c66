import { useEffect, useEffectEvent, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import { clamped, moved, rotated, wholePhoto, zoomed, type Size, type View } from './view.ts'

const step = 1.4
const arrowStep = 60
const nothing: Size = { width: 0, height: 0 }

export function useView() {
  const element = useRef<HTMLElement>(null)
  const [frame, setFrame] = useState(nothing)
  const [photo, setPhoto] = useState(nothing)
  const [wanted, want] = useState(wholePhoto)
  const view = clamped(wanted, frame, photo)
  const change = (how: (view: View) => View) =>
    want((before) => clamped(how(clamped(before, frame, photo)), frame, photo))

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

export function arrowKeys({ move }: Actions) {
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

export function dragging({ move }: Actions) {
  return {
    onPointerDown: (event: PointerEvent) =>
      event.button === 0 && event.currentTarget.setPointerCapture(event.pointerId),
    onPointerMove: (event: PointerEvent) => {
      if (event.currentTarget.hasPointerCapture(event.pointerId)) move(event.movementX, event.movementY)
    },
  }
}
