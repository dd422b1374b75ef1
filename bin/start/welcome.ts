import type { Env } from '../../server/platform/process/env.ts'

/** What a newcomer reads when everything runs: where to look, what to try. */
export const welcome = (env: Env, dataDir: string | undefined): string => {
  const lines = ['', '  Goodword is running.', '', `  The product      ${env.PUBLIC_URL}`]
  if (env.GOODWORD_MODE === 'sandbox') {
    lines.push(
      `  The sandbox      http://localhost:${env.SANDBOX_PORT}   (you are the customer, Xero and the phone network)`,
      `  Your console     ${env.PUBLIC_URL}/operator   (you run it all: sign in as ${env.OPERATOR_EMAILS[0]})`,
      '',
      '  Try this: open the sandbox, press "Mark as paid" on an invoice, and watch the text arrive on the',
      '  customer’s phone. Tap its link. Then reply STOP, pay another invoice of that customer, and see why none came.',
    )
  }
  if (dataDir) lines.push('', `  Data is kept in  ${dataDir}`)
  lines.push('', '  Stop with Ctrl+C.', '')
  return lines.join('\n')
}
