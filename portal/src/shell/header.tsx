import { IconButton } from '@sauda/ui/button'
import { DisclosureBadge } from '@sauda/ui/disclosure-badge'
import { setScheme, storedScheme } from '@sauda/ui/scheme'
import { Moon, Sun } from 'lucide-react'
import { useEffect, useState } from 'react'
import { BrandMark } from './brand-mark.tsx'
import { useBrand } from './brand.ts'
import styles from './header.module.css'

const system = '(prefers-color-scheme: dark)'

export function Header({ className }: { className?: string | undefined }) {
  const { mode } = useBrand()
  return (
    <header className={`${styles.bar} ${className ?? ''}`}>
      <BrandMark />
      <div className={styles.end}>
        {mode === 'demo' && <DisclosureBadge kind="demo" />}
        <SchemeButton />
      </div>
    </header>
  )
}

/** Switches the colour scheme; choosing the scheme of the system means following the system again. */
function SchemeButton() {
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
