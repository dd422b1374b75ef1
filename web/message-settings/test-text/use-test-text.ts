import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { SmsTestCodeResponse } from '../../../contracts/shared/test-codes.ts'
import type { SmsTestResponse } from '../../../contracts/test-texts.ts'
import { call } from '../../lib/api.ts'
import { isCode, Refused } from '../../lib/problems.ts'
import { useKeyedAct } from '../../lib/use-act.ts'
import { useMutation } from '../../lib/use-mutation.ts'

/** A code that was texted: from when there may be another, and its number also as typed. */
export type AskedCode = {
  phone: string
  typed: string
  isUnknown: boolean
  againAt: number
}

/** The way of a test text: the number, where it is new a code that comes to it, then the test. One step at a time. */
export const useTestText = (message: string, onSent: (test: SmsTestResponse) => void) => {
  const [asked, setAsked] = useState<AskedCode | null>(null)
  const queries = useQueryClient()
  const sendMessage = useKeyedAct((body: { phone: string; message: string }, key) =>
    call('POST /api/sms/test', { key, body }),
  )
  const sendTest = (phone: string): Promise<SmsTestResponse> => sendMessage({ phone, message })
  const textCode = useKeyedAct((phone: string, key) =>
    call('POST /api/sms/test-codes', { key, body: { phone } }),
  )

  const askCode = async (phone: string): Promise<SmsTestResponse | null> => {
    try {
      setAsked(askedAs(phone, await textCode(phone)))
      return null
    } catch (cause) {
      if (isCode(cause, 'number-confirmed')) return sendTest(phone)
      throw cause
    }
  }
  const sendOrAskCode = async (phone: string): Promise<SmsTestResponse | null> => {
    try {
      return await sendTest(phone)
    } catch (cause) {
      if (!isCode(cause, 'number-not-confirmed')) throw cause
      // Also one that was texted before the page was loaded anew: it is on the phone.
      const code = cause instanceof Refused && cause.problem.openCode
      if (!code) return askCode(phone)
      setAsked(askedAs(phone, code))
      return null
    }
  }
  const confirm = async (phone: string, code: string): Promise<SmsTestResponse> => {
    await call('POST /api/sms/test-numbers', { body: { phone, code } })
    try {
      return await sendTest(phone)
    } catch (cause) {
      // The number is confirmed; what stands in the way has to do with the test itself.
      setAsked(null)
      throw cause
    }
  }

  const step = useMutation(
    {
      mutationFn: (take: () => Promise<SmsTestResponse | null>) => take(),
      onSuccess: (test) => {
        if (!test) return
        setAsked(null)
        void queries.invalidateQueries({ queryKey: ['funds'] })
        onSent(test)
      },
    },
    // Whatever is pressed while a step is under way is not another one.
    () => 'any',
  )
  return {
    asked,
    isBusy: step.isPending,
    error: step.error,
    forgetError: step.reset,
    send: (phone: string) => step.mutate(() => sendOrAskCode(phone)),
    // As it was typed: another spelling of the number would be another test, with a key of its own.
    confirm: (code: string) => step.mutate(() => confirm(asked!.typed, code)),
    askAgain: () => step.mutate(() => askCode(asked!.typed)),
    changeNumber: () => {
      step.reset()
      setAsked(null)
    },
  }
}

const askedAs = (typed: string, { phone, status, askAgainSeconds }: SmsTestCodeResponse): AskedCode => ({
  phone,
  typed,
  isUnknown: status === 'unknown',
  againAt: Date.now() + askAgainSeconds * 1000,
})
