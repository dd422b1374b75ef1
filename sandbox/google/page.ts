import { html, type Html } from '../html.ts'

export const page = (title: string, content: Html): string =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} · sandbox Google</title>
        <link rel="stylesheet" href="/console/account.css" />
      </head>
      <body>
        <p class="ribbon" role="banner">Sandbox: a stand-in for Google. No person here is real.</p>
        <main>${content}</main>
      </body>
    </html>`.markup
