import type { Letter } from './letter-rules.ts'

export type Around = {
  ownerName: string
  businessName: string
  /** In words: '16 to 22 November'. */
  period: string
  publicUrl: string
  offUrl: string
}

const hello = ({ ownerName, businessName, period }: Around): string =>
  `Hello ${ownerName}, this was the week of ${businessName}, ${period}.`

const foot = ({ businessName }: Around): string =>
  `You get this on Mondays because you are the owner of ${businessName} on Goodword.`

/** For programs that show no HTML. */
export const letterAsText = ({ figures, parts }: Letter, around: Around): string =>
  [
    hello(around),
    figures.map(([count, words]) => `${count} ${words}`).join(' · '),
    ...parts.flatMap(({ words, link }) => [
      ...(words ? [words] : []),
      ...(link ? [`${link.words}: ${around.publicUrl}${link.path}`] : []),
    ]),
    `${foot(around)} To get no more of them: ${around.offUrl}`,
  ].join('\n\n')

/** One column, readable without its styles, in the reader's light or dark. */
export const letterAsHtml = ({ subject, figures, parts }: Letter, around: Around): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(subject)}</title>
<style>${STYLE}</style>
</head>
<body>
<main class="letter">
<h1>Your week on Goodword</h1>
<p>${escaped(hello(around))}</p>
<table role="presentation" class="figures"><tr>${figures
  .map(([count, words]) => `<td><strong>${count}</strong><br>${escaped(words)}</td>`)
  .join('')}</tr></table>
${parts.map((part) => partAsHtml(part, around)).join('\n')}
<p class="foot">${escaped(foot(around))} <a href="${escaped(around.offUrl)}">No more of these letters</a></p>
</main>
</body>
</html>`

const partAsHtml = ({ words, link }: Letter['parts'][number], { publicUrl }: Around): string =>
  [
    ...(words ? [`<p>${escaped(words)}</p>`] : []),
    ...(link ? [`<p><a href="${escaped(publicUrl + link.path)}">${escaped(link.words)}</a></p>`] : []),
  ].join('')

const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (letter) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[letter]!)

const STYLE = `
:root { color-scheme: light dark }
body { margin: 0; background: #faf8f3; color: #1d221f; font: 16px/1.5 -apple-system, "Segoe UI", Roboto, Arial, sans-serif }
.letter { max-width: 560px; margin: 0 auto; padding: 24px 20px 40px }
h1 { margin: 0 0 12px; font-size: 22px; line-height: 1.25 }
p { margin: 0 0 10px; overflow-wrap: anywhere }
a { color: #14613f }
.figures { width: calc(100% + 16px); margin: 16px -8px; border-collapse: separate; border-spacing: 8px 0; table-layout: fixed }
.figures td { padding: 12px; border: 1px solid #e5e1d6; border-radius: 10px; background: #ffffff; vertical-align: top }
.figures strong { font-size: 24px; line-height: 1.2 }
.foot { margin-top: 24px; color: #56605a; font-size: 14px }
@media (prefers-color-scheme: dark) {
  body { background: #121513; color: #edf0ec }
  a { color: #8fdcb4 }
  .figures td { border-color: #2c332e; background: #1a1e1b }
  .foot { color: #a6b0a9 }
}`
