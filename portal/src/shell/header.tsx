import { IconButton } from '@sauda/ui/button'
import { DisclosureBadge } from '@sauda/ui/disclosure-badge'
import { isDark, toggleScheme } from '@sauda/ui/scheme'
import { Moon, Sun } from 'lucide-react'
import { useEffect, useState } from 'react'
import { BrandMark } from './brand-mark.tsx'
import { useBrand } from './brand.ts'
import styles from './header.module.css'

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

function SchemeButton() {
  const [dark, setDark] = useState(false)
  useEffect(() => {
    const media = window.matchMedia('(prefers-color-scheme: dark)')
    const update = () => setDark(isDark())
    update()
    media.addEventListener('change', update)
    return () => media.removeEventListener('change', update)
  }, [])
  const toggle = () => {
    toggleScheme()
    setDark(isDark())
  }
  return (
    <IconButton
      label={dark ? 'Switch to light mode' : 'Switch to dark mode'}
      icon={dark ? <Sun /> : <Moon />}
      onClick={toggle}
    />
  )
}
