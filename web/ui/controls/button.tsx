import type { ComponentProps, ReactNode } from 'react'
import { Spinner } from '../feedback/spinner.tsx'
import styles from './button.module.css'

type Look = { look?: 'primary' | 'plain' | 'ghost' | 'danger'; wide?: boolean }

export const Button = ({
  look = 'primary',
  wide = false,
  busy = false,
  children,
  disabled = false,
  className,
  ...rest
}: Look & { busy?: boolean } & ComponentProps<'button'>): ReactNode => (
  <button
    type="button"
    {...rest}
    className={classOf(look, wide, className)}
    disabled={disabled || busy}
    aria-busy={busy || undefined}
  >
    {busy && <Spinner />}
    {children}
  </button>
)

/** Looks like a button and goes somewhere: sign-in leaves the app, so it is a real link and works before React does. */
export const ButtonLink = ({
  look = 'primary',
  wide = false,
  children,
  className,
  ...rest
}: Look & ComponentProps<'a'>): ReactNode => (
  <a {...rest} className={classOf(look, wide, className)}>
    {children}
  </a>
)

const classOf = (look: NonNullable<Look['look']>, wide: boolean, extra: string | undefined): string =>
  [styles.button, styles[look], wide && styles.wide, extra].filter(Boolean).join(' ')
