import { EmptyState } from '@sauda/ui/empty-state'
import { HonestyMark } from '@sauda/ui/honesty-mark'
import { useLocation } from 'react-router'
import { cleanPath } from '../shell/guard.ts'
import { Screen } from '../shell/screen.tsx'
import { screenTitle } from '../shell/titles.ts'

const words: Readonly<Record<string, string>> = {
  '/account/home': 'Your dashboard opens here soon. Until then, everything about you is under Account.',
  '/portfolio/equity': 'Your forex summary opens here soon.',
  '/account/position/position': 'Your positions open here soon. No order has been placed yet.',
  '/account/position/order-history': 'Your orders open here soon. No order has been placed yet.',
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
