import { widgetRules, type WidgetWord } from '@sauda/contract/widget'

/**
 * Where the charting service's own page is, if that is what the sealed document said. What runs there may say anything, so
 * only the hosts the page's policy lets us frame count.
 */
export function widgetAddress(word: unknown): string | undefined {
  const { address } = (typeof word === 'object' && word !== null ? word : {}) as Partial<WidgetWord>
  if (typeof address !== 'string' || !URL.canParse(address)) return undefined
  return (widgetRules.hosts as readonly string[]).includes(new URL(address).origin) ? address : undefined
}

/** The charting service's word for a symbol it has nothing to show of. */
export function hasNoData(word: unknown): boolean {
  return typeof word === 'object' && word !== null && Reflect.get(word, 'name') === 'tv-widget-no-data'
}
