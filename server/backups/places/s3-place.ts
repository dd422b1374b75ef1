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
  return {
    name,
    write: (file, bytes, signal) => s3.put(prefix + file, bytes, signal).catch(inWords),
    read: (file) => s3.get(prefix + file).catch(inWords),
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
