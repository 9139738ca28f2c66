import pressed from '@sauda/ui/pressed-row.module.css'
import { type ReactNode, useCallback } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'

/**
 * The address of this screen with the page of a stock over it, or without one. The account area shows the stock that the
 * address names, so that links, Back and a reload work.
 */
export function withStock(stock: string | undefined): { search: string } {
  const search = new URLSearchParams(location.search)
  if (stock === undefined) search.delete('stock')
  else search.set('stock', stock)
  return { search: search.toString() }
}

export function useOpenStock(): (stock: string) => void {
  const navigate = useNavigate()
  return useCallback((stock) => void navigate(withStock(stock), { preventScrollReset: true }), [navigate])
}

/** Opens the stock from anywhere on its row. */
export function StockLink({ stock, children }: { stock: string; children: ReactNode }) {
  // Drawn again when the rest of the address changes.
  useSearchParams()
  return (
    <Link to={withStock(stock)} preventScrollReset className={`${pressed.press} ${pressed.name}`}>
      {children}
    </Link>
  )
}
