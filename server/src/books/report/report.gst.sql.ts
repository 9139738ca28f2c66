import { brokerageSac, gstStates } from '@sauda/contract/money/gst'
import { chargeReturns } from '../../core/ledger/bank-link.sql.ts'
import { sqlName } from '../../core/ledger/name.sql.ts'
import { sqlDayOf } from '../../platform/india.ts'
import { type Definition, rupees, text } from './report.column.ts'

const stateValues = Object.entries(gstStates)
  .map(([code, name]) => `('${code}', '${name}')`)
  .join(', ')

const tradesText = `case j.event when 'contract.booked' then 'Trades' when 'contract.reversed' then 'Trades, reversed' when 'dp.reversed' then 'DP charges, reversed' else 'DP charges' end`

/** In SQL: the states that clients had before their state was changed. */
const earlierStates = `select a.subject_id as client_id, a.before ->> 'gstState' as state, a.at as until,
  lag(a.at, 1, '-infinity') over (partition by a.subject_id order by a.id) as since from audit a where a.action = 'client.state'`

/** The state of client `c` at the time of a charge, which decided its GST. */
const earlierAt = (time: string) =>
  `left join earlier m on m.client_id = c.id::text and ${time} < m.until and ${time} >= m.since`
const stateThen = 'case when m.client_id is null then c.gst_state else m.state end'

export const gst: Definition = {
  columns: [
    { key: 'month', name: 'Month', kind: 'month' },
    text('invoice', 'Invoice'),
    { key: 'day', name: 'Date', kind: 'day' },
    text('client', 'Client'),
    text('place', 'State'),
    text('sac', 'SAC'),
    rupees('taxable', 'Taxable'),
    rupees('cgst', 'CGST'),
    rupees('sgst', 'SGST'),
    rupees('igst', 'IGST'),
    rupees('unsplit', 'Not split'),
    rupees('total', 'Total'),
  ],
  chart: { names: 0, values: [6, 11], look: 'bars' },
  note: 'Charges whose payment was confirmed, by the day of the invoice, on which the charge was raised; the GST is that of the ledger. The invoice number is the number of the charge. The processing fee of a loan includes GST; it is listed in full on the day on which the client accepted the loan, also before it is paid. A payment that the bank returned is deducted on the day of its return, as by a credit note. Brokerage, exchange charges, SEBI fee and DP charges of trades are summed up by month of booking and place of supply. STT and stamp duty carry no GST. GST is split where GSTIN is set, by the place of supply: the state recorded on the client’s page when the charge was raised or the loan accepted, or else the broker’s state; in a union territory SGST is UTGST. The SAC is known for brokerage only. Without GST, the taxable value is nil.',
  sql: ({ gstin = '' }) => `
    with earlier as (${earlierStates})
    select to_char(p.day, 'YYYY-MM') as month, p.invoice, case when p.client_id is not null then p.day::text end as day, p.client_id, p.cause_id, p.client, s.name as place, p.sac,
           case when p.gst <> 0 then p.amount else 0 end::bigint as taxable,
           case when s.split = 'own' then p.gst / 2 else 0 end::bigint as cgst,
           case when s.split = 'own' then p.gst / 2 else 0 end::bigint as sgst,
           case when s.split = 'other' then p.gst else 0 end::bigint as igst,
           case when s.split is null then p.gst when s.split = 'own' then p.gst % 2 else 0 end::bigint as unsplit, (p.amount + p.gst)::bigint as total
      from (select ${sqlDayOf('h.created_at')} as day, ${sqlName('charge', 'h.number')} as invoice, h.amount, h.gst,
                   case h.type when 'Brokerage' then '${brokerageSac}' end as sac, c.id as client_id, h.id as cause_id,
                   c.name || ' SD' || c.number as client, ${stateThen} as state, h.number, j.at
              from journal j join charge h on h.id = j.cause_id join client c on c.id = h.client_id
              ${earlierAt('h.created_at')}
             where j.event = 'charge.approved'
            union all
            select j.value_date, ${sqlName('charge', 'h.number')} || case j.event when 'charge.returned' then ', payment returned' else ', return reversed' end,
                   v.sign * h.amount, v.sign * h.gst, case h.type when 'Brokerage' then '${brokerageSac}' end, c.id, h.id,
                   c.name || ' SD' || c.number, ${stateThen}, h.number, j.at
              from bank_link k join charge h on h.id = k.payment_id join client c on c.id = h.client_id
              join journal j on j.cause_id = k.id
              ${earlierAt('h.created_at')}
              join ${chargeReturns} v (event, sign) on v.event = j.event
             where k.kind = 'returned'
            union all
            select ${sqlDayOf('l.accepted_at')}, 'Loan ' || upper(right(l.id::text, 6)), f.fee - f.gst, f.gst, null, c.id, l.id,
                   c.name || ' SD' || c.number, ${stateThen}, null, l.accepted_at
              from loan l join client c on c.id = l.client_id
              ${earlierAt('l.accepted_at')}
             cross join lateral (select (l.terms ->> 'feePaise')::bigint as fee,
                                        (l.terms ->> 'feeGstPaise')::bigint as gst) f
             where l.accepted_at is not null and f.gst > 0
            union all
            select min(j.booked_on), ${tradesText}, sum(j.taxable), sum(j.gst), case when j.event like 'contract.%' then '${brokerageSac}' end, null, null,
                   count(distinct c.id) || case count(distinct c.id) when 1 then ' client' else ' clients' end, s.state, null, min(j.at)
              from (select t.booked_on, t.event::text, t.client_id, t.at, coalesce(o.at, t.at) as charged_at,
                           sum(x.paise) filter (where x.account = 'gst') as gst,
                           sum(x.paise) filter (where x.account in ('brokerage', 'exchange_charges', 'sebi_fee', 'fees')) as taxable
                      from journal t join entry n on n.journal_id = t.id and n.client_id = t.client_id
                      left join journal o on o.client_id = t.client_id and o.cause_id = t.cause_id
                       and (t.event::text, o.event::text) in (('contract.reversed', 'contract.booked'), ('dp.reversed', 'dp.charged'))
                     cross join lateral (values (n.credit::text, n.amount), (n.debit::text, -n.amount)) x (account, paise)
                     where t.booked_on between $1 and $2 and t.event in ('contract.booked', 'contract.reversed', 'dp.charged', 'dp.reversed')
                     group by t.id, t.booked_on, t.event, t.client_id, t.at, o.at) j
              join client c on c.id = j.client_id
              ${earlierAt('j.charged_at')}
             cross join lateral (select coalesce(${stateThen}, left('${gstin}', 2)) as state) s
             where j.gst <> 0
             group by date_trunc('month', j.booked_on), j.event, s.state) p
      left join (select code, name, case when '${gstin}' = '' then null when code = left('${gstin}', 2) then 'own' else 'other' end as split
                   from (values ${stateValues}) v (code, name)) s on s.code = coalesce(p.state, left('${gstin}', 2))
     where p.day between $1 and $2 order by p.day, p.number, p.at limit $3`,
}
