import { brokerageSac, gstStates } from '@sauda/contract/gst'
import { sqlDayOf } from '../platform/india.ts'
import { type Definition, rupees, text } from './report.column.ts'

const stateValues = Object.entries(gstStates)
  .map(([code, name]) => `('${code}', '${name}')`)
  .join(', ')

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
  note: 'Charges whose payment was confirmed, by the day of the invoice, on which the charge was raised; the GST is that of the ledger. The invoice number is the number of the charge. A payment that the bank returned is deducted on the day of its return, as by a credit note. GST is split where GSTIN is set and the client’s state, the place of supply, is recorded on the client’s page; in a union territory SGST is UTGST. The SAC is known for brokerage only. Without GST, the taxable value is nil.',
  sql: ({ gstin = '' }) => `
    select to_char(p.day, 'YYYY-MM') as month, p.invoice, p.day::text, p.client_id, p.client, s.name as place, p.sac,
           case when p.gst <> 0 then p.amount else 0 end::bigint as taxable,
           case when s.split = 'own' then p.gst / 2 else 0 end::bigint as cgst,
           case when s.split = 'own' then p.gst / 2 else 0 end::bigint as sgst,
           case when s.split = 'other' then p.gst else 0 end::bigint as igst,
           case when s.split is null then p.gst when s.split = 'own' then p.gst % 2 else 0 end::bigint as unsplit, (p.amount + p.gst)::bigint as total
      from (select ${sqlDayOf('h.created_at')} as day, 'CHG' || h.number as invoice, h.amount, h.gst,
                   case h.type when 'Brokerage' then '${brokerageSac}' end as sac, c.id as client_id,
                   c.name || ' SD' || c.number as client, c.gst_state, h.number, j.at
              from journal j join charge h on h.id = j.cause_id join client c on c.id = h.client_id
             where j.event = 'charge.approved'
            union all
            select j.value_date, 'CHG' || h.number || case j.event when 'charge.returned' then ', payment returned' else ', return reversed' end,
                   v.sign * h.amount, v.sign * h.gst, case h.type when 'Brokerage' then '${brokerageSac}' end, c.id,
                   c.name || ' SD' || c.number, c.gst_state, h.number, j.at
              from bank_link k join charge h on h.id = k.payment_id join client c on c.id = h.client_id
              join journal j on j.cause_id = k.id
              join (values ('charge.returned', -1), ('line.reversed', 1)) v (event, sign) on v.event = j.event
             where k.kind = 'returned') p
      left join (select code, name, case when '${gstin}' = '' then null when code = left('${gstin}', 2) then 'own' else 'other' end as split
                   from (values ${stateValues}) v (code, name)) s on s.code = p.gst_state
     where p.day between $1 and $2 order by p.day, p.number, p.at limit $3`,
}
