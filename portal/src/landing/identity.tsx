import { useBrand } from '../shell/brand.ts'
import { footer } from './footer.content.ts'
import styles from './identity.module.css'

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
        <dd>{legal.grievanceOfficer}</dd>
      </div>
      <div>
        <dt>{identity.complaints}</dt>
        <dd>
          <a href="https://scores.sebi.gov.in">scores.sebi.gov.in</a>
        </dd>
      </div>
      <div>
        <dt>{identity.disputes}</dt>
        <dd>
          <a href="https://smartodr.in">smartodr.in</a>
        </dd>
      </div>
    </dl>
  )
}
