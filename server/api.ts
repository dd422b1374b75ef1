import { enableCompileCache, flushCompileCache } from 'node:module'
import { setFlagsFromString } from 'node:v8'

// Before anything else is loaded: compiled code kept from the last start saves memory and most of the starting time.
enableCompileCache()
// Loading leaves so much garbage that V8 would grow its young generation for good: 25 MB that nothing needs at rest.
setFlagsFromString('--semi-space-growth-factor=1')
await import('./wiring/serve-api.ts')
setFlagsFromString('--semi-space-growth-factor=2')
flushCompileCache()
