import type { FastifyBaseLogger, FastifyServerOptions } from 'fastify'

/**
 * A request's own log, made at its first line: most requests write none, and what a logger is made with is searched for
 * persons and secrets.
 */
export const logAtFirstLine: FastifyServerOptions['childLoggerFactory'] = (log, bindings, options) =>
  new LateLog(() => log.child(bindings, options), log.level) as FastifyBaseLogger

type Line = Parameters<FastifyBaseLogger['info']>

class LateLog {
  readonly level: string
  readonly #make: () => FastifyBaseLogger
  #made: FastifyBaseLogger | undefined

  constructor(make: () => FastifyBaseLogger, level: string) {
    this.#make = make
    this.level = level
  }

  fatal(...line: Line): void {
    this.#own().fatal(...line)
  }
  error(...line: Line): void {
    this.#own().error(...line)
  }
  warn(...line: Line): void {
    this.#own().warn(...line)
  }
  info(...line: Line): void {
    this.#own().info(...line)
  }
  debug(...line: Line): void {
    this.#own().debug(...line)
  }
  trace(...line: Line): void {
    this.#own().trace(...line)
  }
  silent(): void {}
  child(...given: Parameters<FastifyBaseLogger['child']>): FastifyBaseLogger {
    return this.#own().child(...given)
  }

  #own(): FastifyBaseLogger {
    this.#made ??= this.#make()
    return this.#made
  }
}
