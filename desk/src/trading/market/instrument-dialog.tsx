import { marketCalls, type Instrument } from '@sauda/contract/trading/market'
import { FormDialog, optionsOf, type DialogState } from '../../shell/form-dialog.tsx'
import { needsAdministrator } from '../../shell/outcome-toast.ts'
import { instrumentOf, typedFrom } from './typed-instrument.ts'

export const kindNames = { share: 'Equity', pair: 'Currency pair' } as const

interface InstrumentDialogProps extends DialogState {
  instrument: Instrument | undefined
}

export const InstrumentDialog = ({ instrument, ...dialog }: InstrumentDialogProps) => (
  <FormDialog
    {...dialog}
    call={instrument ? marketCalls.editInstrument : marketCalls.addInstrument}
    params={{ instrumentId: instrument?._id ?? '' }}
    name={`instrument ${instrument?.symbol ?? 'new'}`}
    empty={typedFrom(instrument)}
    discardOnClose
    title={instrument ? instrument.symbol : 'Add instrument'}
    description={
      instrument
        ? 'Changes apply to trades booked from now on. The symbol cannot be changed because trades refer to it.'
        : 'The symbol cannot be changed later because trades refer to it.'
    }
    fields={[
      !instrument && {
        name: 'symbol',
        label: 'Symbol',
        hint: 'The exchange symbol, for example RELIANCE or USD/INR.',
        autoCapitalize: 'characters',
        spellCheck: false,
      },
      { name: 'name', label: 'Name', spellCheck: false },
      {
        name: 'aliases',
        label: 'Aliases',
        hint: 'Search aliases, comma-separated.',
        optional: true,
        spellCheck: false,
      },
      {
        name: 'isin',
        label: 'ISIN',
        hint: 'Shown in clients’ tax reports, for example INE009A01021.',
        optional: true,
        autoCapitalize: 'characters',
        spellCheck: false,
      },
      [
        {
          as: 'radio',
          look: 'segmented',
          name: 'exchange',
          label: 'Exchange',
          options: optionsOf({ NSE: 'NSE', BSE: 'BSE' }),
        },
        { as: 'radio', look: 'segmented', name: 'kind', label: 'Type', options: optionsOf(kindNames) },
        { name: 'lot', label: 'Lot size', inputMode: 'decimal', spellCheck: false },
        { name: 'tick', label: 'Tick size', inputMode: 'decimal', spellCheck: false },
      ],
      {
        as: 'checkbox',
        name: 'fractional',
        label: 'Fractional quantity allowed',
        hint: 'Allows decimal quantities; the lot size no longer applies.',
      },
      {
        as: 'checkbox',
        name: 'active',
        label: 'Open for buying',
        hint: 'Existing holdings can always be sold.',
      },
    ]}
    body={(typed) => {
      const { symbol, ...rest } = instrumentOf(typed)
      return instrument ? rest : { symbol, ...rest }
    }}
    action={instrument ? 'Save changes' : 'Add instrument'}
    loadingText="Saving"
    done={({ symbol }) => (instrument ? `${symbol} updated` : `${symbol} added`)}
    waiting={needsAdministrator}
  />
)
