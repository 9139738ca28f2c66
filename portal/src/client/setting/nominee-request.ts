import { nomineeInput } from '@sauda/contract/client/nominee'
import { settingErrors } from '@sauda/contract/client/setting'
import { isMinorRow, shareOf, type NomineeField, type RowErrors, type TypedNominee } from './nominee-rows.ts'
import type { NomineeInput } from './setting.api.ts'

export function requestOf(
  rows: readonly TypedNominee[],
  today: string,
): { body: NomineeInput } | { errors: RowErrors } {
  const typed = {
    nominees: rows.map((row) => ({
      name: row.name,
      relationship: row.relationship,
      share: shareOf(row.share),
      ...(row.bornOn !== '' && { bornOn: row.bornOn }),
      ...(isMinorRow(row, today) && { guardian: row.guardian }),
    })),
  }
  const checked = nomineeInput.safeParse(typed)
  const errors: Partial<Record<NomineeField, string>>[] = rows.map(({ bornOn }) =>
    bornOn > today ? { bornOn: settingErrors.notBorn.message } : {},
  )
  let form: string | undefined
  for (const { path, message } of checked.error?.issues ?? []) {
    const [, index, field] = path
    const row = errors[Number(index)]
    if (row && field !== undefined) row[field as NomineeField] ??= message
    else form ??= message
  }
  const found = form !== undefined || errors.some((row) => Object.keys(row).length > 0)
  return found || !checked.data ? { errors: { rows: errors, form } } : { body: checked.data }
}
