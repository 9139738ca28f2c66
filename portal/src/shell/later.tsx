import { useEffect, useState, type ComponentType, type ReactNode } from 'react'
import { serverReachable } from '@sauda/web/reachability'

const againMilliseconds = 2000

/**
 * A part of a screen that is fetched when it is first shown. React's lazy would tear the whole screen down, and everything
 * typed with it, when there is no way to the server just then; this waits and asks again. `waiting` stands there meanwhile.
 */
export function later<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  waiting: ReactNode = null,
): ComponentType<Props> {
  let known: ComponentType<Props> | undefined
  return function Later(props: Props) {
    const [Part, setPart] = useState(() => known)
    const [fault, setFault] = useState<unknown>()
    useEffect(() => {
      if (Part) return undefined
      let timer: ReturnType<typeof setTimeout> | undefined
      let left = false
      let answers = false
      const ask = async (): Promise<void> => {
        try {
          known = await withStyles(load)
          if (!left) setPart(() => known)
        } catch (error) {
          const isAway = await silent()
          if (left) return
          if (!isAway && answers) return setFault(error)
          answers = !isAway
          // The server may have come back only after the part was asked for.
          if (answers) return ask()
          serverReachable.set(false)
          timer = setTimeout(() => void ask(), againMilliseconds)
        }
      }
      void ask()
      return () => {
        left = true
        clearTimeout(timer)
      }
    }, [Part])
    // The server answers, but not with this part: a newer version is out, and only loading the page again helps.
    if (fault !== undefined) throw fault
    return Part ? <Part {...props} /> : waiting
  }
}

const silent = (): Promise<boolean> =>
  fetch('/api/health').then(
    () => false,
    () => true,
  )

/** The bundler asks for a stylesheet only once: one that failed before is fetched anew, or the part would come without its looks. */
async function withStyles<Part>(load: () => Promise<Part>): Promise<Part> {
  document.addEventListener('error', markBroken, true)
  try {
    await Promise.all([...document.querySelectorAll<HTMLLinkElement>('link[data-broken]')].map(fetchedAnew))
    return await load()
  } finally {
    document.removeEventListener('error', markBroken, true)
  }
}

function markBroken({ target }: Event): void {
  if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') target.dataset['broken'] = ''
}

function fetchedAnew(broken: HTMLLinkElement): Promise<void> {
  return new Promise((done, failed) => {
    const link = document.createElement('link')
    link.rel = 'stylesheet'
    link.href = broken.href
    link.addEventListener('load', () => done())
    link.addEventListener('error', () => failed(new Error(`No stylesheet ${link.href}`)))
    broken.replaceWith(link)
  })
}
