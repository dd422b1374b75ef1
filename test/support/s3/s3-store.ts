import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { isSigned } from './is-signed.ts'

export const STORE_KEYS = { id: 'AKIDEXAMPLE', secret: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY' }

export type Store = {
  readonly url: string
  /** By bucket and key. */
  objects: Map<string, Buffer>
  /** Begun, and neither ended nor taken back. */
  uploads: Map<string, Map<number, Buffer>>
  /** What goes wrong with a call, asked before it is answered. */
  fault: (call: {
    method: string
    path: string
    query: URLSearchParams
  }) => 'error' | 'reset' | 'silence' | 'cut' | 'stall' | undefined
  refused: number
}

const LISTED_AT_ONCE = 2

/** A store that speaks as much of S3 as backups need, checks each signature, and lists two keys at a time. */
export const useStore = (): Store => {
  let port = 0
  const store: Store = {
    get url() {
      return `http://127.0.0.1:${port}`
    },
    objects: new Map(),
    uploads: new Map(),
    fault: () => undefined,
    refused: 0,
  }
  const server = createServer(async (request, response) => {
    const body = await buffer(request)
    const { pathname, searchParams: query } = new URL(request.url!, store.url)
    const path = decodeURIComponent(pathname.slice(1))
    const fault = store.fault({ method: request.method!, path, query })
    if (fault === 'silence') return
    if (fault === 'reset') return request.socket.destroy()
    if (fault === 'error') return answer(response, 500, '<Error><Code>InternalError</Code></Error>')
    if (!isSigned(request, body, STORE_KEYS)) {
      store.refused += 1
      return answer(response, 403, '<Error><Code>SignatureDoesNotMatch</Code></Error>')
    }
    if (fault === 'cut' || fault === 'stall') return giveHalf(response, store.objects.get(path)!, fault)
    take(store, request, response, { path, query, body })
  })
  beforeAll(async () => {
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
    port = (server.address() as AddressInfo).port
  })
  beforeEach(() => {
    store.objects.clear()
    store.uploads.clear()
    store.fault = () => undefined
    store.refused = 0
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  return store
}

type Call = { path: string; query: URLSearchParams; body: Buffer }

const take = (
  { objects, uploads }: Store,
  { method }: IncomingMessage,
  response: ServerResponse,
  { path, query, body }: Call,
): void => {
  const id = query.get('uploadId') ?? ''
  const parts = uploads.get(id)
  if (method === 'POST' && query.has('uploads')) {
    const made = crypto.randomUUID()
    uploads.set(made, new Map())
    return answer(
      response,
      200,
      `<InitiateMultipartUploadResult><UploadId>${made}</UploadId></InitiateMultipartUploadResult>`,
    )
  }
  if (id && !parts) return answer(response, 404, '<Error><Code>NoSuchUpload</Code></Error>')
  if (method === 'PUT' && parts) {
    parts.set(Number(query.get('partNumber')), body)
    response.setHeader('etag', `"${createHash('md5').update(body).digest('hex')}"`)
    return answer(response, 200)
  }
  if (method === 'POST' && parts) {
    uploads.delete(id)
    objects.set(path, Buffer.concat([...parts].toSorted(([a], [b]) => a - b).map(([, part]) => part)))
    return answer(response, 200, '<CompleteMultipartUploadResult/>')
  }
  if (method === 'DELETE') {
    if (parts) uploads.delete(id)
    else objects.delete(path)
    return answer(response, 204)
  }
  if (query.get('list-type') === '2') return list(objects, response, path.replace(/\/$/, ''), query)
  const object = objects.get(path)
  if (!object) return answer(response, 404, '<Error><Code>NoSuchKey</Code></Error>')
  response.writeHead(200).end(object)
}

/** Says how long it is, and ends half-way, or says no more. */
const giveHalf = (response: ServerResponse, object: Buffer, fault: 'cut' | 'stall'): void => {
  response.writeHead(200, { 'content-length': object.length })
  response.write(object.subarray(0, object.length / 2), () => fault === 'cut' && response.destroy())
}

const list = (
  objects: Map<string, Buffer>,
  response: ServerResponse,
  bucket: string,
  query: URLSearchParams,
): void => {
  const from = Number(query.get('continuation-token') ?? 0)
  const keys = [...objects.keys()]
    .filter((key) => key.startsWith(`${bucket}/${query.get('prefix')}`))
    .map((key) => key.slice(bucket.length + 1))
    .toSorted()
  const shown = keys.slice(from, from + LISTED_AT_ONCE)
  const next = from + LISTED_AT_ONCE
  const more =
    next < keys.length
      ? `<IsTruncated>true</IsTruncated><NextContinuationToken>${next}</NextContinuationToken>`
      : '<IsTruncated>false</IsTruncated>'
  const rows = shown.map((key) => `<Contents><Key>${key.replaceAll('&', '&amp;')}</Key></Contents>`)
  answer(response, 200, `<ListBucketResult>${more}${rows.join('')}</ListBucketResult>`)
}

const answer = (response: ServerResponse, status: number, xml = ''): void => {
  response.writeHead(status, { 'content-type': 'application/xml' }).end(xml)
}
