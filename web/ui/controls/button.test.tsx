import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Button } from './button.tsx'

test.each([
  [{}, false],
  [{ busy: true }, true],
  [{ busy: true, disabled: false }, true],
  [{ disabled: true }, true],
  [{ busy: false, disabled: true }, true],
])('a button with %o is disabled: %s', (given, isDisabled) => {
  expect(renderToStaticMarkup(<Button {...given}>Go</Button>).includes('disabled=""')).toBe(isDisabled)
})
