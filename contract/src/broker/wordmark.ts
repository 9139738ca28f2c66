/** The product's own name; a broker of another name has the sign instead of the wordmark. */
export const productName = 'Sauda'

/** The name in Devanagari, as outlines of Noto Sans Devanagari, so that it needs no font. */
export const wordmark = {
  top: -44,
  width: 92,
  height: 48,
  path: 'M13 1q-4-4-6-7-3-3-4-5-1-2-1-3 0-1 0-2 0-1 0-2 1-1 3-1 2 0 3 1 2 1 3 3l-4-1q2-1 3-2 0-1 0-3 0-2 0-3 0-1-1-2l3 2h-12v-6h22v6h-7l1-2q0 1 1 3 0 1 0 2 0 2-1 4 0 1-1 2l-1 1q-1 1-2 2-1 1-3 1v-1q2 2 3 3 1 2 3 3 2 2 3 3zM21-10q-2 0-5-1-2 0-4-2l2-4q2 1 3 1 2 0 4 0 2 0 3 0 2-1 4-1v5q-2 1-3 1-2 1-4 1zM25 0v-24h-5v-6h16v6h-4v24zM46-24v24h-7v-24h-4v-6h15v6zM40-30q-2-1-3-1-1-1-1-1-1-1-2-1-2 0-3 1-1 0-2 0l-1-4q1 0 2-1 1 0 3 0 1 0 2 0 1 1 2 2 1 0 3 2-1-2-2-4-1-1-2-1-1-1-3-1-1 0-1 0-1 1-2 1l-2-4q1-1 3-1 1 0 2 0 3 0 4 1 2 0 3 2 1 1 2 4 2 3 3 6zM69 3q-1-2-2-4 0-2-1-4v-2q-1 0-1-1 0-1 0-1 0-2 1-3 1-1 3-1 3 0 4 1 2 2 2 4 0 1-1 2-2 1-4 2l-1 1q-1 0-2 0-1 0-3 0-2 0-4 0-3-1-5-2-1-1-3-3-1-2-1-5 0-4 3-6 4-3 10-3h3l-1 2v-4h-16v-6h27v6h-5v7h-7q-4 0-5 1-2 2-2 4 0 2 2 3 1 1 4 1 1 0 2 0 1 0 2-1l3 3q1 2 2 3 1 2 2 4zM87-24v24h-7v-24h-3v-6h14v6z',
} as const

/** Drawn in a square of 24. */
export const signPath = 'M6.5 15.5 10.5 10l3.5 3 3.5-5.5'
