export interface ForexPair {
  pair: string
  price: string
  change: string
  spread: string
  trend: 'Up' | 'Down'
}

/** The static rows of the specification. */
export const forexPairs: readonly ForexPair[] = [
  { pair: 'EUR/USD', price: '1.0842', change: '+0.12%', spread: '0.6', trend: 'Up' },
  { pair: 'USD/JPY', price: '149.36', change: '−0.08%', spread: '0.8', trend: 'Down' },
  { pair: 'GBP/USD', price: '1.2715', change: '+0.21%', spread: '0.9', trend: 'Up' },
  { pair: 'AUD/USD', price: '0.6583', change: '−0.15%', spread: '0.7', trend: 'Down' },
  { pair: 'USD/CHF', price: '0.8791', change: '+0.05%', spread: '1.1', trend: 'Up' },
]

export const samplePairs = 'These rows are examples. They are not live, and these pairs cannot be traded here.'
