import { Kbd } from '@sauda/ui/badge'
import { Search } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { lazyPart } from '../shell/lazy-part.tsx'
import styles from './search.module.css'

const SearchDialog = lazyPart(() => import('./search.tsx').then((module) => module.SearchDialog))

const modal = '[aria-modal=true]'

/** Also opens with Ctrl+K. */
export function SearchButton() {
  const [isOpen, setOpen] = useState(false)
  const [wasOpen, setWasOpen] = useState(false)
  const [text, setText] = useState('')
  const open = () => {
    setText('')
    setWasOpen(true)
    setOpen(true)
  }
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { key, altKey, target } = event
    const isControl = event.ctrlKey || event.metaKey
    const isInDialog = target instanceof Element && target.closest(modal) !== null
    // Typed before the search field has loaded.
    const isText = isOpen && !isInDialog && !isControl && !altKey && key.length === 1
    const isShortcut = isControl && key.toLowerCase() === 'k' && !document.querySelector(modal)
    if (!isText && !isShortcut) return
    event.preventDefault()
    if (isText) setText((before) => before + key)
    else if (!isOpen) open()
  })
  useEffect(() => {
    // In the capture phase, before the shortcuts of a screen.
    document.addEventListener('keydown', press, true)
    return () => document.removeEventListener('keydown', press, true)
  }, [])
  return (
    <>
      <button
        type="button"
        className={styles.open}
        aria-keyshortcuts="Control+K"
        onPointerEnter={() => void SearchDialog.preload()}
        onClick={open}
      >
        <Search aria-hidden="true" />
        <span className={`visually-hidden ${styles.word}`}>Search</span>
        <span className={styles.key} aria-hidden="true">
          <Kbd>Ctrl K</Kbd>
        </span>
      </button>
      {wasOpen && <SearchDialog isOpen={isOpen} onClose={() => setOpen(false)} text={text} onText={setText} />}
    </>
  )
}
