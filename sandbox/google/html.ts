export type Html = { html: string }

type Part = string | number | undefined | false | Html | Html[]

/** Escapes everything that is put in, except what was made by itself. */
export const html = (texts: TemplateStringsArray, ...parts: Part[]): Html => ({
  html: texts.reduce((whole, text, index) => whole + written(parts[index - 1]) + text),
})

const written = (part: Part): string => {
  if (part === undefined || part === false) return ''
  if (Array.isArray(part)) return part.map(({ html }) => html).join('')
  return typeof part === 'object' ? part.html : escape(String(part))
}

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escape = (text: string): string => text.replace(/[&<>"']/g, (sign) => ESCAPES[sign]!)
