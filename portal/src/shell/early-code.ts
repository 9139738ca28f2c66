import { useContext, useEffect } from 'react'
import { UNSAFE_FrameworkContext as FrameworkContext } from 'react-router'
import { cleanPath } from './guard.ts'
import { currentReachability } from '@sauda/web/reachability'

/** What of the router's list of screens is needed here. */
interface Part {
  readonly path?: string | undefined
  readonly parentId?: string | undefined
  readonly module: string
  readonly imports?: readonly string[] | undefined
}
type Parts = Readonly<Record<string, Part | undefined>>

const intents = ['pointerover', 'touchstart', 'focusin'] as const

/**
 * Fetches a screen's code when somebody reaches for its link: by pointer, finger or keyboard. The router's own way would
 * load the whole page anew where the code does not come, and all that was typed would be gone; here only time is lost.
 */
export function useEarlyCode(): void {
  const parts = useContext(FrameworkContext)?.manifest.routes
  useEffect(() => {
    if (!parts) return undefined
    const asked = new Set<string>()
    const reach = ({ target }: Event): void => {
      const link = target instanceof Element ? target.closest('a') : null
      if (link?.origin !== location.origin || link.pathname === location.pathname || currentReachability() !== 'ok')
        return
      for (const file of codeOf(location.pathname, parts)) asked.add(file)
      for (const file of codeOf(link.pathname, parts)) {
        if (asked.has(file)) continue
        asked.add(file)
        keep(file).catch(() => asked.delete(file))
      }
    }
    for (const intent of intents) document.addEventListener(intent, reach, { passive: true })
    return () => {
      for (const intent of intents) document.removeEventListener(intent, reach)
    }
  }, [parts])
}

/** Into the browser's own cache, where what is asked for later finds it. */
async function keep(file: string): Promise<void> {
  await (await fetch(file)).arrayBuffer()
}

/** The files of the screen at `path`; the address of tabs leads to the first of them. */
export function codeOf(path: string, parts: Parts): readonly string[] {
  const above = new Set(Object.values(parts).map((part) => part?.parentId))
  const screens = Object.keys(parts)
    .filter((id) => !above.has(id))
    .map((id) => chainOf(id, parts))
    .map((chain) => ({ at: `/${chain.flatMap((part) => part.path || []).join('/')}`, chain }))
  const to = cleanPath(path)
  const screen = screens.find(({ at }) => at === to) ?? screens.find(({ at }) => at.startsWith(`${to}/`))
  return screen ? [...new Set(screen.chain.flatMap(({ module, imports = [] }) => [module, ...imports]))] : []
}

function chainOf(id: string, parts: Parts): Part[] {
  const part = parts[id]
  if (!part) return []
  return part.parentId === undefined ? [part] : [...chainOf(part.parentId, parts), part]
}
