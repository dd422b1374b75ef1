import { useEffect, useRef, type ComponentProps, type ReactNode } from 'react'
import { Dialog } from './dialog.tsx'
import styles from './growing-dialog.module.css'

/**
 * A dialog whose content comes or grows while it is open: its top stays where it is. Without a control at first, the
 * focus begins at its heading: its first button would be pushed out of sight.
 */
export const GrowingDialog = ({ children, ...dialog }: ComponentProps<typeof Dialog>): ReactNode => {
  const content = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!dialog.isOpen || content.current?.contains(document.activeElement)) return
    const heading = content.current?.closest('dialog')?.querySelector('h2')
    if (!heading) return
    heading.tabIndex = -1
    heading.focus()
  }, [dialog.isOpen])
  return (
    <Dialog {...dialog}>
      <div ref={content} className={styles.content}>
        {children}
      </div>
    </Dialog>
  )
}
