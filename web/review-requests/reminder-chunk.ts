import { tabChunk } from '../lib/chunk.ts'

/** Only a text that was opened, and that has a reminder, shows it. */
export const reminderChunk = tabChunk(async () => (await import('./reminder-part.tsx')).ReminderPart)
