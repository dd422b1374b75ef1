import { setTimeout as pause } from 'node:timers/promises'
import { examine } from '../../server/operations/examine.ts'
import { notChecked, ok, wrong, type Check } from '../../server/operations/checks/check.ts'
import { embeddedUrl } from '../../server/platform/postgres/embedded/embedded-postgres.ts'
import { EnvError, SETTINGS, type Env } from '../../server/platform/process/env.ts'
import { readFiles } from '../../server/platform/process/env-files.ts'
import { misspeltAmong, type Misspelt } from '../../server/platform/process/misspelt-rules.ts'
import { productVersion } from '../../server/platform/process/product-version.ts'
import { wholeNumber, type AddCommand } from './command.ts'

const LOOK_AGAIN_MS = 1_000

export const addDoctor: AddCommand = (program, { settings, end }) => {
  program
    .command('doctor')
    .summary('checks settings, database, keys, vendors and work')
    .description(
      'Checks the settings, the database, the keys, each vendor and the work itself, and says what to do about what ' +
        'is wrong. Does not try where errors and traces go. Changes nothing. Exits 1 when anything is wrong.',
    )
    .option('--wait <seconds>', 'look again for so long until nothing is wrong', seconds, 0)
    .action(async ({ wait }) => end(await doctor(settings, wait)))
}

const seconds = wholeNumber('wait', { min: 0, max: 3_600 })
const isWrong = ({ state }: Check): boolean => state === 'WRONG'

const doctor = async (settings: () => Env, waitSeconds: number): Promise<number> => {
  const until = performance.now() + waitSeconds * 1_000
  let checks = await checkAll(settings)
  while (checks.some(isWrong) && performance.now() < until) {
    await pause(LOOK_AGAIN_MS)
    checks = await checkAll(settings)
  }
  for (const { state, name, words } of checks)
    console.log(`${state.padEnd(11)}  ${name.padEnd(16)}  ${words}`)
  const faults = checks.filter(isWrong).length
  const open = checks.filter(({ state }) => state === 'not checked').length
  const rest = open > 0 ? ` ${open} could not be checked.` : ''
  if (faults === 0) console.log(`\nAll that was checked is well.${rest}`)
  else console.log(`\n${faults} ${faults === 1 ? 'thing is' : 'things are'} wrong.${rest}`)
  return faults > 0 ? 1 : 0
}

const checkAll = async (settings: () => Env): Promise<Check[]> => {
  let env: Env
  try {
    env = settings()
  } catch (cause) {
    if (!(cause instanceof EnvError)) throw cause
    return cause.faults.map((fault) => wrong('settings', fault))
  }
  const databaseUrl = env.DATABASE_URL ?? embeddedUrl(env.DATA_DIR)
  const given = Object.keys(readFiles(process.env, SETTINGS).settings)
  return [
    ok('settings', `complete, ${env.GOODWORD_MODE} mode, version ${productVersion()}`),
    ...misspeltAmong(given, SETTINGS).map(looksLike),
    ...(await examine(env, databaseUrl)),
  ]
}

const looksLike = ({ name, meant }: Misspelt): Check =>
  notChecked(
    'settings',
    `${name} is no setting and looks like ${meant}, which is not set: if that is meant, correct its name`,
  )
