import { authorizationCodeGrant, type Configuration } from 'openid-client'
import { VendorFailure } from '../../platform/errors.ts'
import { issuerFailure } from './oidc-errors.ts'

const NO_CODE = 'goodword-doctor'
/** Any address of ours: an issuer looks at the client first, and then at the code. */
const NO_ADDRESS = 'https://goodword.invalid/api/auth/google/callback'

/**
 * Redeems a code that no issuer gave. Every answer but that of a client that is not known proves that ours is.
 * Throws VendorFailure with code `configuration` where id or secret are wrong.
 */
export const reachClient = async (configuration: Configuration): Promise<void> => {
  try {
    const back = new URL(`${NO_ADDRESS}?code=${NO_CODE}&state=${NO_CODE}`)
    const iss = configuration.serverMetadata().issuer
    if (configuration.serverMetadata().authorization_response_iss_parameter_supported)
      back.searchParams.set('iss', iss)
    await authorizationCodeGrant(configuration, back, {
      expectedState: NO_CODE,
      expectedNonce: NO_CODE,
      // 43 letters at least, as RFC 7636 has it.
      pkceCodeVerifier: NO_CODE.padEnd(43, '0'),
      idTokenExpected: true,
    })
  } catch (cause) {
    const failure = issuerFailure(cause)
    const isTaken =
      failure instanceof VendorFailure && failure.kind === 'rejected' && failure.code !== 'configuration'
    if (!isTaken) throw failure
  }
}
