import { useLayoutEffect, type RefObject } from 'react'

/**
 * Where a part of the page goes away with the focus in it, the focus goes to the nearest `data-focus-heir` around it,
 * in a dialog to its closer, and else to the heading: else whoever uses the keyboard begins at the top again.
 */
export const useFocusHeir = (part: RefObject<HTMLElement | null>): void => {
  useLayoutEffect(() => {
    const element = part.current
    return () => {
      if (!element?.contains(document.activeElement)) return
      const around = element.parentElement?.closest(`${HEIR}, dialog`)
      const near = around?.matches('dialog') ? around.querySelector(`:scope > ${HEIR}`) : around
      // What is around it may go away with it.
      queueMicrotask(() => {
        if (document.activeElement !== document.body) return
        const heir = near?.isConnected ? near : document.querySelector('main h1')
        if (heir instanceof HTMLElement) heir.focus({ preventScroll: true })
      })
    }
  }, [part])
}

const HEIR = '[data-focus-heir]'
