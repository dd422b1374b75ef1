import { expect, test } from 'vitest'
import { useAccountSide } from './account-side.ts'

/** Linux gives outgoing connections ports from here on, so that one of them may take a port that was just free. */
const FIRST_OUTGOING = 32_768

const side = useAccountSide()

test('the account side listens where no outgoing connection can come before it', () => {
  const ports = [side.url, side.parts.env.OIDC_ISSUER].map((url) => Number(new URL(url).port))
  expect(ports.filter((port) => port >= FIRST_OUTGOING)).toEqual([])
})
