import '../src/tokens.css'
import './gallery.css'
import { StrictMode, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { PageHeader } from '../src/page-header.tsx'
import { applyStoredScheme } from '../src/scheme.ts'
import { SchemeSwitch } from '../src/scheme-switch.tsx'
import { ToastHost } from '../src/toast.tsx'
import { Controls } from './controls.tsx'
import { Data } from './data.tsx'
import { Feedback } from './feedback.tsx'
import { Overlays } from './overlays.tsx'

applyStoredScheme()

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="gallery-section" id={title.toLowerCase()}>
      <h2>{title}</h2>
      {children}
    </section>
  )
}

function Gallery() {
  return (
    <main className="gallery">
      <PageHeader title="Components" description="Every component in every state." actions={<SchemeSwitch />} />
      <Section title="Controls">
        <Controls />
      </Section>
      <Section title="Data">
        <Data />
      </Section>
      <Section title="Feedback">
        <Feedback />
      </Section>
      <Section title="Overlays">
        <Overlays />
      </Section>
      <ToastHost />
    </main>
  )
}

const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <Gallery />
    </StrictMode>,
  )
}
