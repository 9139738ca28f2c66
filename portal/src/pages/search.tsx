import { tradedAt } from '@sauda/contract/trading/valuation'
import { readNumber } from '@sauda/contract/platform/amount-text'
import { decimalOf, formatQuantity } from '@sauda/contract/platform/decimal'
import { paiseOf } from '@sauda/contract/platform/money'
import type { Trade } from '@sauda/contract/trading/trade'
import { tidyText } from '@sauda/contract/platform/typed-text'
import { pressedKey } from '@sauda/ui/dom'
import { Dialog } from '@sauda/ui/dialog'
import { AmountText, Money } from '@sauda/ui/money'
import { TextField } from '@sauda/ui/text-field'
import { formatDate } from '@sauda/web/date-time'
import { useDebounced } from '@sauda/web/hooks'
import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { useStatementSearch } from '../books/statement/statement.api.ts'
import { narrationLine } from '../books/statement/statement.text.ts'
import { statusLabel } from '../money/wallet/transaction.ts'
import { useTransactions } from '../money/wallet/wallet.api.ts'
import { typeLabels } from '../money/wallet/wallet.text.ts'
import { withStock } from '../shell/stock-link.tsx'
import { screenTitle, titledPaths, titleWithoutScreen } from '../shell/titles.ts'
import { isOpen as isOpenPosition, tradedText } from '../trading/trade/trade.ts'
import { useTrades } from '../trading/trade/trade.api.ts'
import { useFoundInstruments } from '../trading/watch/watch.api.ts'
import styles from './search.module.css'

const mostOfKind = 6
/** Requests that are listed before anything is typed. */
const latest = 3

interface Found {
  readonly group: 'Actions' | 'Screens' | 'Settings' | 'Stocks' | 'Trades' | 'Transactions'
  readonly key: string
  readonly title: string
  readonly note?: ReactNode
  readonly to?: string
  /** Its page opens over the present screen. */
  readonly stock?: string
}

/** The screens by their titles; an address that redirects, or shows the screen of another, is left out. */
const screens: readonly Found[] = titledPaths
  .filter((path) => /^\/(account|portfolio)\/./.test(path))
  .map((to): Found => ({ group: 'Screens', key: to, title: screenTitle(to) ?? '', to }))
  .filter(({ to = '' }) => !['/account/portfolio', '/account/portfolio/overview', '/account/position'].includes(to))
  .filter(({ to = '' }) => !['/account/wallet', titleWithoutScreen].includes(to))

/** Offered before anything is typed. */
const actions = [
  ['Add Fund', '/account/wallet/add-fund'],
  ['Withdraw Fund', '/account/wallet/add-fund?direction=withdraw'],
  ['Statement', '/account/wallet/statement'],
].map(([title = '', to = '']): Found => ({ group: 'Actions', key: title, title, to }))

/** Settings that are found by their own name, with the screen they are on. */
const settings = [
  ['Password', '/account/security'],
  ['Email', '/account/security'],
  ['Mobile', '/account/security'],
  ['Two-step login', '/account/security'],
  ['Passkeys', '/account/security'],
  ['Where you are logged in', '/account/security'],
  ['Profile photo', '/account/profile'],
  ['Withdraw Fund', '/account/wallet/add-fund?direction=withdraw'],
  ['Trading Loan', '/account/portfolio/overview'],
].map(([title = '', to = '']): Found => {
  const [path = ''] = to.split('?')
  return { group: 'Settings', key: title, title, note: screenTitle(path), to }
})

interface SearchProps {
  isOpen: boolean
  onClose: () => void
  text: string
  onText: (text: string) => void
}

/** Opens a screen, a stock or an entry of the statement. */
export function SearchDialog({ isOpen, ...rest }: SearchProps) {
  const field = useRef<HTMLInputElement>(null)
  return (
    <Dialog open={isOpen} onOpenChange={rest.onClose} title="Search" wide initialFocus={field}>
      <SearchField ref={field} {...rest} />
    </Dialog>
  )
}

type FieldProps = Omit<SearchProps, 'isOpen'> & { ref: { current: HTMLInputElement | null } }

function SearchField({ ref, onClose, text, onText }: FieldProps) {
  const [at, setAt] = useState(0)
  const { found, note } = useFound(text)
  const list = useRef<HTMLDivElement>(null)
  const id = useId()
  const navigate = useNavigate()
  const active = Math.min(at, found.length - 1)
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
  }, [active])
  const open = ({ to, stock }: Found) => {
    onClose()
    void navigate(to ?? withStock(stock), { preventScrollReset: to === undefined })
  }
  const press = (event: KeyboardEvent) => {
    const key = pressedKey(event.nativeEvent)
    const step = { ArrowDown: 1, ArrowUp: -1 }[key]
    const chosen = found[active]
    if (step) setAt((active + step + found.length) % found.length)
    else if (key === 'Enter' && chosen) open(chosen)
    else return
    event.preventDefault()
  }
  return (
    <>
      <TextField
        ref={ref}
        label="Screen, stock, reference or amount"
        type="search"
        role="combobox"
        aria-expanded
        aria-controls={id}
        aria-autocomplete="list"
        aria-activedescendant={found.length > 0 ? `${id}-${active}` : undefined}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => {
          onText(event.target.value)
          setAt(0)
        }}
        onKeyDown={press}
      />
      <output className={found.length > 0 ? 'visually-hidden' : 'note'}>{note}</output>
      <div ref={list} id={id} role="listbox" aria-label="Results" className={styles.results}>
        {found.map((item, index) => (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field handles the keys
          <div
            key={item.key}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            data-group={item.group === found[index - 1]?.group ? undefined : item.group}
            className={styles.result}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => open(item)}
          >
            <AmountText>{item.title}</AmountText>
            <span className="note tabular">{item.note}</span>
          </div>
        ))}
      </div>
    </>
  )
}

function useFound(text: string): { found: readonly Found[]; note: string } {
  const words = tidyText(text)
  const settled = useDebounced(words)
  const entries = useStatementSearch(settled)
  const trades = useTrades()
  const requests = useTransactions()
  const instruments = useFoundInstruments(settled)
  const isIn = (title: string) => title.toLowerCase().includes(words.toLowerCase())
  const isEmpty = words === ''
  const named = matching(
    (trades.data ?? []).filter((trade) => !isEmpty || isOpenPosition(trade)),
    words,
    (trade) => `${trade.stockName} ${trade.tradeId}`,
  )
  const owned = new Set(named.filter(({ reversed }) => !reversed).map(({ stockName }) => stockName))
  const listed = settled === words ? (instruments.data?.instruments ?? []) : []
  const stocks = [
    ...[...owned].map((stock) => stockFound(stock, heldNote(stock, trades.data ?? []))),
    ...listed.filter(({ symbol }) => !owned.has(symbol)).map(({ symbol, name }) => stockFound(symbol, name)),
  ]
  const past = named.filter((trade) => !isOpenPosition(trade) && trade.reversed === undefined)
  const orders = past.map((trade): Found => ({
    group: 'Trades',
    key: trade._id,
    title: `${trade.stockName} · ${tradedText(trade)}`,
    note: (
      <>
        {trade.action === 'SELL' && <Money amount={paiseOf(trade.profitLoss ?? 0)} change />}{' '}
        {formatDate(tradedAt(trade))} · {trade.tradeId}
      </>
    ),
    stock: trade.stockName,
  }))
  const events = (settled === words ? (entries.data?.events ?? []) : []).filter(
    ({ reference }) => !past.some(({ tradeId }) => tradeId === reference),
  )
  const transactions = events.map((event): Found => ({
    group: 'Transactions',
    key: event.journalId,
    title: [event.title, narrationLine(event)].filter(Boolean).join(' '),
    note: (
      <>
        {event.amount !== 0 && <Money amount={paiseOf(event.amount)} />} {formatDate(event.at)}
      </>
    ),
    to: `/account/wallet/statement?entry=${event.journalId}`,
  }))
  // A request that has moved no money yet, or none at all, is in no statement.
  const amount = readNumber(words) ?? ''
  const others = (requests.data?.pages ?? [])
    .flatMap((page) => page.transactions)
    .map((request) => ({ ...request, title: `${typeLabels[request.type]} ${request.transactionId}` }))
    .filter(({ transactionId }) => !events.some(({ reference }) => reference === transactionId))
    .filter(
      (request) =>
        [request.title, statusLabel(request), request.reference, request.utr, request.bankReference].some(
          (text) => text !== undefined && isIn(text),
        ) ||
        (amount !== '' && Number(amount) === request.amount),
    )
    .slice(0, isEmpty ? latest : undefined)
    .map((request): Found => ({
      group: 'Transactions',
      key: request._id,
      title: request.title,
      note: (
        <>
          {statusLabel(request)} · <Money amount={paiseOf(request.amount)} /> {formatDate(request.createdAt)}
        </>
      ),
      to: `/account/wallet/transaction-history?transaction=${request._id}`,
    }))
  const found = [
    ...(isEmpty ? actions : matching(screens, words, titleOf).slice(0, mostOfKind)),
    ...(isEmpty ? [] : matching(settings, words, titleOf)),
    ...stocks.slice(0, mostOfKind),
    ...orders.slice(0, mostOfKind),
    ...[...others, ...transactions].slice(0, mostOfKind),
  ]
  const isBusy = words !== settled || (!isEmpty && (entries.isPending || instruments.isPending))
  if (entries.isError) return { found, note: 'Your transactions could not be searched.' }
  return { found, note: isBusy ? 'Searching...' : found.length === 0 ? `Nothing matches “${words}”.` : countOf(found) }
}

const stockFound = (stock: string, note: string): Found => ({ group: 'Stocks', key: stock, title: stock, note, stock })

function heldNote(stock: string, trades: readonly Trade[]): string {
  const open = trades.filter((trade) => trade.stockName === stock && isOpenPosition(trade))
  const quantity = open.reduce((sum, each) => sum + (decimalOf(each.quantity) ?? 0n), 0n)
  return quantity === 0n ? 'Sold out' : `${formatQuantity(quantity)} shares`
}

/** What has each word of the text: first where words begin with them, then inside a word. */
function matching<Item>(items: readonly Item[], text: string, textOf: (item: Item) => string): Item[] {
  const words = text.toLowerCase().split(/\s+/)
  const has = (item: Item, start: string) =>
    words.every((word) => ` ${textOf(item)}`.toLowerCase().includes(start + word))
  return items.filter((item) => has(item, '')).toSorted((one, other) => Number(has(other, ' ')) - Number(has(one, ' ')))
}

const titleOf = ({ title }: Found): string => title
const countOf = ({ length }: readonly Found[]): string => (length === 1 ? '1 result' : `${length} results`)
