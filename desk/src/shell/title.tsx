import { useBrand } from './brand.ts'

/** The browser tab's words: the screen, the desk, the product. */
export function Title({ children }: { children: string }) {
  const { name } = useBrand()
  return <title>{`${children} · Desk · ${name}`}</title>
}
