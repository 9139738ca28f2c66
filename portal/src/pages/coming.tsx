import { EmptyState } from '@sauda/ui/empty-state'
import { HonestyMark } from '@sauda/ui/honesty-mark'
import { useLocation } from 'react-router'
import { cleanPath } from '../shell/guard.ts'
import { Screen } from '../shell/screen.tsx'
import { screenTitle } from '../shell/titles.ts'

const words: Readonly<Record<string, string>> = {
  '/account/demat': 'Your demat account details open here soon.',
  '/account/segment': 'You will manage your segments here soon.',
  '/account/nominee': 'You will name your nominee here soon.',
  '/account/fund-settlement': 'You will choose how often funds are settled here soon.',
}

/** One honest line for a screen whose time has not come. */
export default function Coming() {
  const path = cleanPath(useLocation().pathname)
  return (
    <Screen title={screenTitle(path) ?? 'Coming'} mark={<HonestyMark kind="coming" />}>
      <EmptyState title={words[path] ?? 'This opens here soon.'} />
    </Screen>
  )
}
