import { expect, test } from 'vitest'
import { namesToRemove } from './keep-rules.ts'

const names = ['1', '2', '3', '4', '5']
const remove = (more: Partial<Parameters<typeof namesToRemove>[0]>) =>
  namesToRemove({ names, failed: [], newest: '5', keep: 2, ...more })

test('so many of the newest stay', () => {
  expect(remove({})).toEqual(['1', '2', '3'])
  expect(remove({ keep: 5 })).toEqual([])
  expect(remove({ keep: 6 })).toEqual([])
})

test('one whose trial failed stands for none of them, and goes with those of its age', () => {
  expect(remove({ failed: ['3', '4'] })).toEqual(['1'])
  expect(remove({ failed: ['2', '4'] })).toEqual(['1', '2'])
  expect(remove({ failed: ['1', '2', '3', '4'] })).toEqual([])
})

test('one that bears a later moment than the newest takes the place of none, and stays', () => {
  expect(remove({ names: ['1', '2', '3', '8', '9'], newest: '3' })).toEqual(['1'])
  expect(remove({ names: ['3', '8', '9'], newest: '3', keep: 1 })).toEqual([])
})
