import { paiseOf } from '@sauda/contract/money'

/** −12.5 → −1250n: `paiseOf` reads amounts without a sign. */
export const signedPaise = (rupees: number): bigint => (rupees < 0 ? -paiseOf(-rupees) : paiseOf(rupees))
