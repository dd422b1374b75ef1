import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { ControlParts } from '../control-routes.ts'
import { consoleState } from './console-state.ts'
import { landedPage } from './landed-page.ts'
import { streamChanges } from './stream-changes.ts'
import { tapLink } from './tap-link.ts'

const FONT = fileURLToPath(
  import.meta.resolve('@fontsource-variable/figtree/files/figtree-latin-ext-wght-normal.woff2'),
)
const FONT_LATIN = fileURLToPath(
  import.meta.resolve('@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2'),
)
const POLICY = "default-src 'self'; frame-ancestors 'none'; base-uri 'none'"
const inPage = (name: string): string => join(import.meta.dirname, 'page', name)

const named = (type: string, names: string[]) =>
  Object.fromEntries(names.map((name) => [name, { path: inPage(name), type }]))

/** The files that are served, by name; no other file is read from disk. */
const FILES: Record<string, { path: string; type: string }> = {
  ...named('text/css; charset=utf-8', [
    'look.css',
    'console.css',
    'invoices.css',
    'phones.css',
    'trouble.css',
    'narrow.css',
    'account.css',
    'checkout.css',
    'mail.css',
    'payments.css',
    'consent.css',
  ]),
  ...named('text/javascript; charset=utf-8', [
    'console.js',
    'page-parts.js',
    'invoice-list.js',
    'phone.js',
    'trouble.js',
    'mail.js',
  ]),
  ...named('image/svg+xml', ['icon.svg']),
  'figtree.woff2': { path: FONT_LATIN, type: 'font/woff2' },
  'figtree-ext.woff2': { path: FONT, type: 'font/woff2' },
}

/** The console's page, its files and its data. */
export const consoleRoutes = (parts: ControlParts) => async (app: FastifyInstance) => {
  for (const address of ['/', '/console']) {
    app.get(address, async (_request, reply) =>
      reply
        .type('text/html; charset=utf-8')
        .header('cache-control', 'no-cache')
        .header('content-security-policy', POLICY)
        .send(await readFile(inPage('console.html'), 'utf8')),
    )
  }
  // Browsers request it for every page that names no icon.
  app.get('/favicon.ico', async (_request, reply) => reply.redirect('/console/icon.svg', 301))
  app.get<{ Querystring: { address?: string; name?: string } }>('/console/landed', async (request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', POLICY)
      .send(landedPage(request.query.address ?? '', request.query.name)),
  )
  app.get<{ Params: { name: string } }>('/console/:name', async (request, reply) => {
    const file = FILES[request.params.name]
    if (!file) return reply.code(404).send()
    return reply
      .type(file.type)
      .header('cache-control', 'no-cache')
      .send(await readFile(file.path))
  })

  app.get<{ Querystring: { organisation?: string; phone?: string } }>('/control/console', async (request) =>
    consoleState(parts, request.query),
  )
  app.get('/control/events', async (request, reply) => streamChanges(parts.wire, request, reply))
  app.post('/control/tap', async (request) => {
    const { url } = z.object({ url: z.url() }).parse(request.body)
    return tapLink(parts, url)
  })
}
