import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { SmsPreview } from '../../../contracts/message-settings.ts'
import { call } from '../../lib/api.ts'
import { useDebounced } from '../../lib/use-debounced.ts'

const PAUSE_MS = 250

/**
 * The finished text, its segments and its price, by the code that charges; `isCurrent` when it is of this very
 * message.
 */
export const usePreview = (
  message: string,
): { preview: SmsPreview | undefined; isCurrent: boolean; error: unknown; refetch: () => unknown } => {
  const settled = useDebounced(message, PAUSE_MS)
  const { data, isPlaceholderData, error, refetch } = useQuery({
    queryKey: ['sms', 'template', 'preview', settled],
    queryFn: ({ signal }) =>
      call('POST /api/sms/template/preview', { body: { message: settled.slice(0, 2000) }, signal }),
    placeholderData: keepPreviousData,
  })
  return { preview: data, isCurrent: settled === message && !isPlaceholderData, error, refetch }
}
