import '@sauda/ui/tokens.css'
import '@sauda/ui/text.css'
import { tolerateForeignText } from '@sauda/ui/foreign-text'
import { applyStoredScheme } from '@sauda/ui/scheme'
import { ToastHost } from '@sauda/ui/toast'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import { router } from './routes.tsx'
import { queryClient } from './shell/api.ts'

tolerateForeignText()
applyStoredScheme()

const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        <ToastHost />
      </QueryClientProvider>
    </StrictMode>,
  )
