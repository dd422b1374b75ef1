import { createTheme, type MantineColorSchemeManager } from '@mantine/core'

/** Mantine brings behaviour; its looks are the tokens, through `mantine.css`. */
export const theme = createTheme({
  fontFamily: 'var(--font)',
  headings: { fontFamily: 'var(--font)', fontWeight: '650' },
  defaultRadius: 'md',
  radius: { sm: 'var(--radius-s)', md: 'var(--radius-m)', lg: 'var(--radius-l)' },
  cursorType: 'pointer',
  respectReducedMotion: true,
})

/** Light and dark follow the system; nothing is stored, and no script has to run before the first paint. */
export const followSystemColours: MantineColorSchemeManager = {
  get: () => 'auto',
  set: () => undefined,
  subscribe: () => undefined,
  unsubscribe: () => undefined,
  clear: () => undefined,
}
