import type { TaxCategoryView, TaxReport } from '@sauda/contract/books/tax'
import { taxCategoryNames } from '@sauda/contract/books/tax-year'
import { paiseOf } from '@sauda/contract/platform/money'
import type { Descriptions } from '@sauda/ui/description-list'
import { Money } from '@sauda/ui/money'

const row = (term: string, rupees: number, isResult = false) => ({
  term,
  value: <Money amount={paiseOf(rupees)} change={isResult} className={isResult ? 'strong' : undefined} />,
})

/** How the figures of a category are computed, from the sale value down. */
export function calculationOf(view: TaxCategoryView): Descriptions {
  const isDelivery = view.category === 'shortTerm' || view.category === 'longTerm'
  return [
    row('Sale value', view.saleValue),
    row('− Purchase value', view.buyValue),
    row('= Profit and loss', view.profitLoss, true),
    row('− Charges', view.charges),
    !isDelivery && row('− STT', view.stt),
    row('= After charges', view.afterCharges, true),
    isDelivery && row('STT, not deductible', view.stt),
    row('Turnover (absolute)', view.turnover),
    row(`Turnover (ICAI guidance note${isDelivery ? ', sale value' : ''})`, view.turnoverIcai),
    ...view.rates.map(({ ratePercent, profitLoss }) => row(`Taxed at ${ratePercent} %`, profitLoss)),
  ]
}

/** The total of the year, by category. */
export const totalOf = ({ categories, profitLoss, reconciliation: { fairValue } }: TaxReport): Descriptions => [
  ...categories.filter(({ exits }) => exits > 0).map((view) => row(taxCategoryNames[view.category], view.profitLoss)),
  fairValue !== 0 && row('+ Added to the cost by the price of 31 January 2018', -fairValue),
  row('= Profit and loss', profitLoss, true),
]
