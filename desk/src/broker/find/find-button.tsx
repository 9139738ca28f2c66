import { Kbd } from '@sauda/ui/badge'
import { Search } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useCan } from '../../shell/me.ts'
import { useShortcuts } from '../../shell/shortcut.ts'
import frame from '../../shell/frame.module.css'

const FindDialog = lazy(async () => ({ default: (await import('./find-dialog.tsx')).FindDialog }))

/** Also opens with Ctrl+K, from every page and field. */
export function FindButton() {
  const [isOpen, setOpen] = useState(false)
  const isAllowed = useCan()('client.read')
  useShortcuts('Anywhere', [isAllowed && { keys: ['Ctrl+k'], does: 'Find', run: () => setOpen(true), inFields: true }])
  if (!isAllowed) return null
  return (
    <>
      <button type="button" className={frame.act} onClick={() => setOpen(true)}>
        <Search aria-hidden="true" />
        <span>Find</span>
        <span className={frame.key} aria-hidden="true">
          <Kbd>Ctrl+K</Kbd>
        </span>
      </button>
      <Suspense>{isOpen && <FindDialog onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}
