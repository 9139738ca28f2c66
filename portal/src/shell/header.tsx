import { BrandSign } from '@sauda/web/brand-sign'
import { IconButton } from '@sauda/ui/button'
import { DisclosureBadge } from '@sauda/ui/disclosure-badge'
import { isDark, toggleScheme } from '@sauda/ui/scheme'
import { Moon, Sun } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useBrand } from './brand.ts'
import styles from './header.module.css'

interface HeaderProps {
  className?: string | undefined
  /** Beside the scheme button. */
  children?: ReactNode
  end?: ReactNode
}

export function Header({ className, children, end }: HeaderProps) {
  const { mode } = useBrand()
  return (
    <header className={`${styles.bar} ${className ?? ''}`}>
      <BrandMark />
      <div className={styles.end}>
        {mode === 'demo' && <DisclosureBadge kind="demo" />}
        <div className={styles.buttons}>
          {children}
          <SchemeButton />
        </div>
        {end}
      </div>
    </header>
  )
}

export function SchemeButton() {
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

/** Longer names are set smaller and in two lines on narrow screens. */
const maxShortName = 14

interface BrandProps {
  ground?: 'page' | 'dark' | undefined
}

/** The broker's logo, or the product's sign and name, as a link to the start page, which is outside the router. */
export function BrandMark({ ground }: BrandProps) {
  return (
    <a href="/" className={styles.brand}>
      <BrandWords ground={ground} />
    </a>
  )
}

function BrandWords({ ground = 'page' }: BrandProps) {
  const { name, logo } = useBrand()
  if (!logo)
    return (
      <>
        <BrandSign name={name} />
        <span className={styles.name} data-long={name.length > maxShortName ? '' : undefined}>
          {name}
        </span>
      </>
    )
  // Lazy if there are two, so that only the visible one is loaded.
  const image = (file: string, className = '') => (
    <img
      className={`${styles.logo} ${className}`}
      src={file}
      alt={name}
      width={logo.width}
      height={logo.height}
      loading={className ? 'lazy' : 'eager'}
    />
  )
  if (ground === 'dark') return image(logo.onDark)
  return (
    <>
      {image(logo.onLight, 'in-light')}
      {image(logo.onDark, 'in-dark')}
    </>
  )
}
