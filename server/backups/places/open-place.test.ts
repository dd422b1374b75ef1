import { expect, test } from 'vitest'
import { findBackup, openPlace } from './open-place.ts'

const none = {
  BACKUP_TO: undefined,
  BACKUP_S3_ENDPOINT: undefined,
  BACKUP_S3_REGION: 'us-east-1',
  BACKUP_S3_KEY_ID: undefined,
  BACKUP_S3_SECRET: undefined,
}

test('without a place a backup is told of --to, and a restore, which has no such option, of a file', async () => {
  expect(() => openPlace(none)).toThrow('say --to with a folder or s3://bucket/folder.')
  await expect(findBackup(none, 'latest')).rejects.toThrow(
    /^BACKUP_TO is not set: set it, or name a file or s3:\/\/bucket\/folder\/name in place of latest\.$/,
  )
})
