import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/** After a change of screen the keyboard and the screen reader start at its heading, as after loading a page. */
export function useHeadingFocus(): void {
  const { pathname } = useLocation()
  const last = useRef(pathname)
  useEffect(() => {
    if (last.current === pathname) return
    last.current = pathname
    const screen = document.getElementById('screen')
    screen?.scrollTo({ top: 0 })
    // A screen that places the focus itself has done so by now.
    if (screen?.contains(document.activeElement) && document.activeElement !== screen) return
    const heading = screen?.querySelector<HTMLElement>('h1')
    ;(heading ?? screen)?.focus({ preventScroll: true })
  }, [pathname])
}
