import { FilePicker } from '@sauda/ui/file-picker'
import { useState } from 'react'
import { drawPhoto, encodePhoto, photoErrors, photoTypes } from './photo.ts'

/** The longer side in pixels, as the server stores it. */
const longestSide = 3000

/** Redrawn, so that it fits the size limit and carries no place or device. Throws PhotoError. */
export async function photoOf(file: File): Promise<Blob> {
  const { canvas } = await drawPhoto(file, longestSide)
  return encodePhoto(canvas)
}

/** The upload of an optional photo. Throws PhotoError. */
export const proofOf = async (file: File | null): Promise<{ proof?: Blob }> =>
  file ? { proof: await photoOf(file) } : {}

interface ProofPickerProps {
  label: string
  hint: string
  file: File | null
  onFile: (file: File) => void
}

export function ProofPicker(props: ProofPickerProps) {
  const [error, setError] = useState('')
  return (
    <FilePicker
      {...props}
      accept={photoTypes}
      error={error}
      onFile={(file) => {
        setError('')
        props.onFile(file)
      }}
      onReject={() => setError(photoErrors.notImage)}
    />
  )
}
