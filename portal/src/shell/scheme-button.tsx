import { IconButton } from '@sauda/ui/button'
import { setScheme, storedScheme } from '@sauda/ui/scheme'
import { Moon, Sun } from 'lucide-react'
import { useEffect, useState } from 'react'

const system = '(prefers-color-scheme: dark)'

/** Turns to the other scheme; choosing what the system has anyway means following the system again. */
export function SchemeButton() {
  const [dark, setDark] = useState(false)
  useEffect(() => {
    const media = window.matchMedia(system)
    const follow = () => setDark(storedScheme() === 'system' ? media.matches : storedScheme() === 'dark')
    follow()
    media.addEventListener('change', follow)
    return () => media.removeEventListener('change', follow)
  }, [])
  const turn = () => {
    const next = !dark
    setScheme(next === window.matchMedia(system).matches ? 'system' : next ? 'dark' : 'light')
    setDark(next)
  }
  return (
    <IconButton
      label={dark ? 'Switch to light' : 'Switch to dark'}
      icon={dark ? <Sun aria-hidden="true" /> : <Moon aria-hidden="true" />}
      onClick={turn}
    />
  )
}
