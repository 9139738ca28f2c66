import { useBrand } from '../shell/brand.ts'
import { footer } from './footer.content.ts'
import styles from './identity.module.css'
import { Linked } from './linked.tsx'

const { identity } = footer

/** Who stands behind the product: the broker, with the numbers one can check, or honestly nobody. */
export function Identity() {
  const { mode, legal } = useBrand()
  if (mode === 'demo') return <p className={styles.nobody}>{footer.demo}</p>
  return (
    <dl className={styles.identity}>
      <div>
        <dt>{identity.name}</dt>
        <dd>{legal.name}</dd>
      </div>
      <div>
        <dt>{identity.sebi}</dt>
        <dd className="tabular">{legal.sebiRegistration}</dd>
      </div>
      <div>
        <dt>{identity.officer}</dt>
        <dd>
          <Linked>{legal.grievanceOfficer}</Linked>
        </dd>
      </div>
      <div>
        <dt>{identity.complaints}</dt>
        <dd>
          <Linked>scores.sebi.gov.in</Linked>
        </dd>
      </div>
      <div>
        <dt>{identity.disputes}</dt>
        <dd>
          <Linked>smartodr.in</Linked>
        </dd>
      </div>
    </dl>
  )
}
