export type Dsn = { origin: string; path: string; publicKey: string }

/** Where reports go: `https://KEY@HOST/PROJECT`, as Sentry and GlitchTip show it. Undefined where it is not one. */
export const readDsn = (text: string): Dsn | undefined => {
  if (!URL.canParse(text)) return undefined
  const { protocol, username, host, pathname } = new URL(text)
  const [, prefix = '', project] = /^(.*)\/([\w-]+)$/.exec(pathname) ?? []
  if (!/^https?:$/.test(protocol) || !username || !project) return undefined
  return {
    origin: `${protocol}//${host}`,
    path: `${prefix}/api/${project}/envelope/`,
    publicKey: decodeURIComponent(username),
  }
}
