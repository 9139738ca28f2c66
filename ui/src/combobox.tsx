import { Combobox as Base } from '@base-ui/react/combobox'
import type { ReactNode, Ref } from 'react'
import { cx } from './cx.ts'
import { FieldLabel, FieldNotes, useFieldWiring, type FieldProps } from './field.tsx'
import { Spinner } from './spinner.tsx'
import fieldStyles from './field.module.css'
import styles from './combobox.module.css'

export interface ComboboxProps<Item> extends FieldProps {
  value: Item | null
  onPick: (item: Item | null) => void
  /** What was found for the text; what does not match it any more is left out until the next answer. */
  items: readonly Item[]
  onSearch: (text: string) => void
  keyOf: (item: Item) => string
  /** What stands in the field once it is picked. */
  textOf: (item: Item) => string
  /** A line of the list. */
  draw: (item: Item) => ReactNode
  /** Said under the list, and aloud: "Searching", "No client matches". */
  note: string
  busy?: boolean
  placeholder?: string
  ref?: Ref<HTMLInputElement>
}

/** One of many, found as one types: arrows, Enter, Escape. */
export function Combobox<Item>(props: ComboboxProps<Item>) {
  const { label, hint, error, optional, value, onPick, items, onSearch, keyOf, textOf, draw, note, busy } = props
  const { placeholder, ref } = props
  const { control, hintId, errorId } = useFieldWiring(undefined, hint, error)
  return (
    <Base.Root
      items={[...items]}
      filter={null}
      autoHighlight
      value={value}
      onValueChange={onPick}
      onInputValueChange={(text, { reason }) => reason !== 'item-press' && onSearch(text)}
      itemToStringLabel={textOf}
      isItemEqualToValue={(one: Item, other: Item) => keyOf(one) === keyOf(other)}
    >
      <div className={fieldStyles.field}>
        <FieldLabel htmlFor={control.id} label={label} optional={optional} />
        <Base.InputGroup className={fieldStyles.box}>
          <Base.Input
            {...control}
            ref={ref}
            className={fieldStyles.control}
            placeholder={placeholder}
            autoComplete="off"
            spellCheck={false}
          />
          {busy && (
            <span className={cx(fieldStyles.affix, styles.busy)}>
              <Spinner />
            </span>
          )}
        </Base.InputGroup>
        <FieldNotes hint={hint} error={error} hintId={hintId} errorId={errorId} />
      </div>
      <Base.Portal>
        <Base.Positioner className={styles.positioner} align="start" sideOffset={4}>
          <Base.Popup className={styles.popup} aria-busy={busy || undefined}>
            <Base.Status className={styles.note}>{note}</Base.Status>
            <Base.List className={styles.list}>
              {(item: Item) => (
                <Base.Item key={keyOf(item)} value={item} className={styles.item}>
                  {draw(item)}
                </Base.Item>
              )}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
