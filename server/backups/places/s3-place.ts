import { PassThrough } from 'node:stream'
import { Refusal, VendorFailure } from '../../platform/errors.ts'
import type { S3 } from '../../integrations/s3/s3.ts'
import { isArchiveName } from '../archive/archive-format.ts'
import type { Place } from './place.ts'

/** A folder of a bucket. */
export const s3Place = (s3: S3, name: string, folder: string): Place => {
  const prefix = folder === '' ? '' : `${folder}/`
  const inWords = (cause: unknown): never => {
    if (!(cause instanceof VendorFailure)) throw cause
    throw new Refusal('store', 502, `${name} cannot be used: ${cause.message}`, { cause: cause.code })
  }
  /** Fetch says "terminated" of it, and no more. */
  const cutOff = (file: string, cause: Error): Refusal =>
    new Refusal(
      'store',
      502,
      `${name} cannot be used: the connection ended before all of ${file} was read. Nothing was changed: try again, ` +
        'or fetch the file another way and name it.',
      { cause: cause.message },
    )
  return {
    name,
    write: (file, bytes, signal) => s3.put(prefix + file, bytes, signal).catch(inWords),
    read: async (file) => {
      const bytes = await s3.get(prefix + file).catch(inWords)
      const passed = new PassThrough()
      bytes.on('error', (cause) => passed.destroy(cutOff(file, cause)))
      passed.on('close', () => bytes.destroy())
      // It may end before its reader has begun, who finds the error all the same.
      passed.on('error', () => undefined)
      return bytes.pipe(passed)
    },
    list: async () => {
      const keys = await s3.list(prefix).catch(inWords)
      return keys
        .map((key) => key.slice(prefix.length))
        .filter(isArchiveName)
        .toSorted()
    },
    remove: (file) => s3.remove(prefix + file).catch(inWords),
  }
}
