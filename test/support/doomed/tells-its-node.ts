import { appendFileSync } from 'node:fs'

const say = (words: string) => appendFileSync(process.argv[2]!, `${words}\n`)

process.once('SIGTERM', () => {
  say('ended')
  process.exit(3)
})
say(process.execPath)
// Long enough for its test, and it ends by itself where the test failed.
setTimeout(() => undefined, 60_000)
