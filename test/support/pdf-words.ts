import { getDocumentProxy } from 'unpdf'

/** As a reader opens it, strictly. */
export const openPdf = (pdf: Uint8Array) => getDocumentProxy(new Uint8Array(pdf), { stopAtErrors: true })

/** What is written on the first page, piece by piece. */
export const wordsOf = async (pdf: Uint8Array): Promise<string[]> => {
  const page = await (await openPdf(pdf)).getPage(1)
  const { items } = await page.getTextContent()
  return items.flatMap((item) => ('str' in item && item.str !== '' ? [item.str] : []))
}
