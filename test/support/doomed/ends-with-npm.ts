import { appendFileSync } from 'node:fs'
import { endWithNpm } from '../../../bin/start/end-with-npm.ts'

const say = (words: string) => appendFileSync(process.argv[2]!, `${words}\n`)

process.once('SIGTERM', () => {
  say('ended')
  process.exit(0)
})
endWithNpm()
say('runs')
// Long enough for its test, and it ends by itself where the test failed.
setTimeout(() => undefined, 60_000)
