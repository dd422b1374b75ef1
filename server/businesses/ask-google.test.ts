import { expect, test } from 'vitest'
import { VendorFailure } from '../platform/errors.ts'
import { createLog } from '../platform/process/log.ts'
import { askGoogle } from './ask-google.ts'

const log = createLog('test', 'silent')
const message = 'Google could not look this business up. Please search for it again.'
const refused = () => Promise.reject(new VendorFailure('google', 'rejected', 'invalid-request', message))

test.each(['placeId', 'query'] as const)('what Google could not look up is the field %s', async (path) => {
  await expect(askGoogle(log, refused(), path)).rejects.toMatchObject({
    code: 'place-not-found',
    status: 422,
    details: { fields: [{ path, message }] },
  })
})
