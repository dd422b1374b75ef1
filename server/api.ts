import { enableCompileCache, flushCompileCache } from 'node:module'

// Before anything else is loaded: compiled code kept from the last start saves memory and most of the starting time.
enableCompileCache()
await import('./serve-api.ts')
flushCompileCache()
