import * as graphile from 'graphile-worker'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { logOptions } from '../../process/log.ts'
import { queueLogger } from './queue-log.ts'

test('a line of the queue’s own is found by the words `the job queue`', () => {
  const lines: { level: number; msg?: string; queue?: string }[] = []
  const log = pino(logOptions('worker', 'info'), { write: (line) => void lines.push(JSON.parse(line)) })
  const logger = queueLogger(graphile, log)
  logger.error('Failed task 7')
  logger.warn('Worker exited')
  logger.warn('maxPoolSize is small')
  logger.info('Worker connected')
  expect(lines.map(({ level, msg, queue }) => [level, msg, queue])).toEqual([
    [50, 'the job queue says', 'Failed task 7'],
    [40, 'the job queue says', 'Worker exited'],
  ])
})
