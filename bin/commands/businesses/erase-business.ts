import { Option } from '@commander-js/extra-typings'
import type { Env } from '../../../server/platform/process/env.ts'
import { asBusiness, asSystem } from '../../../server/database/database.ts'
import {
  askToErase,
  findErasure,
  takeBackErasure,
  WAITING_DAYS,
} from '../../../server/flows/erasing/ask-to-erase.ts'
import { previewErasure } from '../../../server/flows/erasing/preview-erasure.ts'
import { businessNamed, commandLine, counted, uuid, withParts, type AddCommand } from '../command.ts'
import { utcDay } from '../../../server/platform/moments-in-words-rules.ts'

export const addEraseBusiness: AddCommand = (program, { settings, end }) => {
  program
    .command('erase-business')
    .summary('stops a business, and erases it after a week')
    .description(
      `Stops a business at once, and erases everything personal of it after ${WAITING_DAYS} days. The ledger stays, without ` +
        'names. Without --yes it only says what would be erased.',
    )
    .requiredOption('--business <id>', 'which', uuid('business'))
    .option('--yes', 'really stops and erases it')
    .option('--refund', 'its owner asked for what is left of the funds')
    .addOption(new Option('--take-back', 'it is not erased after all').conflicts(['yes', 'refund']))
    .action(async ({ business, yes = false, refund = false, takeBack = false }) =>
      end(
        takeBack
          ? await takeBackOf(settings(), business)
          : await erase(settings(), { businessId: business, yes, wantsRefund: refund }),
      ),
    )
}

type Wanted = { businessId: string; yes: boolean; wantsRefund: boolean }

const erase = (env: Env, { businessId, yes, wantsRefund }: Wanted): Promise<number> =>
  withParts(env, async ({ db, databaseNow }) => {
    const { name } = await businessNamed({ db }, businessId)
    const open = await asSystem(db, (trx) => findErasure(trx, businessId))
    if (open) {
      console.log(
        open.erasedAt
          ? `${name} was erased on ${utcDay(open.erasedAt)}: nothing was changed.`
          : `${name} is stopped already, and erased on ${utcDay(open.erasesAt)}; --take-back until then.`,
      )
      if (wantsRefund && !open.erasedAt)
        console.log(
          '--refund changes nothing now: take the erasure back, and ask for it again with a refund.',
        )
      return 0
    }
    const now = await databaseNow()
    const preview = await asBusiness(db, businessId, (trx) => previewErasure(trx, businessId, now))
    const left = `${preview.funds.toFixed(2)} ${preview.currency} of funds ${preview.funds > 0 ? 'are left' : 'are left: nothing to refund'}`
    if (!yes) {
      console.log(
        [
          `${name} would be stopped at once, and erased on ${utcDay(new Date(preview.erasesAt))}:`,
          `  ${counted(preview.customers, 'customer')}, ${counted(preview.texts, 'text')}, ${counted(preview.codes, 'printed code')}, its settings and its owners’ accounts`,
          `  ${left}`,
          'Run it again with --yes to do so. Until that day it can be taken back.',
        ].join('\n'),
      )
      return 0
    }
    const by = commandLine()
    const { erasesAt } = await askToErase(db, { businessId, askedBy: 'operator', wantsRefund, by, now })
    console.log(`${name} is stopped. It is erased on ${utcDay(erasesAt)}; --take-back until then. ${left}.`)
    if (wantsRefund)
      console.log('A refund is noted: `doctor` names under erasures what of it was paid by card.')
    return 0
  })

const takeBackOf = (env: Env, businessId: string): Promise<number> =>
  withParts(env, async ({ db, databaseNow }) => {
    const { name } = await businessNamed({ db }, businessId)
    const now = await databaseNow()
    const wasOpen = await asSystem(db, (trx) => takeBackErasure(trx, businessId, { by: commandLine(), now }))
    console.log(
      wasOpen
        ? `${name} is not erased. It stays deactivated until its owner signs in and reactivates it.`
        : `${name} was not going to be erased: nothing was changed.`,
    )
    return 0
  })
