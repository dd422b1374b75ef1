import { expect, test } from 'vitest'
import type { Migration } from '../../server/platform/postgres/schema/schema-files.ts'
import { harmfulStatements } from './harmful-statements.ts'

const migration = (text: string, rest: Partial<Migration> = {}): Migration => ({
  name: '0099-made-up.sql',
  text,
  sha256: '',
  number: 99,
  part: 'before',
  isBreaking: false,
  manner: 'in one transaction',
  isMarked: true,
  ...rest,
})

test.each([
  ['truncate visits;', 'truncate'],
  ['-- Why.\ndelete from visits;', 'delete from'],
  ['create table a (b int);\nDELETE  FROM visits\nwhere true;', 'delete from'],
  ['with gone as (delete from visits returning id) select count(*) from gone;', 'delete from'],
  ['do $$ begin truncate visits; end $$;', 'truncate'],
  ['/* why */ revoke select on visits from goodword_tenant;', 'revoke'],
])('%j does not pass as harmless', (text, word) => {
  const [fault, ...others] = harmfulStatements(migration(text))
  expect(fault).toContain(`\`${word}\``)
  expect(others).toEqual([])
})

test.each([
  ['a breaking one may', 'truncate visits;', { isBreaking: true }],
  ['rows may go in batches', 'delete from visits where id in (select 1);', { manner: 'in batches' as const }],
  ['a comment is no statement', '-- delete from visits;\nalter table a add column b int;', {}],
  ['a trigger is no statement', 'create trigger t before delete or truncate on a execute function f();', {}],
  ['a function runs later', 'create function f() returns void language sql as $$ delete from a; $$;', {}],
])('%s', (_, text, rest) => {
  expect(harmfulStatements(migration(text, rest))).toEqual([])
})
