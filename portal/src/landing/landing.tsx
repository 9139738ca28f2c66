import { Demo, Pricing, Team, Testimonials } from './closing.tsx'
import { Footer } from './footer.tsx'
import { Hero } from './hero.tsx'
import { NavBar } from './nav-bar.tsx'
import { Accounting, Features, Services } from './offers.tsx'

export default function Landing() {
  return (
    <>
      <NavBar />
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
