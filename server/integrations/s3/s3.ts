import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { AwsClient } from 'aws4fetch'
import { VendorFailure } from '../../platform/errors.ts'
import { inParts } from './in-parts.ts'
import { readKeys, readTag } from './s3-answers.ts'

export type S3Config = {
  /** `https://s3.eu-central-1.amazonaws.com`; the bucket comes after it, which every compatible store understands. */
  endpoint: string
  region: string
  accessKeyId: string
  secretAccessKey: string
  bucket: string
  timeoutMs?: number
  partBytes?: number
}

export type S3 = ReturnType<typeof createS3>

/** For one call; a part of 16 MiB needs no more even where only 3 Mbit/s are left. */
const TIMEOUT_MS = 60_000
/** A store takes 10,000 parts, each but the last of 5 MiB at least: 160 GB in these. */
const PART_BYTES = 16 * 1024 * 1024
const RETRIES = 3
/** At most; each pause may be twice as long as the one before. */
const FIRST_PAUSE_MS = 200

/** A store that speaks S3. Each call says the hash of its body, so that the store refuses bytes that were changed. */
export const createS3 = (config: S3Config) => {
  const client = new AwsClient({
    accessKeyId: config.accessKeyId,
    secretAccessKey: config.secretAccessKey,
    region: config.region,
    service: 's3',
  })
  const bucket = `${config.endpoint.replace(/\/+$/, '')}/${config.bucket}`
  const addressOf = (key: string, query = '') =>
    `${bucket}/${key.split('/').map(encodeURIComponent).join('/')}${query}`

  const call = async (
    what: string,
    url: string,
    {
      method = 'GET',
      body,
      signal,
    }: { method?: string; body?: Buffer; signal?: AbortSignal | undefined } = {},
  ): Promise<Response> => {
    const timeout = AbortSignal.timeout(config.timeoutMs ?? TIMEOUT_MS)
    const init = {
      method,
      // Fetch takes no body from a pool's slice without copying it.
      ...(body && { body: new Uint8Array(body) }),
      headers: {
        'x-amz-content-sha256': createHash('sha256')
          .update(body ?? '')
          .digest('hex'),
      },
    }
    const until = signal ? AbortSignal.any([signal, timeout]) : timeout
    const answer = await askAgain(
      async () => fetch(await client.sign(url, init), { signal: until }),
      until,
    ).catch((cause: unknown) => {
      throw new VendorFailure('s3', 'retry-later', 'no-answer', `The store gave no answer to ${what}.`, {
        cause,
      })
    })
    if (answer.ok) return answer
    const code = readTag(await answer.text().catch(() => ''), 'Code') ?? `http-${answer.status}`
    const kind = answer.status >= 500 || answer.status === 429 ? 'retry-later' : 'rejected'
    throw new VendorFailure('s3', kind, code, `The store refused ${what}: ${code}.`)
  }

  return {
    /** Appears under its key only once all of it is there; what was sent of one that fails is taken back. */
    put: async (key: string, bytes: AsyncIterable<Buffer>, signal?: AbortSignal): Promise<number> => {
      const begun = await call('an upload', addressOf(key, '?uploads='), { method: 'POST', signal })
      const id = encodeURIComponent(readTag(await begun.text(), 'UploadId') ?? '')
      const tags: string[] = []
      let size = 0
      try {
        for await (const part of inParts(bytes, config.partBytes ?? PART_BYTES)) {
          const url = addressOf(key, `?partNumber=${tags.length + 1}&uploadId=${id}`)
          const answer = await call('a part', url, { method: 'PUT', body: part, signal })
          tags.push(answer.headers.get('etag') ?? '')
          size += part.length
        }
        const parts = tags.map(
          (tag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${tag}</ETag></Part>`,
        )
        const body = Buffer.from(`<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`)
        const whole = await call('its end', addressOf(key, `?uploadId=${id}`), {
          method: 'POST',
          body,
          signal,
        })
        // It may answer 200 and then say that it failed.
        const code = readTag(await whole.text(), 'Code')
        if (code) throw new VendorFailure('s3', 'retry-later', code, `The store refused its end: ${code}.`)
        return size
      } catch (cause) {
        await call('taking it back', addressOf(key, `?uploadId=${id}`), { method: 'DELETE' }).catch(
          () => undefined,
        )
        throw cause
      }
    },
    get: async (key: string): Promise<Readable> => {
      // A download lasts as long as it moves: its caller watches that.
      const init = { headers: { 'x-amz-content-sha256': EMPTY } }
      const answer = await askAgain(async () => fetch(await client.sign(addressOf(key), init))).catch(
        (cause: unknown) => {
          throw new VendorFailure('s3', 'retry-later', 'no-answer', 'The store gave no answer.', { cause })
        },
      )
      if (!answer.ok || !answer.body)
        throw new VendorFailure(
          's3',
          'rejected',
          `http-${answer.status}`,
          `The store does not give ${key}: ${answer.status}.`,
        )
      return Readable.fromWeb(answer.body as unknown as ReadableStream)
    },
    /** Keys that begin so. */
    list: async (prefix: string): Promise<string[]> => {
      const keys: string[] = []
      for (let token: string | undefined; ;) {
        const more = token ? `&continuation-token=${encodeURIComponent(token)}` : ''
        const url = `${bucket}/?list-type=2&prefix=${encodeURIComponent(prefix)}${more}`
        const page = readKeys(await (await call('a list', url)).text())
        keys.push(...page.keys)
        if (!page.next) return keys
        token = page.next
      }
    },
    remove: async (key: string): Promise<void> => {
      await call('a removal', addressOf(key), { method: 'DELETE' })
    },
  }
}

/**
 * What the store cannot answer now is asked again. Not by the client's own `fetch`: a deadline that is given to it goes
 * with the first of its requests that is removed from memory, and the call waits for minutes (its repeats are as here).
 */
const askAgain = async (ask: () => Promise<Response>, signal?: AbortSignal): Promise<Response> => {
  for (let tries = 0; ; tries += 1) {
    const answer = await ask()
    const isPassing = answer.status >= 500 || answer.status === 429
    if (!isPassing || tries === RETRIES) return answer
    await answer.body?.cancel()
    await pause(Math.random() * FIRST_PAUSE_MS * 2 ** tries, undefined, { signal })
  }
}

const EMPTY = createHash('sha256').digest('hex')
