import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'vite'

const built = join(import.meta.dirname, 'build')

/**
 * What the public pages are made of, beside the application that React Router builds: the pages themselves, drawn by the
 * server at its start (build/still), their one small script, what a screen shows before its code has come, and the
 * service worker.
 */
export default defineConfig({
  publicDir: false,
  define: { 'process.env.NODE_ENV': '"production"' },
  build: { cssTarget: 'chrome130', assetsInlineLimit: 0, copyPublicDir: false },
  environments: {
    still: {
      consumer: 'server',
      // Nothing is left to be found where it runs.
      resolve: { noExternal: true },
      build: {
        ssr: true,
        outDir: 'build/still',
        emitAssets: true,
        cssCodeSplit: false,
        rolldownOptions: { input: 'src/still.tsx' },
      },
    },
    first: {
      consumer: 'server',
      resolve: { noExternal: true },
      build: {
        ssr: true,
        outDir: 'build/still',
        emptyOutDir: false,
        rolldownOptions: { input: 'src/first.tsx' },
      },
    },
    island: {
      consumer: 'client',
      build: {
        outDir: 'build/still',
        emptyOutDir: false,
        rolldownOptions: {
          input: 'src/landing/island/island.ts',
          output: { format: 'iife', entryFileNames: 'island.js' },
        },
      },
    },
    worker: {
      consumer: 'client',
      build: {
        outDir: 'build/still',
        emptyOutDir: false,
        rolldownOptions: { input: 'worker/worker.ts', output: { format: 'iife', entryFileNames: 'sw.js' } },
      },
    },
  },
  builder: {
    async buildApp(builder) {
      for (const name of ['still', 'first', 'island', 'worker'] as const) {
        const environment = builder.environments[name]
        if (environment) await builder.build(environment)
      }
      // Fonts are the application's own, by the same name; the pictures join them.
      cpSync(join(built, 'still/assets'), join(built, 'client/assets'), { recursive: true })
    },
  },
})
