import { useBrand } from './brand.ts'

export function Title({ children }: { children: string }) {
  const { name } = useBrand()
  return <title>{`${children} · Desk · ${name}`}</title>
}
