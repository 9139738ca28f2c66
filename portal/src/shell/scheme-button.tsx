import { IconButton } from '@sauda/ui/button'
import { setScheme, storedScheme } from '@sauda/ui/scheme'
import { Moon, Sun } from 'lucide-react'
import { useEffect, useState } from 'react'

const system = '(prefers-color-scheme: dark)'

/** Switches the colour scheme; choosing the scheme of the system means following the system again. */
export function SchemeButton() {
  const [dark, setDark] = useState(false)
  useEffect(() => {
    const media = window.matchMedia(system)
    const update = () => setDark(storedScheme() === 'system' ? media.matches : storedScheme() === 'dark')
    update()
    media.addEventListener('change', update)
    return () => media.removeEventListener('change', update)
  }, [])
  const toggle = () => {
    const next = !dark
    setScheme(next === window.matchMedia(system).matches ? 'system' : next ? 'dark' : 'light')
    setDark(next)
  }
  return (
    <IconButton
      label={dark ? 'Switch to light mode' : 'Switch to dark mode'}
      icon={dark ? <Sun /> : <Moon />}
      onClick={toggle}
    />
  )
}
