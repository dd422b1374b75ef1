import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import fastifyStatic from '@fastify/static'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Http } from './http.ts'

/** Files whose names carry their hash: kept for a year, sent as compressed at build time. */
export const serveHashedFiles = (app: Http, folder: string, prefix: string): void => {
  void app.register(fastifyStatic, {
    root: join(folder, prefix),
    prefix,
    preCompressed: true,
    immutable: true,
    maxAge: '365d',
    index: false,
    decorateReply: false,
  })
}

export type Page = { html: Buffer; gzip: () => Buffer; brotli: () => Buffer; etag: string }

export const readPage = (folder: string, file: string): string => readFileSync(join(folder, file), 'utf8')

/** A page, compressed once when it is first asked for: a start need not wait for it. */
export const preparePage = (text: string): Page => {
  const html = Buffer.from(text)
  const etag = `"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}"`
  return {
    html,
    gzip: once(() => gzipSync(html, { level: 9 })),
    brotli: once(() => brotliCompressSync(html)),
    etag,
  }
}

const once = <Out>(make: () => Out): (() => Out) => {
  let made: Out | undefined
  return () => (made ??= make())
}

/** Sends a page; the browser asks again each time, and mostly gets a 304. */
export const sendPage = (
  request: FastifyRequest,
  reply: FastifyReply,
  page: Page,
  headers: Record<string, string> = {},
): FastifyReply => {
  reply.headers({ 'cache-control': 'no-cache', ...headers, etag: page.etag, vary: 'accept-encoding' })
  if (request.headers['if-none-match'] === page.etag) return reply.code(304).send()
  const accepted = request.headers['accept-encoding'] ?? ''
  reply.type('text/html; charset=utf-8')
  if (/\bbr\b/.test(accepted)) return reply.header('content-encoding', 'br').send(page.brotli())
  if (/\bgzip\b/.test(accepted)) return reply.header('content-encoding', 'gzip').send(page.gzip())
  return reply.send(page.html)
}
