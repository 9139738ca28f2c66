import { useEffect, useEffectEvent, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import { kept, moved, turnedBy, wholePhoto, zoomed, type Size, type View } from './view.ts'

const step = 1.4
const reach = 60
const nothing: Size = { width: 0, height: 0 }

export function useView() {
  const element = useRef<HTMLElement>(null)
  const [frame, setFrame] = useState(nothing)
  const [photo, setPhoto] = useState(nothing)
  const [wanted, want] = useState(wholePhoto)
  const view = kept(wanted, frame, photo)
  const change = (how: (view: View) => View) => want((before) => kept(how(kept(before, frame, photo)), frame, photo))

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
    closer: () => change((before) => zoomed(before, step)),
    farther: () => change((before) => zoomed(before, 1 / step)),
    whole: () => change((before) => ({ ...wholePhoto, turns: before.turns })),
    turn: (quarter: 1 | -1) => change((before) => turnedBy(before, quarter)),
    move: (x: number, y: number) => change((before) => moved(before, x, y)),
  }
  return { element, view, frame, photo, setPhoto, actions }
}

type Actions = ReturnType<typeof useView>['actions']

export function arrowKeys({ move }: Actions) {
  const ways: Record<string, [number, number]> = {
    ArrowLeft: [reach, 0],
    ArrowRight: [-reach, 0],
    ArrowUp: [0, reach],
    ArrowDown: [0, -reach],
  }
  return (event: KeyboardEvent) => {
    const way = ways[event.key]
    if (!way) return
    event.preventDefault()
    move(...way)
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
