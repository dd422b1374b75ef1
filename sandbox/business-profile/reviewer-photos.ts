import type { FastifyInstance } from 'fastify'
import { html } from '../html.ts'
import { stableNumber } from '../identifiers.ts'

const POLICY = "default-src 'none'; frame-ancestors 'none'"

/** Below `at`, where `reviewerPhotos` answers: the letters of the name, on a colour that is always the same for it. */
export const photoUrlOf = (at: string, name: string): string => {
  const letters = name
    .split(/\s+/)
    .filter(Boolean)
    .slice(0, 2)
    .map((word) => [...word][0]!.toUpperCase())
    .join('')
  return `${at}/photos/${stableNumber(360, 'photo', name)}/${encodeURIComponent(letters || '?')}`
}

/** Pictures of reviewers, drawn when they are asked for. */
export const reviewerPhotos = async (app: FastifyInstance) => {
  app.get<{ Params: { hue: string; letters: string } }>('/photos/:hue/:letters', async (request, reply) => {
    const hue = Math.min(359, Math.abs(Number.parseInt(request.params.hue, 10) || 0))
    return reply
      .type('image/svg+xml; charset=utf-8')
      .header('content-security-policy', POLICY)
      .send(draw(hue, request.params.letters.slice(0, 4)))
  })
}

const draw = (hue: number, letters: string): string =>
  html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 80 80" width="80" height="80">
    <rect width="80" height="80" fill="hsl(${hue}, 45%, 38%)" />
    <text x="40" y="40" dy=".35em" text-anchor="middle" font-family="sans-serif" font-size="32" fill="#fff">
      ${letters}
    </text>
  </svg>`.markup
