import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ZodType } from 'zod'

/** The description of an operation, beside the shapes of its request and its answer. */
export type Operation = {
  id: string
  /** One sentence. */
  summary: string
  tag: string
  /** Codes of the problems that it may answer, besides those that follow from its shapes and its method. */
  errors: readonly string[]
  /** Cookies, of which one is required; none: it is open to all. */
  cookies: readonly string[]
  /** Where it sends the browser, if it answers with a redirect. */
  redirects?: string
  /** The media types of the file that it answers with, if it does. */
  file?: readonly string[]
}

/** Who may call: the hook that refuses every other caller, and the problems that it answers. */
export type Door<Code extends string> = {
  onRequest?: (request: FastifyRequest, reply: FastifyReply) => Promise<void>
  cookies?: readonly string[]
  errors: readonly Code[]
}

type Shapes = {
  params?: ZodType
  headers?: ZodType
  querystring?: ZodType
  body?: ZodType
  response?: Record<number, ZodType>
}
type Said<Code extends string> = {
  errors?: readonly Code[]
  redirects?: string
  file?: readonly string[]
}

declare module 'fastify' {
  interface FastifyContextConfig {
    operation?: Operation
  }
}

/**
 * The options of routes behind one door: each has its id, its one sentence, its shapes and its problems.
 */
export const operations =
  <Code extends string>(tag: string, door: Door<Code>) =>
  <const S extends Shapes>(id: string, summary: string, described: S & Said<Code>) => {
    const { errors = [], redirects, file, ...shapes } = described
    const operation: Operation = {
      id,
      summary,
      tag,
      errors: [...door.errors, ...errors],
      cookies: door.cookies ?? [],
      ...(redirects && { redirects }),
      ...(file && { file }),
    }
    return {
      ...(door.onRequest && { onRequest: door.onRequest }),
      schema: shapes as Pick<S, keyof Shapes & keyof S>,
      config: { operation },
    }
  }
