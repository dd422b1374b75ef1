import { readEnv } from '../../server/platform/process/env.ts'
import { runToEnd } from './run-to-end.ts'

// The reader of our output has ended, as `head` does.
process.stdout.on('error', (cause: NodeJS.ErrnoException) => {
  if (cause.code === 'EPIPE') process.exit(1)
  throw cause
})

/** The operator's command line: `npm run -s goodword -- <command> [options]`. */
process.exitCode = await runToEnd(readEnv, process.argv.slice(2))
