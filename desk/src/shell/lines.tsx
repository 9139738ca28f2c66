import type { BrokerBank } from '@sauda/contract/money/broker-bank'
import { paiseOf } from '@sauda/contract/platform/money'
import type { CaseWarning } from '@sauda/contract/core/queue'
import { AlertBanner } from '@sauda/ui/alert-banner'
import { Kbd } from '@sauda/ui/badge'

import type { Description } from '@sauda/ui/description-list'
import { Money, type MoneyProps } from '@sauda/ui/money'
import { cx } from '@sauda/ui/dom'
import pressed from '@sauda/ui/pressed-row.module.css'
import { sentence } from '@sauda/ui/sentence'

import { formatDate } from '@sauda/web/date-time'
import { todayInIndia } from '@sauda/web/server-clock'
import { CopyButton } from '@sauda/web/copy-button'
import { type ComponentProps, Fragment, type ReactNode } from 'react'
import { Link } from 'react-router'

import layout from './layout.module.css'

export const Lines = ({ children }: { children: ReactNode }) => <div className={layout.lines}>{children}</div>

export const Faint = ({ children, tabular = false }: { children: ReactNode; tabular?: boolean }) => (
  <span className={tabular ? `tabular ${layout.faint}` : layout.faint}>{children}</span>
)

/** The link of a row to its page, pressed anywhere on the row; in a list, j and k move to it. */
export const rowLink = (to: string, text: ReactNode, className = 'tabular') => (
  <Link className={cx(className, pressed.press)} to={to} data-item="">
    {text}
  </Link>
)

/** A cell with a second line in faint text. */
export const twoLines = (main: ReactNode, faint: ReactNode, tabular = false) => (
  <Lines>
    {main}
    {faint && <Faint tabular={tabular}>{faint}</Faint>}
  </Lines>
)

/** The same in one line where there is room for it. */
export const oneLine = (main: ReactNode, faint: ReactNode) => (
  <div className={layout.beside}>
    {main}
    {faint && <Faint tabular>{faint}</Faint>}
  </div>
)

/** From this many days left, the text is coloured. */
const soonDays = 3

/** The number of a bank account with its IFSC. */
export const accountText = ({ accountNumber, ifsc }: Partial<Pick<BrokerBank, 'accountNumber' | 'ifsc'>>): string =>
  accountNumber ? `${accountNumber}, ${ifsc}` : 'Number not entered yet'

/** `7 days left`, with the date below. */
export function DaysLeft({ until, prefix }: { until: string; prefix: string }) {
  const days = (Date.parse(until) - Date.parse(todayInIndia())) / 86_400_000
  const text = days === 0 ? 'today' : Math.abs(days) === 1 ? '1 day' : `${Math.abs(days)} days`
  const left = days === 0 ? 'Due today' : days < 0 ? `${text} late` : `${text} left`
  return twoLines(
    <span className={days <= soonDays ? `nowrap ${layout.differs}` : 'nowrap'}>{left}</span>,
    <span className="nowrap">{`${prefix}by ${formatDate(until)}`}</span>,
  )
}

/** The loan part of an amount in rupees; nothing without one. */
export const loanText = (rupees = 0) =>
  rupees > 0 && sentence('loan {amount}', { amount: <Money amount={paiseOf(rupees)} /> })

interface ClientLinesProps {
  clientId: string
  clientName: string
  saudaId: string
  show: 'ledger' | 'trades'
}

export const ClientLines = ({ clientId, clientName, saudaId, show }: ClientLinesProps) =>
  oneLine(
    <Link className={layout.client} to={`/clients/${clientId}?show=${show}`}>
      {clientName}
    </Link>,
    saudaId,
  )

/** The keys of a list; `children` are those of its rows. */
export const ListKeys = ({ children }: { children: ReactNode }) => (
  <p className={layout.keys}>
    <KeyHint keys={['j', 'k']}>move</KeyHint>
    {children}
  </p>
)

/** Texts below each other. */
export const textLines = (texts: readonly string[]) => texts.map((text) => <span key={text}>{text}</span>)

export const KeyHint = ({ keys, children }: { keys: readonly string[]; children: string }) => (
  <span className={layout.hint}>
    {keys.map((key) => (
      <Kbd key={key}>{key}</Kbd>
    ))}
    {children}
  </span>
)

/** Breaks before the "@" if it must. */
export function Email({ children }: { children: string }) {
  const at = children.lastIndexOf('@')
  return (
    <span className={layout.email}>
      {children.slice(0, at)}
      <wbr />
      {children.slice(at)}
    </span>
  )
}

/** A file name breaks after an underscore if it must. */
export const FileName = ({ children }: { children: string }) => (
  <Faint>
    {children.split(/(?<=_)/).map((part, at) => (
      <Fragment key={at}>
        {part}
        <wbr />
      </Fragment>
    ))}
  </Faint>
)

interface CopyableProps extends Pick<ComponentProps<typeof CopyButton>, 'text' | 'name' | 'done'> {
  children?: ReactNode
}

export const Copyable = ({ text, name, done, children = text }: CopyableProps) => (
  <div className={layout.copyable}>
    <span>{children}</span>
    <CopyButton text={text} name={name} done={done} variant="secondary" />
  </div>
)

/** A line of a description list with a copy button; no line without a value. */
export const copyFact = (term: string, text: string | undefined, name: `Copy ${string}`, done: `${string} copied`) =>
  text !== undefined && { term, value: <Copyable text={text} name={name} done={done} /> }

/** An amount as a line of a description list: rupees, or paise as a bigint. `isTotal`: of the lines above. */
export const amountFact = (term: string, amount: number | bigint, { isTotal = false, ...look }: AmountLook = {}) => {
  const money = <Money amount={typeof amount === 'bigint' ? amount : paiseOf(amount)} {...look} />
  return { term, value: isTotal ? <strong>{money}</strong> : money }
}
type AmountLook = Omit<MoneyProps, 'amount'> & { isTotal?: boolean }

/** Figures side by side. */
export const Strip = ({ items }: { items: readonly ((Description & { isZero?: boolean }) | false)[] }) => (
  <dl className={layout.strip}>
    {items.map(
      (item) =>
        item && (
          <div key={item.term} data-zero={item.isZero || undefined}>
            <dt>{item.term}</dt>
            <dd>{item.value}</dd>
          </div>
        ),
    )}
  </dl>
)

export interface Warning {
  text: string
  to?: string | undefined
  severity?: CaseWarning['severity']
}

/** The server's warnings in its order, each with a link to what it is about; `of` names one of several. */
export const caseWarnings = (warnings: readonly CaseWarning[], of?: string): Warning[] =>
  warnings.map(({ severity, sentence, link: to }) => ({ severity, text: of ? `${of}: ${sentence}` : sentence, to }))

/** Without those pinned to the client, which the heading of a case shows. */
export const unpinnedWarnings = (warnings: readonly CaseWarning[]): Warning[] =>
  caseWarnings(warnings.filter(({ code }) => code !== 'pinned'))

/** Warnings before a decision; renders nothing without any. */
export const Warnings = ({ title, warnings }: { title: string; warnings: readonly Warning[] }) =>
  warnings.length > 0 && (
    <AlertBanner tone="warn" title={title}>
      <WarningList warnings={warnings} />
    </AlertBanner>
  )

export const WarningList = ({ warnings }: { warnings: readonly Warning[] }) => (
  <ul className={layout.warnings}>
    {warnings.map(({ text, to, severity }) => (
      <li key={`${text} ${to}`} data-severity={severity}>
        {to ? <Link to={to}>{text}</Link> : text}
      </li>
    ))}
  </ul>
)
