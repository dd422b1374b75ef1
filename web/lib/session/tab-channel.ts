/** Messages between the tabs and windows of this browser, on our own pages only. */
export const openTabChannel = <Message>(name: string) => {
  const channel =
    typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(`goodword.${name}`)
  return {
    post: (message: Message): void => {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel never leaves its origin
      channel?.postMessage(message)
    },
    listen: (listener: (message: Message) => void): (() => void) => {
      const pass = ({ data }: MessageEvent<Message>): void => listener(data)
      channel?.addEventListener('message', pass)
      return () => channel?.removeEventListener('message', pass)
    },
  }
}
