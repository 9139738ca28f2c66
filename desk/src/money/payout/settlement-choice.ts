/** The chosen clients of a list that is loaded page by page: all but the exceptions, or none but the exceptions. */
export interface Choice {
  readonly all: boolean
  readonly except: ReadonlySet<string>
}

export const everyone: Choice = { all: true, except: new Set() }
export const nobody: Choice = { all: false, except: new Set() }

export const isChosen = ({ all, except }: Choice, id: string): boolean => all !== except.has(id)

export const toggled = ({ all, except }: Choice, id: string): Choice => ({
  all,
  except: new Set(except.has(id) ? [...except].filter((each) => each !== id) : [...except, id]),
})
