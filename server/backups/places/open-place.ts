import { basename, dirname, resolve } from 'node:path'
import type { Env } from '../../platform/process/env.ts'
import { Refusal } from '../../platform/errors.ts'
import { createS3 } from '../../integrations/s3/s3.ts'
import { HOUR_MS } from '../../platform/dates.ts'
import { archiveName } from '../archive/archive-format.ts'
import { folderPlace } from './folder-place.ts'
import { nameOfPlace, type Place } from './place.ts'
import { s3Place } from './s3-place.ts'

export type PlaceSettings = Pick<
  Env,
  'BACKUP_TO' | 'BACKUP_S3_ENDPOINT' | 'BACKUP_S3_REGION' | 'BACKUP_S3_KEY_ID' | 'BACKUP_S3_SECRET'
>

/** The place that is named: a folder, or `s3://bucket/folder`. */
export const openPlace = (env: PlaceSettings, name = env.BACKUP_TO): Place => {
  if (!name)
    throw new Refusal(
      'option',
      422,
      'BACKUP_TO is not set: set it, or say --to with a folder or s3://bucket/folder.',
    )
  const stored = /^s3:\/\/([^/]+)\/?(.*)$/.exec(name)
  return stored ? openStore(env, name, stored[1]!, stored[2]!) : folderPlace(nameOfPlace(name))
}

const openStore = (env: PlaceSettings, name: string, bucket: string, folder: string): Place => {
  const { BACKUP_S3_ENDPOINT: endpoint, BACKUP_S3_REGION: region } = env
  const { BACKUP_S3_KEY_ID: accessKeyId, BACKUP_S3_SECRET: secretAccessKey } = env
  if (!accessKeyId || !secretAccessKey)
    throw new Refusal('option', 422, `${name} needs BACKUP_S3_KEY_ID and BACKUP_S3_SECRET.`)
  const s3 = createS3({
    endpoint: endpoint ?? `https://s3.${region}.amazonaws.com`,
    region,
    accessKeyId,
    secretAccessKey,
    bucket,
  })
  return s3Place(s3, nameOfPlace(name), folder.replace(/\/+$/, ''))
}

export type Found = { place: Place; name: string; passedOver: string[] }

/**
 * One backup: where it lies, and its name there. `latest` is the newest at the place of the settings; what names a
 * moment that is yet to come is passed over.
 */
export const findBackup = async (env: PlaceSettings, wanted: string): Promise<Found> => {
  if (wanted !== 'latest') {
    const isStored = wanted.startsWith('s3://')
    const place = openPlace(
      env,
      isStored ? wanted.slice(0, wanted.lastIndexOf('/')) : dirname(resolve(wanted)),
    )
    return { place, name: basename(wanted), passedOver: [] }
  }
  if (!env.BACKUP_TO)
    throw new Refusal(
      'option',
      422,
      'BACKUP_TO is not set: set it, or name a file or s3://bucket/folder/name in place of latest.',
    )
  const place = openPlace(env)
  const names = await place.list()
  const soon = archiveName(new Date(Date.now() + HOUR_MS))
  const name = names.findLast((one) => one <= soon) ?? names.at(-1)
  if (!name) throw new Refusal('backup', 404, `There is no backup in ${place.name}.`)
  return { place, name, passedOver: names.filter((one) => one > name) }
}
