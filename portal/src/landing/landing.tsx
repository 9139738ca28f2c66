import { Accounting } from './accounting.tsx'
import { Demo, Pricing, Team } from './closing.tsx'
import { Footer } from './footer.tsx'
import { Hero } from './hero.tsx'
import { NavBar } from './nav-bar.tsx'
import { Features, Services } from './offers.tsx'
import { Testimonials } from './testimonials.tsx'

export function Landing() {
  return (
    <>
      <NavBar above="hero" />
      <main>
        <Hero />
        <Features />
        <Services />
        <Team />
        <Accounting />
        <Testimonials />
        <Pricing />
        <Demo />
      </main>
      <Footer />
    </>
  )
}
