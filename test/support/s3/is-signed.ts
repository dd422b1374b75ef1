import { createHash, createHmac } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/** Signature version 4, as the store has it: https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv.html */
export const isSigned = (
  { method = '', url = '', headers }: IncomingMessage,
  body: Buffer,
  keys: { id: string; secret: string },
): boolean => {
  const found = AUTHORIZATION.exec(headers.authorization ?? '')
  if (!found) return false
  const [, id, day, region, service, names = '', signature] = found as unknown as string[]
  const hash = createHash('sha256').update(body).digest('hex')
  if (id !== keys.id || headers['x-amz-content-sha256'] !== hash) return false
  const { pathname, searchParams } = new URL(url, 'http://store')
  const query = [...searchParams]
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .toSorted()
    .join('&')
  const signed = names.split(';').map((name) => `${name}:${String(headers[name]).trim()}\n`)
  const path = pathname
    .split('/')
    .map((part) => encode(decodeURIComponent(part)))
    .join('/')
  const request = [method, path, query, signed.join(''), names, hash].join('\n')
  const scope = `${day}/${region}/${service}/aws4_request`
  const text = [
    'AWS4-HMAC-SHA256',
    headers['x-amz-date'],
    scope,
    createHash('sha256').update(request).digest('hex'),
  ]
  const key = [day, region, service, 'aws4_request'].reduce<Buffer>(
    (secret, part) => createHmac('sha256', secret).update(part!).digest(),
    Buffer.from(`AWS4${keys.secret}`),
  )
  return createHmac('sha256', key).update(text.join('\n')).digest('hex') === signature
}

const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/([^/]+)\/aws4_request, SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/

const encode = (text: string): string =>
  encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
