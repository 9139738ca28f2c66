import { useEffect, useEffectEvent, useId, useRef, useState, type KeyboardEvent, type ReactNode, type Ref } from 'react'
import { cx, pressedKey } from './dom.ts'
import { Field, useField, type FieldProps } from './field.tsx'
import { Spinner } from './spinner.tsx'
import fieldStyles from './field.module.css'
import styles from './combobox.module.css'

export interface ComboboxProps<Item> extends Omit<FieldProps, 'optional'> {
  /** Also the name of the list. */
  label: string
  value: Item | null
  onPick: (item: Item | null) => void
  items: readonly Item[]
  onSearch: (text: string) => void
  keyOf: (item: Item) => string
  /** The text of the field once an item is picked. */
  textOf: (item: Item) => string
  renderItem: (item: Item) => ReactNode
  /** The heading above the items of a group; those of one group follow each other in `items`. */
  groupOf?: (item: Item) => string
  /** Shown in the list and announced: "No client matches". */
  note: string
  busy?: boolean
  placeholder?: string
  /** Shows its items before anything is typed. */
  opensOnFocus?: boolean
  /** What the typed text means without a choice: reached first, and picked once the field is left, also if it arrives after that. */
  meant?: Item | undefined
  ref?: Ref<HTMLInputElement>
}

/** Picks an item found by typing, with arrow keys, Enter and Escape. Typing again clears the picked item. */
export function Combobox<Item>(props: ComboboxProps<Item>) {
  const { label, hint, error, value, onPick, items, onSearch, keyOf, textOf } = props
  const { note, busy, placeholder, opensOnFocus, meant, ref } = props
  const [field, control] = useField({ label, hint, error })
  const listId = useId()
  const [text, setText] = useState('')
  const [isOpen, setOpen] = useState(false)
  const [isLeft, setLeft] = useState(false)
  const [activeKey, activate] = useState<string>()
  // What is typed in full is the first stop. By key, so that new results do not change which item Enter picks.
  const first = activeKey === undefined ? meant : undefined
  const shownKey = activeKey ?? (first && keyOf(first))
  const active = Math.max(
    0,
    items.findIndex((item) => keyOf(item) === shownKey),
  )
  const pick = (item: Item) => {
    onPick(item)
    setText('')
    onSearch('')
    setOpen(false)
  }
  const pickMeant = useEffectEvent((item: Item) => !value && text !== '' && pick(item))
  useEffect(() => {
    if (isLeft && meant !== undefined) pickMeant(meant)
  }, [isLeft, meant])
  const move = (step: 1 | -1) => {
    setOpen(true)
    const isFirst = !isOpen || (first !== undefined && step === 1)
    const next = items[isFirst ? active : (active + step + items.length) % items.length]
    if (next) activate(keyOf(next))
  }
  const press = (event: KeyboardEvent) => {
    const item = items[active]
    const key = pressedKey(event.nativeEvent)
    // A list that is always open is closed with what contains it.
    if (key === 'Escape' && opensOnFocus) return
    if (key === 'ArrowDown') move(1)
    else if (key === 'ArrowUp') move(-1)
    else if (!isOpen || (key !== 'Enter' && key !== 'Escape')) return
    else if (key === 'Escape') setOpen(false)
    else if (item) pick(item)
    event.preventDefault()
  }
  return (
    <Field {...field}>
      <div className={styles.anchor}>
        <div className={fieldStyles.box}>
          <input
            {...control}
            ref={ref}
            className={fieldStyles.control}
            role="combobox"
            aria-expanded={isOpen}
            aria-controls={listId}
            aria-autocomplete="list"
            aria-activedescendant={isOpen && items.length > 0 ? `${listId}-${active}` : undefined}
            placeholder={placeholder}
            autoComplete="off"
            spellCheck={false}
            value={value ? textOf(value) : text}
            onChange={(event) => {
              if (value) onPick(null)
              setText(event.target.value)
              onSearch(event.target.value)
              activate(undefined)
              setOpen(true)
            }}
            onClick={() => setOpen(true)}
            onFocus={() => {
              setLeft(false)
              if (opensOnFocus) setOpen(true)
            }}
            onBlur={() => {
              setLeft(true)
              setOpen(false)
            }}
            onKeyDown={press}
          />
          {busy && isOpen && (
            <span className={cx(fieldStyles.affix, styles.busy)}>
              <Spinner />
            </span>
          )}
        </div>
        <Results {...props} listId={listId} isOpen={isOpen} active={active} onChoose={pick} />
        <output className="visually-hidden">{isOpen && !busy && (note || `${items.length} found`)}</output>
      </div>
    </Field>
  )
}

interface ResultsProps<Item> extends ComboboxProps<Item> {
  listId: string
  isOpen: boolean
  active: number
  onChoose: (item: Item) => void
}

function Results<Item>(props: ResultsProps<Item>) {
  const { label, items, keyOf, renderItem, groupOf, note, listId, isOpen, active, onChoose } = props
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isOpen) list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
  }, [isOpen, active])
  return (
    <div className={styles.popup} hidden={!isOpen || (items.length === 0 && note === '')}>
      {note && (
        <p className={styles.note} aria-hidden="true">
          {note}
        </p>
      )}
      <div ref={list} id={listId} role="listbox" aria-label={label} className={styles.list}>
        {[...Map.groupBy(items.entries(), ([, item]) => groupOf?.(item) ?? '')].map(([group, members]) => (
          <div key={group} {...(group && { role: 'group', 'aria-label': group })}>
            {group && (
              <p className={styles.group} aria-hidden="true">
                {group}
              </p>
            )}
            {members.map(([index, item]) => (
              // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the input handles the keys
              <div
                key={keyOf(item)}
                id={`${listId}-${index}`}
                role="option"
                tabIndex={-1}
                aria-selected={index === active}
                className={styles.item}
                // Keeps the focus in the input.
                onPointerDown={(event) => event.preventDefault()}
                onClick={() => onChoose(item)}
              >
                {renderItem(item)}
              </div>
            ))}
          </div>
        ))}
      </div>
    </div>
  )
}
