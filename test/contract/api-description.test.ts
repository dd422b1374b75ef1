import { expect, test } from 'vitest'
import { lintApiDescription, readApiDescription } from '../../bin/api/api-description.ts'
import type { ApiDocument, DescribedOperation } from '../../server/platform/http/api/document.ts'

const description = await readApiDescription()
/** Their JSON is a file, of no shape that a program should count on. */
const FILES = ['describeApi', 'exportBusiness']
const operations = Object.values(description.paths).flatMap((methods) => Object.values(methods))

test('every operation has an id of its own, a sentence, a tag and its problems', () => {
  expect(operations.length).toBeGreaterThan(50)
  expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length)
  const bare = operations.filter(
    ({ summary, tags, responses }) =>
      !/^[A-Z].+\.$/.test(summary) || tags.length !== 1 || !('default' in responses),
  )
  expect(bare.map(({ operationId }) => operationId)).toEqual([])
})

test('every JSON body is a shape with a name and has an example', () => {
  const faults = operations.flatMap(({ operationId, requestBody, responses }) =>
    [requestBody, ...Object.values(responses)].flatMap((body) => {
      const json = body?.content?.['application/json']
      return json && !(json.schema?.$ref && json.example) ? [operationId] : []
    }),
  )
  expect(faults).toEqual(FILES)
})

test('every parameter is described and has an example', () => {
  const faults = operations.flatMap(({ operationId, parameters = [] }) =>
    parameters
      .filter(({ description: words, example }) => !words || example === undefined)
      .map(({ name }) => `${operationId} ${name}`),
  )
  expect(faults).toEqual([])
})

test('all problems are one shape, whose codes are all of some operation', () => {
  const shared = Object.values(description.components.responses)
  const shapes = shared.map(({ content }) => content!['application/problem+json']!)
  expect(new Set(shapes.map(({ schema }) => schema!.$ref))).toEqual(new Set(['#/components/schemas/Problem']))
  const used = new Set(shapes.flatMap(({ examples }) => Object.keys(examples!)))
  expect([...used].toSorted()).toEqual(
    (description.components.schemas['Problem']!.properties!['code']!.enum as string[]).toSorted(),
  )
})

test('the description passes its linter', async () => {
  expect(await lintApiDescription(description)).toEqual([])
})

const balance = (document: ApiDocument): DescribedOperation => document.paths['/api/funds/balance']!['get']!

test.each<[string, (document: ApiDocument) => void]>([
  ['operation-operationId', (document) => void Reflect.deleteProperty(balance(document), 'operationId')],
  ['operation-operationId-unique', (document) => (balance(document).operationId = 'listTopUps')],
  ['rule/operation-id-is-camel-case', (document) => (balance(document).operationId = 'Get_balance')],
  ['operation-summary', (document) => void Reflect.deleteProperty(balance(document), 'summary')],
  ['rule/summary-is-a-sentence', (document) => (balance(document).summary = 'the funds')],
  ['operation-tag-defined', (document) => (balance(document).tags = ['money'])],
  [
    'rule/errors-are-declared',
    (document) => void Reflect.deleteProperty(balance(document).responses, 'default'),
  ],
  ['security-defined', (document) => (balance(document).security = [{ password: [] }])],
  [
    'no-invalid-media-type-examples',
    (document) =>
      (balance(document).responses['200']!.content!['application/json']!.example = { balance: 'much' }),
  ],
  [
    'parameter-description',
    (document) =>
      Reflect.deleteProperty(document.paths['/api/activity']!['get']!.parameters![0]!, 'description'),
  ],
  [
    'rule/parameter-has-an-example',
    (document) => Reflect.deleteProperty(document.paths['/api/activity']!['get']!.parameters![0]!, 'example'),
  ],
  ['no-unused-components', (document) => (document.components.schemas['Unused'] = { type: 'string' })],
  ['tag-description', (document) => Reflect.deleteProperty(document.tags[0]!, 'description')],
])('the linter finds a breach of %s', async (rule, breach) => {
  const broken = structuredClone(description)
  breach(broken)
  expect((await lintApiDescription(broken)).map((fault) => fault.rule)).toContain(rule)
})
