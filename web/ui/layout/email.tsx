import { Fragment, type ReactNode } from 'react'

/** An e-mail address that goes on in the next line at its @ or one of its dots, before it breaks within a word. */
export const Email = ({ children }: { children: string }): ReactNode =>
  children.split(/(?=[@.])/).map((part, at) => (
    // oxlint-disable-next-line react/no-array-index-key
    <Fragment key={at}>
      {at > 0 && <wbr />}
      {part}
    </Fragment>
  ))
