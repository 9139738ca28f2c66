import { marketCalls } from '@sauda/contract/trading/market'
import { expect, test } from 'vitest'
import { fieldErrors } from '../../shell/form-field.tsx'
import { emptyInstrument, instrumentOf, typedFrom, type TypedInstrument } from './instruments.tsx'

const { body } = marketCalls.addInstrument
const sent = (input: TypedInstrument) => body.parse(instrumentOf(input))

const typed = { ...emptyInstrument, symbol: ' infy ', name: 'Infosys', aliases: 'Infosys Ltd, , INFOSYSTCH' }

test('an instrument is sent with its symbol in capitals and its other names one by one', () => {
  expect(sent(typed)).toEqual({
    symbol: 'INFY',
    name: 'Infosys',
    aliases: ['Infosys Ltd', 'INFOSYSTCH'],
    exchange: 'NSE',
    isin: '',
    kind: 'share',
    lot: 1,
    tick: '0.05',
    fractional: false,
    active: true,
  })
})

test('every invalid field has a message', () => {
  expect(fieldErrors(body, instrumentOf({ ...typed, symbol: '', name: '', lot: '1.5', tick: '0' }))).toEqual({
    symbol: 'Please enter the symbol',
    name: 'Please enter the name',
    lot: 'Enter the lot size as a whole number, such as 1',
    tick: 'Enter the tick size as a number above 0, such as 0.05',
  })
})

test('what is read is what is shown', () => {
  const instrument = {
    _id: '0198d1b0-0000-7000-8000-000000000001',
    symbol: 'USD/INR',
    name: 'US Dollar / Indian Rupee',
    aliases: ['Doller/INR', 'USDINR'],
    exchange: 'NSE',
    isin: '',
    kind: 'pair',
    lot: 1000,
    tick: '0.0025',
    fractional: false,
    active: false,
  } as const
  const { _id, ...same } = { ...instrument, aliases: [...instrument.aliases] }
  expect(sent(typedFrom({ ...same, _id }))).toEqual(same)
})
