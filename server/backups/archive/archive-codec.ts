import { pipeline, Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import { Decrypter, Encrypter } from 'age-encryption'
import { extract, pack, type Pack } from 'tar-stream'
import { Refusal } from '../../platform/errors.ts'
import type { Entry } from './archive-format.ts'

/** The bytes of an archive with these entries, which only a holder of a recipient's private key can open. */
export const sealArchive = async (entries: AsyncIterable<Entry>, recipients: string[]): Promise<Readable> => {
  const encrypter = encrypterTo(recipients)
  const plain = pipeline(Readable.from(tarOf(entries)), createZstdCompress(), () => undefined)
  return fromWeb(await encrypter.encrypt(toWeb(plain)))
}

/** Throws Refusal where one of them is no public key. */
export const encrypterTo = (recipients: string[]): Encrypter => {
  const encrypter = new Encrypter()
  for (const recipient of recipients) addRecipient(encrypter, recipient)
  return encrypter
}

const addRecipient = (encrypter: Encrypter, recipient: string): void => {
  try {
    encrypter.addRecipient(recipient)
  } catch {
    throw new Refusal('option', 422, `${recipient} is no public key of age: see \`goodword backup keygen\`.`)
  }
}

/** The entries of an archive. Throws Refusal where no identity opens it, or its bytes are not what was written. */
export async function* openArchive(bytes: Readable, identities: string[]): AsyncGenerator<Entry> {
  const decrypter = new Decrypter()
  for (const identity of identities) decrypter.addIdentity(identity)
  const decrypted = await decrypter.decrypt(toWeb(bytes)).catch((cause: unknown) => {
    throw damaged(cause)
  })
  const files = pipeline(fromWeb(decrypted), createZstdDecompress(), extract(), () => undefined)
  try {
    for await (const file of files as unknown as ReturnType<typeof extract>) {
      const parts: Buffer[] = []
      for await (const part of file) parts.push(part as Buffer)
      yield { name: file.header.name, bytes: Buffer.concat(parts) }
    }
  } catch (cause) {
    throw damaged(cause)
  }
}

/** The code of what is wrong with the backup itself. */
export const DAMAGED = 'backup-damaged'

const damaged = (cause: unknown): unknown => {
  if (cause instanceof Refusal || isOurSide(cause)) return cause
  const { message } = cause as Error
  if (/no identity matched/.test(message)) {
    const words = 'The backup was encrypted to another key: give the identity file of its own key.'
    return new Refusal('identity', 422, words, { cause: message })
  }
  return new Refusal(DAMAGED, 422, `The backup is damaged or cut off: ${message}.`, { cause: message })
}

/** A disk or a network that fails says nothing about the backup. */
const isOurSide = (cause: unknown): boolean =>
  typeof (cause as NodeJS.ErrnoException).syscall === 'string' || (cause as Error).name === 'VendorFailure'

async function* tarOf(entries: AsyncIterable<Entry>): AsyncGenerator<Buffer> {
  const packing = pack()
  fill(packing, entries).catch((cause: unknown) => packing.destroy(cause as Error))
  for await (const chunk of packing) yield chunk as Buffer
}

/** Entry after entry, each once the one before it was taken. */
const fill = async (packing: Pack, entries: AsyncIterable<Entry>): Promise<void> => {
  for await (const { name, bytes } of entries)
    await new Promise<void>((done, fail) => {
      packing.entry({ name, mode: 0o600, mtime: new Date(0) }, bytes, (cause) =>
        cause ? fail(cause) : done(),
      )
    })
  packing.finalize()
}

type Web = Parameters<Encrypter['encrypt']>[0] & globalThis.ReadableStream<Uint8Array>

const toWeb = (stream: Readable): Web => Readable.toWeb(stream) as unknown as Web
const fromWeb = (stream: unknown): Readable => Readable.fromWeb(stream as ReadableStream)
