import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { Spinner } from '../feedback/spinner.tsx'
import styles from './button.module.css'

type Look = { look?: 'primary' | 'plain' | 'ghost' | 'danger'; wide?: boolean }

export const Button = ({
  look = 'primary',
  wide = false,
  busy = false,
  children,
  className,
  onClick,
  ...rest
}: Look & { busy?: boolean } & ComponentProps<'button'>): ReactNode => (
  <button
    type="button"
    {...rest}
    className={classOf(look, wide, className)}
    aria-disabled={busy || rest['aria-disabled']}
    aria-busy={busy || undefined}
    onClick={busy ? refuse : onClick}
  >
    {busy && <Spinner />}
    {children}
  </button>
)

/** Busy, it takes no press, nor sends its form, but keeps the focus, which a disabled one would lose. */
const refuse = (event: MouseEvent): void => event.preventDefault()

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
