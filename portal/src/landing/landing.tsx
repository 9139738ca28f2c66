import { Accounting } from './accounting.tsx'
import { Demo, Pricing, Team } from './closing.tsx'
import { Footer } from './footer.tsx'
import { Hero } from './hero.tsx'
import { NavBar } from './nav-bar.tsx'
import { Features, Services } from './offers.tsx'
import { Opening, Practice } from './opening.tsx'
import { Pairs } from './pairs.tsx'
import { Promises } from './promises.tsx'
import { Testimonials } from './testimonials.tsx'

export function Landing() {
  return (
    <>
      <NavBar above="hero" />
      <main>
        <Hero />
        <Pairs />
        <Practice />
        <Features />
        <Services />
        <Team />
        <Accounting />
        <Testimonials />
        {/* Far below the first view, because a browser loads near pictures at once. */}
        <Promises />
        <Opening />
        <Pricing />
        <Demo />
      </main>
      <Footer />
    </>
  )
}
