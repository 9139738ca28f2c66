import type { IssuedDocument } from '@sauda/contract/core/document'
import { formatRupees } from '@sauda/contract/platform/money'
import { formatDate } from '@sauda/web/date-time'
import { useBrand } from '../shell/brand.ts'
import styles from './document-page.module.css'
import { Footer } from './footer.tsx'
import { Linked } from './content.tsx'
import { NavBar } from '../shell/nav-bar.tsx'

/** Behind the QR code of a PDF; without a document, for an address that we never printed. */
export function DocumentPage({ document }: { document: IssuedDocument | undefined }) {
  return (
    <>
      <NavBar above="page" />
      <main className={styles.page}>{document ? <Confirmed {...document} /> : <Unknown />}</main>
      <Footer />
    </>
  )
}

function Confirmed({ number, day, amount }: IssuedDocument) {
  const { name } = useBrand()
  const facts = [
    ['Document number', number],
    ['Date', formatDate(day)],
    ...(amount === undefined ? [] : ([['Amount', formatRupees(amount)]] as const)),
  ] as const
  return (
    <>
      <h1>Document confirmed</h1>
      <p className={styles.lead}>
        {`${name} issued this document. Your copy must show the same ${amount === undefined ? 'number and date' : 'number, date and amount'}; if one differs, the copy was changed.`}
      </p>
      <dl>
        {facts.map(([title, value]) => (
          <div key={title}>
            <dt className="soft">{title}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}

function Unknown() {
  const { supportEmail } = useBrand()
  return (
    <>
      <h1>Document not found</h1>
      <p className={styles.lead}>
        We have no document with this address. Compare the address with the one printed on the document.
      </p>
      {supportEmail && (
        <p className="soft">
          <Linked>{`If they are the same, the document may not be ours: write to ${supportEmail}.`}</Linked>
        </p>
      )}
    </>
  )
}
