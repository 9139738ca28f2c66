import { createHash } from 'node:crypto'
import { cpSync } from 'node:fs'
import { join, relative } from 'node:path'
import { buildTargets } from '@sauda/contract/platform/browser'
import react from '@vitejs/plugin-react'
import { defineConfig, type EnvironmentOptions } from 'vite'
import { pagesInDevelopment } from './dev-pages.ts'
import { pureContract } from './pure-contract.ts'

const api = process.env['API_URL'] ?? 'http://127.0.0.1:3000'
const outDir = 'build/pages'
const root = join(import.meta.dirname, '..')

/** A bundle the server imports at its start, with everything it needs inside. */
const serverBundle = (input: string, emitAssets: boolean): EnvironmentOptions => ({
  consumer: 'server',
  define: { 'process.env.NODE_ENV': '"production"' },
  resolve: { noExternal: true },
  build: {
    ssr: true,
    outDir,
    emptyOutDir: false,
    emitAssets,
    cssCodeSplit: emitAssets,
    // The code that a screen loads later is not needed for its first paint.
    rolldownOptions: { input, output: { codeSplitting: emitAssets } },
  },
})

/** One self-contained script. */
const script = (input: string, entryFileNames: string): EnvironmentOptions => ({
  consumer: 'client',
  build: { outDir, emptyOutDir: false, rolldownOptions: { input, output: { format: 'iife', entryFileNames } } },
})

export default defineConfig({
  appType: 'custom',
  publicDir: false,
  plugins: [pureContract(), react(), pagesInDevelopment(api)],
  css: {
    modules: {
      // Short, because every class is in each page twice; by the path, so that all bundles agree, also on what is imported inline.
      generateScopedName: (name, file) =>
        `${name}-${createHash('sha256')
          .update(relative(root, file.replace(/\?.*/, '')))
          .digest('hex')
          .slice(0, 4)}`,
    },
  },
  cacheDir: '../node_modules/.vite-portal',
  server: { port: 5173, proxy: { '/api': api, '^/(icon|logo)[.-]|^/browser|^/manifest\\.webmanifest': api } },
  build: {
    target: buildTargets,
    // The content security policy forbids data: addresses for most kinds of files.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  environments: {
    client: {
      build: {
        outDir: 'build/client',
        manifest: true,
        // 14 KB once for all screens: twenty small files take longer.
        cssCodeSplit: false,
        rolldownOptions: {
          input: 'src/main.tsx',
          output: {
            // Each file names others, and their hashes do not compress: the shortest that the bundler allows.
            entryFileNames: 'assets/[name]-[hash:7].js',
            chunkFileNames: 'assets/[name]-[hash:7].js',
            // Shared code comes in one file, because small files are slow to fetch and compress badly.
            codeSplitting: {
              groups: [
                // For forms, which check with the contract's schemas.
                {
                  name: 'schemas',
                  test: /[\\/]node_modules[\\/]zod[\\/]|[\\/]platform[\\/]field\.ts$/,
                  priority: 1,
                  includeDependenciesRecursively: false,
                },
                // What reads lists from the server: the login reads none.
                {
                  name: 'query',
                  test: /[\\/]@tanstack[\\/]|[\\/]web[\\/]src[\\/](calls|query-client)\.ts$|[\\/]portal[\\/]src[\\/]shell[\\/]query\.tsx$/,
                  priority: 2,
                  includeDependenciesRecursively: false,
                },
                { name: 'common', minShareCount: 14 },
                {
                  name: 'icons',
                  test: /[\\/]lucide-react[\\/]/,
                  minShareCount: 2,
                  includeDependenciesRecursively: false,
                },
                {
                  name: 'money',
                  test: /[\\/]src[\\/](money|books|trading)[\\/]/,
                  minShareCount: 4,
                  includeDependenciesRecursively: false,
                },
              ],
            },
          },
        },
      },
    },
    publicPages: serverBundle('src/public-pages.tsx', true),
    applicationPages: serverBundle('src/application-pages.tsx', false),
    island: script('src/landing/island.ts', 'island.js'),
    worker: script('worker/worker.ts', 'sw.js'),
    qrReader: script('worker/qr-reader.ts', 'qr-reader.js'),
  },
  builder: {
    async buildApp(builder) {
      for (const name of ['client', 'publicPages', 'applicationPages', 'island', 'worker', 'qrReader'] as const) {
        const environment = builder.environments[name]
        if (environment) await builder.build(environment)
      }
      // The pictures of the public pages are served beside the application's files.
      const built = join(import.meta.dirname, 'build')
      cpSync(join(built, 'pages/assets'), join(built, 'client/assets'), { recursive: true })
    },
  },
})
