import type { Topic } from '@sauda/contract/notice'
import { useState } from 'react'
import { useLiveUpdates } from './events.ts'

const words: Partial<Record<Topic, string>> = {
  kyc: 'Your document verification was updated.',
  bank: 'Your bank details were updated.',
  wallet: 'Your wallet was updated.',
  loan: 'Your loans were updated.',
  charge: 'Your charges were updated.',
  trade: 'Your trades were updated.',
  setting: 'Your settings were updated.',
}

/** Keeps the screens true, and tells who cannot see them change that they did. */
export function LiveUpdates({ token }: { token: string | null }) {
  const [news, tell] = useState<{ said: string; time: number }>()
  useLiveUpdates(token, (topic) => {
    const said = words[topic]
    if (said) tell({ said, time: Date.now() })
  })
  return (
    <output className="visually-hidden" aria-label="Live updates">
      {news && <span key={news.time}>{news.said}</span>}
    </output>
  )
}
