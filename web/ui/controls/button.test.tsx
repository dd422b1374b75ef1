import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Button } from './button.tsx'

test.each([
  [{}, { disabled: false, busy: false }],
  [{ busy: true }, { disabled: false, busy: true }],
  [
    { busy: true, disabled: false },
    { disabled: false, busy: true },
  ],
  [{ disabled: true }, { disabled: true, busy: false }],
  [
    { busy: false, disabled: true },
    { disabled: true, busy: false },
  ],
])('a button with %o: %o', (given, { disabled, busy }) => {
  const markup = renderToStaticMarkup(<Button {...given}>Go</Button>)
  expect(markup.includes(' disabled=""')).toBe(disabled)
  // While it is busy it keeps the focus: a disabled button would lose it.
  expect(markup.includes('aria-disabled="true"')).toBe(busy)
})
