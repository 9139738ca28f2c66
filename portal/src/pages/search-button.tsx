import { Kbd } from '@sauda/ui/badge'
import { Search } from 'lucide-react'
import { useEffect, useState } from 'react'
import { lazyPart } from '../shell/lazy-part.tsx'
import styles from './search.module.css'

const SearchDialog = lazyPart(() => import('./search.tsx').then((module) => module.SearchDialog))

/** Also opens with Ctrl+K. */
export function SearchButton() {
  const [isOpen, setOpen] = useState(false)
  const [wasOpen, setWasOpen] = useState(false)
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isKey = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k'
      if (!isKey || document.querySelector('[aria-modal=true]')) return
      event.preventDefault()
      setWasOpen(true)
      setOpen(true)
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
  return (
    <>
      <button
        type="button"
        className={styles.open}
        aria-keyshortcuts="Control+K"
        onPointerEnter={() => void SearchDialog.preload()}
        onClick={() => {
          setWasOpen(true)
          setOpen(true)
        }}
      >
        <Search aria-hidden="true" />
        <span className={`visually-hidden ${styles.word}`}>Search</span>
        <span className={styles.key} aria-hidden="true">
          <Kbd>Ctrl K</Kbd>
        </span>
      </button>
      {wasOpen && <SearchDialog isOpen={isOpen} onClose={() => setOpen(false)} />}
    </>
  )
}
