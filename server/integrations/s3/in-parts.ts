/** The same bytes in parts of one size, the last of which may be shorter; one part at least. */
export async function* inParts(bytes: AsyncIterable<Buffer>, size: number): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = []
  let length = 0
  let yielded = 0
  for await (const chunk of bytes) {
    waiting.push(chunk)
    length += chunk.length
    while (length >= size) {
      const all = Buffer.concat(waiting)
      yield all.subarray(0, size)
      yielded += 1
      waiting = [all.subarray(size)]
      length -= size
    }
  }
  if (length > 0 || yielded === 0) yield Buffer.concat(waiting)
}
