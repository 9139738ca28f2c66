import { Fragment, type ReactNode } from 'react'

type Place<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | Place<Rest> : never

/**
 * One whole sentence with its values in their places: `sentence('You owe {amount} today', { amount: <Money … /> })`.
 * Whole, because another language puts the values elsewhere.
 */
export function sentence<Text extends string>(text: Text, values: Readonly<Record<Place<Text>, ReactNode>>): ReactNode {
  return text
    .split(/\{(\w+)\}/)
    .map((part, index) => <Fragment key={index}>{index % 2 === 0 ? part : values[part as Place<Text>]}</Fragment>)
}
