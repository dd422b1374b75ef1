import { enableCompileCache } from 'node:module'

// Before anything else is loaded: code that was compiled at the last call makes this one start in half the time.
enableCompileCache()
await import('./commands/main.ts')
