import { html, type Html } from '../html.ts'
import { style } from './page-style.ts'

export const page = (mount: string, title: string, content: Html): string =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} · Sandbox</title>
        <style>
          ${{ markup: style(`${mount}/font`) }}
        </style>
      </head>
      <body>
        <p class="ribbon">Sandbox: a stand-in for Google. Nobody here is real.</p>
        <main>${content}</main>
      </body>
    </html>`.markup.trim()
