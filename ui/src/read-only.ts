import { createContext } from 'react'

/** Within it no form can be sent: what surrounds it says why. */
export const ReadOnly = createContext(false)
