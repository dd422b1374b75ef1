import { expect, test } from 'vitest'
import { badComments } from './comment-width.ts'

const wide = 'x'.repeat(118)

test.each([
  ['a.ts', `  // ${wide}`],
  ['a.ts', `/** ${wide} */`],
  ['a.tsx', `{/* ${wide} */}`],
  ['a.sql', `-- ${wide}`],
  ['a.ts', '// one\n// two\n// three\n// four\n// five'],
  ['a.ts', '/**\n * one\n * two\n *\n * three\n * four\n */'],
  ['a.css', '/* one\n   two\n   three\n   four */'],
  ['a.sql', '-- one\n-- two\n-- three\n-- four'],
])('in %s this comment is a fault: %s', (file, text) => {
  expect(badComments(file, text)).toHaveLength(1)
})

test.each([
  ['a.ts', `const text = '${wide}' // as it is sent`],
  ['a.ts', '/**\n * one\n * two\n * three\n */'],
  ['a.ts', '// one\n// two\nconst a = 1\n// three\n// four'],
  ['a.ts', '/** one */\n/** two */\n/** three */\n/** four */'],
  ['a.ts', 'const count = a\n  -- b\n  -- c\n  -- d\n  -- e'],
])('in %s this is none: %s', (file, text) => {
  expect(badComments(file, text)).toEqual([])
})
