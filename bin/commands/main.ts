import { readEnv } from '../../server/platform/process/env.ts'
import { runToEnd } from './run-to-end.ts'

/** The operator's command line: `npm run -s goodword -- <command> [options]`. */
process.exitCode = await runToEnd(readEnv, process.argv.slice(2))
