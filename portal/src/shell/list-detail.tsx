import { IconButton } from '@sauda/ui/button'
import { Dialog, useLast } from '@sauda/ui/dialog'
import { Panel, Row } from '@sauda/ui/stack'
import { X } from 'lucide-react'
import {
  useCallback,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  type ReactNode,
  type RefObject,
} from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import styles from './list-detail.module.css'
import { useIsDesktop } from '@sauda/web/hooks'

export interface Detail {
  /** Id of the open row. */
  readonly id: string | undefined
  /** The same, and the last one while its sheet closes. */
  readonly shownId: string | undefined
  readonly open: (id: string, replace?: boolean) => void
  readonly close: () => void
  /** Open without being named in the address. */
  readonly isPreset: boolean
}

/**
 * The open row of a list is named in the address, so that Back closes it and a link opens it. `preset`: the row whose detail is
 * beside the list from 1100 px while the address names none.
 */
export function useDetail(parameter: string, preset?: string): Detail {
  const named = useSearchParams()[0].get(parameter) ?? undefined
  const navigate = useNavigate()
  const isDesktop = useIsDesktop()
  const id = named ?? (isDesktop ? preset : undefined)
  const opening = useRef<HTMLElement>(null)
  // From the address and not from `id`, so that the rows keep the same function.
  const open = useCallback(
    (next: string, replace = false) => {
      const search = new URLSearchParams(location.search)
      const before = search.get(parameter)
      search.set(parameter, next)
      const moves = isDesktop && before === null && !matchMedia('(prefers-reduced-motion: reduce)').matches
      endOpening(opening.current)
      opening.current = before === next ? null : rowOf(next)
      opening.current?.setAttribute('data-opening', '')
      if (moves) opening.current?.style.setProperty('view-transition-name', 'opened-detail')
      void navigate(
        { search: search.toString() },
        { replace: replace || before === next, preventScrollReset: true, flushSync: moves, viewTransition: moves },
      )
    },
    [navigate, parameter, isDesktop],
  )
  const close = useCallback(() => {
    const search = new URLSearchParams(location.search)
    search.delete(parameter)
    void navigate({ search: search.toString() }, { replace: true, preventScrollReset: true })
  }, [navigate, parameter])
  useLayoutEffect(() => endOpening(opening.current), [id])
  return { id, shownId: useLast(id), open, close, isPreset: named === undefined }
}

/** Removes the marks of a row being opened: the detail now has its name, so the row grows into it, and the row is marked as current. */
function endOpening(row: HTMLElement | null): void {
  row?.removeAttribute('data-opening')
  row?.style.removeProperty('view-transition-name')
}

const openerOf = (id: string): HTMLElement | null => document.querySelector(`[data-key="${CSS.escape(id)}"]`)
const rowOf = (id: string): HTMLElement | null => openerOf(id)?.closest('td, tr, li') ?? null

interface ListDetailProps {
  detail: Detail
  title: ReactNode
  content: ReactNode
  /** Width of the sheet below 1100 px. */
  wide?: boolean
  /** Beside the account menu: the list is narrow and the detail has the rest. */
  lead?: 'detail'
  /** The list; the buttons that open its rows have `data-key`, and each row is marked with `aria-current`. */
  children: ReactNode
}

/** A list with its detail at the right from 1100 px, and in a sheet below that. */
export function ListDetail({ detail, title, content, wide = false, lead, children }: ListDetailProps) {
  const { id, shownId, close, isPreset } = detail
  const isDesktop = useIsDesktop()
  const list = useRef<HTMLDivElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  useKeys({ detail, isDesktop, list })
  // Not of a preset detail, which also disappears when the window becomes narrow.
  useFocus({ id: isPreset ? undefined : id, list, heading })
  return (
    <div className={styles.split} data-lead={lead}>
      <div ref={list} className={styles.list}>
        {children}
      </div>
      {!isDesktop ? (
        <Dialog open={id !== undefined} onOpenChange={close} title={title} wide={wide} inAddress>
          {shownId !== undefined && content}
        </Dialog>
      ) : (
        id !== undefined && (
          <Pane key={id} heading={heading} title={title} onClose={isPreset ? undefined : close}>
            {content}
          </Pane>
        )
      )}
    </div>
  )
}

interface PaneProps {
  heading: RefObject<HTMLHeadingElement | null>
  title: ReactNode
  onClose: (() => void) | undefined
  children: ReactNode
}

function Pane({ heading, title, onClose, children }: PaneProps) {
  const name = useId()
  return (
    <Panel as="aside" className={styles.pane} aria-labelledby={name}>
      <Row tight justify="between" gap={2} className={styles.head}>
        <h2 ref={heading} id={name} tabIndex={-1} className="lg anywhere">
          {title}
        </h2>
        {onClose && <IconButton label="Close" icon={<X aria-hidden="true" />} onClick={onClose} />}
      </Row>
      <div className={styles.body}>{children}</div>
    </Panel>
  )
}

interface KeysInput {
  detail: Detail
  isDesktop: boolean
  list: RefObject<HTMLElement | null>
}

/** Arrow keys, Home and End move through the rows, and an open detail follows; Escape closes it. */
function useKeys({ detail: { id, open, close, isPreset }, isDesktop, list }: KeysInput): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { key, target, defaultPrevented, altKey, ctrlKey, metaKey, shiftKey } = event
    const isOpenBeside = isDesktop && id !== undefined
    if (defaultPrevented || altKey || ctrlKey || metaKey || shiftKey || !(target instanceof HTMLElement)) return
    if (key === 'Escape' && isOpenBeside && !isPreset && !target.matches('input') && !document.querySelector(overlays))
      close()
    if (target.dataset['key'] === undefined || !list.current?.contains(target)) return
    const openers = [...list.current.querySelectorAll<HTMLElement>('[data-key]')]
    const at = openers.indexOf(target)
    const next = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: openers.length - 1 }[key]
    const opener = next === undefined ? undefined : openers[next]
    if (!opener) return
    event.preventDefault()
    opener.focus()
    if (isOpenBeside && opener.dataset['key']) open(opener.dataset['key'], true)
  })
  useEffect(() => {
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}

const overlays = '[aria-modal=true], :popover-open'

/** A row opened with the keyboard moves the focus to the detail beside it; a closed detail returns it to its row. */
function useFocus({ id, list, heading }: FocusInput): void {
  const isByKeyboard = useRef(false)
  const onClick = useEffectEvent(({ target, detail }: MouseEvent) => {
    const opener = target instanceof Element ? target.closest<HTMLElement>('[data-key]') : null
    if (!opener || !list.current?.contains(opener)) return
    isByKeyboard.current = detail === 0
    if (isByKeyboard.current && opener.dataset['key'] === id) heading.current?.focus()
  })
  useEffect(() => {
    document.addEventListener('click', onClick, true)
    return () => document.removeEventListener('click', onClick, true)
  }, [])
  const last = useRef(id)
  useEffect(() => {
    const before = last.current
    last.current = id
    if (before === id) return
    if (id !== undefined && isByKeyboard.current) heading.current?.focus({ preventScroll: true })
    if (id === undefined && before !== undefined && document.activeElement === document.body) openerOf(before)?.focus()
    isByKeyboard.current = false
  }, [id, heading])
}

interface FocusInput {
  id: string | undefined
  list: RefObject<HTMLElement | null>
  heading: RefObject<HTMLElement | null>
}
