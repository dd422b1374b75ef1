import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import type { AutoTopUpTerms } from '../../contracts/shared/auto-top-up-terms.ts'
import type { AutoTopUp } from '../../contracts/payments.ts'
import { call } from '../lib/api.ts'
import { asks } from '../lib/asks.ts'
import { keepAnswer } from '../lib/keep-answer.ts'
import { inWords } from '../lib/problems.ts'
import { leaveFor, useAct } from '../lib/use-act.ts'
import { showToast } from '../ui/feedback/toasts.tsx'
import { stripeWords } from './stripe-words.ts'

const ABOUT = { about: 'auto-top-up' }

/** The state of automatic top-ups, and every action of the owner's on it. */
export const useAutoTopUp = () => {
  const queries = useQueryClient()
  const question = useQuery(asks('GET /api/auto-top-up'))
  const keep = (answer: AutoTopUp) => keepAnswer(queries, 'GET /api/auto-top-up', answer)
  const turnOn = useAct(async (terms: AutoTopUpTerms, key) => {
    const answer = await call('PUT /api/auto-top-up', {
      key,
      body: { isOn: true, hasConsented: true, ...terms },
    })
    await keep(answer)
    if (!answer.card) await leaveForCard(key)
    else showToast('ok', 'Automatic top-up is on.', ABOUT)
  })
  const turnOff = useAct((_: void, key) => call('PUT /api/auto-top-up', { key, body: { isOn: false } }), {
    onSuccess: async (answer) => {
      await keep(answer)
      showToast('ok', 'Automatic top-up is off. Your card is not charged.', ABOUT)
    },
    onError: (error) => showToast('bad', inWords(error), ABOUT),
  })
  const changeCard = useAct((_: void, key) => leaveForCard(key), {
    onError: (error) => showToast('bad', stripeWords(error)),
  })
  const removeCard = useAct((_: void, key) => call('DELETE /api/auto-top-up/card', { key }), {
    onSuccess: async (answer) => {
      await keep(answer)
      showToast('ok', 'Your card is removed. Automatic top-up is off.', ABOUT)
    },
  })
  return { question, turnOn, turnOff, changeCard, removeCard }
}

const leaveForCard = async (key: string): Promise<void> => {
  const { setupUrl } = await call('POST /api/auto-top-up/card', { key })
  await leaveFor(setupUrl)
}

/** Back from Stripe's card page: the card is recorded, and its id is removed from the address. */
export const useSavedCard = (): void => {
  const queries = useQueryClient()
  const [params, setParams] = useSearchParams()
  const sessionId = params.get('card')
  useEffect(() => {
    if (!sessionId) return
    setParams(
      (now) => {
        now.delete('card')
        return now
      },
      { replace: true },
    )
    call('PUT /api/auto-top-up/card', { body: { sessionId } })
      .then(async (answer) => {
        await keepAnswer(queries, 'GET /api/auto-top-up', answer)
        if (!answer.isOn) showToast('bad', 'Automatic top-up is off, so the card you left was not kept.')
        else if (answer.card)
          showToast('ok', `Your ${answer.card.brand} ending ${answer.card.last4} is saved.`)
        else showToast('bad', 'The card you left was not kept. Please leave it again.')
      })
      .catch((error: unknown) => showToast('bad', inWords(error)))
  }, [sessionId, setParams, queries])
}
