import { Button } from '@sauda/ui/button'
import { useState } from 'react'

/** Rows of a list that are left out until a button below it is pressed; `textOf` is what the button says. */
export function useHiddenRows<Row>(isHidden: (row: Row) => boolean, textOf: (count: number) => string) {
  const [isWhole, setWhole] = useState(false)
  return {
    shown: (rows: readonly Row[]): readonly Row[] => (isWhole ? rows : rows.filter((row) => !isHidden(row))),
    button: (rows: readonly Row[] = []) => {
      const count = isWhole ? 0 : rows.filter(isHidden).length
      return (
        count > 0 && (
          <Button variant="ghost" full onClick={() => setWhole(true)}>
            {textOf(count)}
          </Button>
        )
      )
    },
  }
}
