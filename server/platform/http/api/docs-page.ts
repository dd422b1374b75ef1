import {
  nameOfRef,
  type Answer,
  type ApiDocument,
  type DescribedOperation,
  type Media,
  type Schema,
} from './document.ts'
import { ANY_OTHER_PROBLEM } from './problem-answers.ts'

/** The description of the API as a page to read, on one sheet, so that the browser's own search finds everything. */
export const docsPage = (document: ApiDocument): string => {
  const { info, tags, components } = document
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  )
  const ofTag = (name: string) => operations.filter(({ operation }) => operation.tags[0] === name)
  const index = tags.map(
    ({ name }) =>
      `<li><a href="#${name}">${name}</a><ul>${ofTag(name)
        .map(({ operation: { operationId: id } }) => `<li><a href="#${id}">${id}</a></li>`)
        .join('')}</ul></li>`,
  )
  const sections = tags.map(
    ({ name, description }) =>
      `<section id="${name}"><h2>${name}</h2><p>${words(description)}</p>${ofTag(name)
        .map(({ method, path, operation }) => article(method, path, operation, components.responses))
        .join('')}</section>`,
  )
  const anywhere = components.responses[ANY_OTHER_PROBLEM]?.description ?? ''
  const shapes = Object.entries(components.schemas).map(
    ([name, schema]) => `<article id="${name}"><h3>${name}</h3>${fields(schema)}</article>`,
  )
  return (
    `<!doctype html><html lang="en"><head><meta charset="utf-8">` +
    `<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex">` +
    `<title>${escape(info.title)} API</title><link rel="stylesheet" href="docs.css"></head><body>` +
    `<nav aria-label="Contents"><ul>${index.join('')}<li><a href="#shapes">shapes</a></li></ul></nav>` +
    `<main><h1>${escape(info.title)} API</h1><p>${words(info.description)} ` +
    `As a document for programs: <a href="openapi.json">openapi.json</a>.</p>` +
    `<p>Beyond what it lists itself, any operation may answer: ${words(anywhere)}</p>${sections.join('')}` +
    `<section id="shapes"><h2>shapes</h2>${shapes.join('')}</section></main></body></html>`
  )
}

const article = (
  method: string,
  path: string,
  { operationId, summary, security, parameters = [], requestBody, responses }: DescribedOperation,
  shared: Record<string, Answer>,
): string => {
  const { default: _, ...own } = responses
  const answers = Object.entries(own).map(([status, answer]) => {
    const { description = '', content = {} } = answer.$ref ? shared[nameOfRef(answer.$ref)]! : answer
    const isProblem = 'application/problem+json' in content
    return `<tr><th scope="row">${status}</th><td>${words(description)}${isProblem ? '' : medias(content)}</td></tr>`
  })
  const cookies = security.flatMap(Object.keys)
  return (
    `<article id="${operationId}"><h3><code>${method.toUpperCase()} ${escape(path)}</code> ${operationId}</h3>` +
    `<p>${words(summary)}</p>` +
    `<p>${cookies.length > 0 ? `Cookie: ${cookies.join(' or ')}.` : 'Open to all.'}</p>` +
    (parameters.length > 0
      ? `<h4>Parameters</h4><table>${parameters
          .map(
            ({ name, in: place, required, description, schema, example }) =>
              `<tr><th scope="row">${name}</th><td>${place}${required ? '' : ', optional'}, ${kind(schema)}. ` +
              `${words(description ?? '')} <code>${escape(String(example))}</code></td></tr>`,
          )
          .join('')}</table>`
      : '') +
    (requestBody ? `<h4>Body</h4>${medias(requestBody.content)}` : '') +
    `<h4>Answers</h4><table>${answers.join('')}</table></article>`
  )
}

const medias = (content: Record<string, Media> = {}): string =>
  Object.entries(content)
    .map(
      ([type, { schema = {}, example }]) =>
        `<p>${type}: ${kind(schema)}</p>` +
        (example === undefined ? '' : `<pre>${escape(JSON.stringify(example, null, 2))}</pre>`),
    )
    .join('')

const fields = (schema: Schema): string => {
  if (!schema.properties) return `<p>${kind(schema)}</p>${(schema.oneOf ?? []).map(fields).join('')}`
  const required = new Set(schema.required)
  const rows = Object.entries(schema.properties).map(
    ([name, field]) =>
      `<tr><th scope="row">${name}</th><td>${kind(field)}${required.has(name) ? '' : ', optional'}. ` +
      `${words(field.description ?? '')}</td></tr>`,
  )
  return `<table>${rows.join('')}</table>`
}

/** What a value is, in a few words; a shape with a name is a link to it. */
const kind = (schema: Schema): string => {
  if (schema.$ref) {
    const name = nameOfRef(schema.$ref)
    return `<a href="#${name}">${name}</a>`
  }
  if (schema.const !== undefined) return escape(JSON.stringify(schema.const))
  if (schema.enum) return schema.enum.map((value) => `<code>${escape(String(value))}</code>`).join(' or ')
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return choices.map(kind).join(' or ')
  if (schema.items) return `list of ${kind(schema.items)}`
  if (schema.properties)
    return `{ ${Object.entries(schema.properties)
      .map(([name, field]) => `${name}: ${kind(field)}`)
      .join(', ')} }`
  const { minimum, maximum, maxLength, format } = schema
  const limits = [
    format,
    minimum !== undefined && `from ${minimum}`,
    maximum !== undefined && `up to ${maximum}`,
    maxLength !== undefined && `at most ${maxLength} characters`,
  ].filter(Boolean)
  return [[schema.type ?? 'anything'].flat().join(' or '), ...limits].join(', ')
}

const words = (text: string): string => escape(text).replace(/`([^`]+)`/g, '<code>$1</code>')

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
