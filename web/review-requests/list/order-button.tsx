import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { Button } from '../../ui/controls/button.tsx'

export const orderOf = (params: URLSearchParams): 'newest' | 'oldest' =>
  params.get('order') === 'oldest' ? 'oldest' : 'newest'

/** Newest or oldest first; a press reverses the order. */
export const OrderButton = (): ReactNode => {
  const [params, setParams] = useSearchParams()
  const isNewest = orderOf(params) === 'newest'
  const reverse = (): void =>
    setParams(
      (now) => {
        if (isNewest) now.set('order', 'oldest')
        else now.delete('order')
        return now
      },
      { replace: true },
    )
  return (
    <Button look="ghost" onClick={reverse}>
      {isNewest ? 'Newest first' : 'Oldest first'} <span aria-hidden="true">{isNewest ? '↓' : '↑'}</span>
    </Button>
  )
}
