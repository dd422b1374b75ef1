import { afterAll, expect } from 'vitest'
import { PROBLEMS } from '../../contracts/shared/problem-codes.ts'
import { ANYWHERE, codesOf, statusesOf } from '../../server/platform/http/api/problem-answers.ts'
import type { Http } from '../../server/platform/http/http.ts'

/** Fails the test file after an answer under /api that the description of its operation does not know. */
export const useDeclaredAnswers = (): ((app: Http) => void) => {
  const undeclared: string[] = []
  afterAll(() => {
    expect(undeclared, 'answers that the description of the API does not know').toEqual([])
  })
  return (app) =>
    void app.addHook('onSend', async ({ routeOptions, method }, { statusCode }, payload) => {
      const { operation } = routeOptions.config
      if (!operation) return
      const schema = routeOptions.schema ?? {}
      const answer = statusCode < 400 ? String(statusCode) : `${statusCode} ${codeIn(payload)}`
      const problems = [...codesOf({ method: method.toLowerCase(), operation, schema }), ...ANYWHERE]
      const declared = [
        ...Object.keys(schema.response ?? {}),
        ...(operation.redirects ? ['302'] : []),
        ...(operation.file ? ['200'] : []),
        ...problems.flatMap((code) => statusesOf(PROBLEMS, code).map((status) => `${status} ${code}`)),
      ]
      if (!declared.includes(answer)) undeclared.push(`${operation.id}: ${answer}`)
    })
}

const codeIn = (payload: unknown): string =>
  typeof payload === 'string' ? (JSON.parse(payload) as { code: string }).code : 'no problem'
