import { text } from 'node:stream/consumers'

/** Sends what stands on its input, for a process that is ending. */
const [url = '', auth = ''] = process.argv.slice(2)
await fetch(url, {
  method: 'POST',
  headers: { 'content-type': 'application/x-sentry-envelope', 'x-sentry-auth': auth },
  body: await text(process.stdin),
})
