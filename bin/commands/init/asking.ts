import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { Refusal } from '../../../server/platform/errors.ts'

export type Asking = ReturnType<typeof openAsking>

type Options = { input: NodeJS.ReadableStream & { isTTY?: boolean }; output: NodeJS.WritableStream }

/** Questions at a terminal or to a pipe, one line an answer. What is secret is not shown while it is typed. */
export const openAsking = ({ input, output }: Options) => {
  let isHidden = false
  const shown = new Writable({
    write: (chunk, _encoding, done) => {
      if (isHidden) done()
      else output.write(chunk, () => done())
    },
  })
  const reader = createInterface({ input, output: shown, terminal: input.isTTY === true })
  const lines = reader[Symbol.asyncIterator]()

  return {
    say: (words: string): void => void output.write(`${words}\n`),
    /** Throws Refusal where the input ends. */
    ask: async (question: string, { secret = false } = {}): Promise<string> => {
      output.write(`${question} `)
      isHidden = secret && input.isTTY === true
      const { value, done } = await lines.next()
      isHidden = false
      if (secret || input.isTTY !== true) output.write('\n')
      if (done)
        throw new Refusal(
          'input',
          422,
          `No answer to "${question.trim()}" Run init again to go on from here.`,
        )
      return (value as string).trim()
    },
    close: (): void => reader.close(),
  }
}
