import type { ReactNode } from 'react'

export const Star = ({ className }: { className?: string | undefined }): ReactNode => (
  <svg className={className} viewBox="0 0 20 20" width="14" height="14" aria-hidden="true" focusable="false">
    <path
      fill="currentColor"
      d="m10 1.6 2.5 5.3 5.8.7-4.3 4 1.1 5.7L10 14.5l-5.1 2.8L6 11.6l-4.3-4 5.8-.7Z"
    />
  </svg>
)
