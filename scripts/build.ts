import { buildScreens } from './screens.ts'

/** `npm run build`: builds portal and desk, so that a start in production builds nothing. */
export const main = (): Promise<void> => buildScreens()
