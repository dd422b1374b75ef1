import { readStorage, writeStorage } from '../browser-storage.ts'
import type { Refused } from '../problems.ts'
import { forgetWords } from './kept-words.ts'
import { judgeRefusal } from './session-rules.ts'
import { openTabChannel } from './tab-channel.ts'

/*
 * The session itself is an HttpOnly cookie that no script can read. This file keeps only whether this browser was
 * signed in before, which decides whether one silent sign-in is tried, and sends the messages between tabs.
 */
const WAS_SIGNED_IN = 'goodword.was-signed-in'
const NOTE = 'goodword.sign-in-note'
const CAME_FROM = 'goodword.came-from'
const DEACTIVATED = 'goodword.deactivated'
const ERASED_ON = 'goodword.erased-on'
const tabs = openTabChannel<SessionNews>('session')

export type SessionNews = 'signed-in' | 'signed-out' | 'expired' | 'deactivated'

export const REACTIVATION = '/auth/reactivate?deactivated=true'
export type SignInNote = 'expired' | 'signed-out' | 'signed-out-elsewhere'

let isSigningOut = false
let hasEnded = false
const keepers = new Set<() => void>()

export const wasSignedIn = (): boolean => readStorage('local', WAS_SIGNED_IN) !== null

export const beginSession = (): void => {
  isSigningOut = false
  hasEnded = false
  writeStorage('local', WAS_SIGNED_IN, 'yes')
  writeStorage('session', NOTE, null)
  writeStorage('session', DEACTIVATED, null)
  recordErasure(null)
  tabs.post('signed-in')
}

/** Calls `keep` when the session ends by itself, before the page is left. Returns how to stop that. */
export const keepAtExpiry = (keep: () => void): (() => void) => {
  keepers.add(keep)
  return () => void keepers.delete(keep)
}

/** From here on a 401 is expected, and not shown. */
export const beginSigningOut = (): void => {
  isSigningOut = true
}

export const isEndingSession = (): boolean => isSigningOut || hasEnded

export const keepSession = (): void => {
  isSigningOut = false
}

/** Forgets the session in this browser, notifies the other tabs, and loads `path` afresh; once, whatever is refused. */
export const endSession = (path: string, note: SignInNote | null): void => {
  if (hasEnded) return
  hasEnded = true
  writeStorage('local', WAS_SIGNED_IN, null)
  writeStorage('session', NOTE, note)
  if (note === 'signed-out' || path === REACTIVATION) forgetAll()
  else rememberPlace()
  if (note === 'expired') for (const keep of keepers) keep()
  if (path === REACTIVATION) markDeactivated()
  tabs.post(path === REACTIVATION ? 'deactivated' : note === 'signed-out' ? 'signed-out' : 'expired')
  window.location.replace(path)
}

/** Another tab ended the session: this one follows, without notifying it in turn. */
export const followSignOut = (news: SessionNews): void => {
  if (isSigningOut || news === 'signed-in') return
  if (news !== 'expired') forgetAll()
  if (hasEnded) return
  // After a sign-out by her own hand the browser asks where she was writing: that is lost.
  hasEnded = news !== 'signed-out'
  if (news === 'deactivated') {
    markDeactivated()
    window.location.replace(REACTIVATION)
    return
  }
  if (news === 'expired') {
    rememberPlace()
    for (const keep of keepers) keep()
  }
  const note: SignInNote = news === 'expired' ? 'expired' : 'signed-out-elsewhere'
  writeStorage('session', NOTE, note)
  window.location.replace('/login')
}

export const listenToOtherTabs = tabs.listen

/** Why the sign-in page is showing; shown once, then forgotten. */
export const signInNote = (): SignInNote | null => readStorage('session', NOTE) as SignInNote | null

export const forgetSignInNote = (): void => writeStorage('session', NOTE, null)

/**
 * One top-level round trip to the issuer without a prompt, if this browser was signed in before. The memory of it is
 * removed first: an issuer that wants to see the person answers with /login, which must not try again.
 */
export const trySilentSignIn = (): boolean => {
  if (!wasSignedIn()) return false
  writeStorage('local', WAS_SIGNED_IN, null)
  rememberPlace()
  window.location.replace('/api/auth/google?intent=sign-in&prompt=none')
  return true
}

/** This page is where the next sign-in of this tab returns to. */
export const rememberPlace = (): void => goAfterSignIn(window.location.pathname + window.location.search)

export const goAfterSignIn = (path: string): void => writeStorage('session', CAME_FROM, path)

export const takeCameFrom = (): string | null => {
  const path = readStorage('session', CAME_FROM)
  writeStorage('session', CAME_FROM, null)
  return path
}

const forgetAll = (): void => {
  takeCameFrom()
  forgetWords()
}

/** The server said so, in this tab or another: an address alone proves nothing. */
export const isKnownDeactivated = (): boolean => readStorage('session', DEACTIVATED) !== null

/** Whoever deactivated her account here has not asked to have her business erased. */
export const NO_ERASURE = ''

/** The day on which the business that was signed in here is erased, in words; null where this tab does not know. */
export const recordErasure = (day: string | null): void => writeStorage('session', ERASED_ON, day)
export const erasureNoted = (): string | null => readStorage('session', ERASED_ON)

const markDeactivated = (): void => writeStorage('session', DEACTIVATED, 'yes')

// A 401 of these is expected; their own pages handle it.
const SIGNING_IN = new Set([
  'GET /api/payments/verify',
  'GET /api/auth/me',
  'POST /api/auth/session',
  'POST /api/auth/reactivate',
])

export const sessionWasRefused = (callName: string, refusal: Refused): void => {
  const verdict = judgeRefusal(refusal.problem, { where: window.location, isSigningOut })
  if (verdict === 'to-reactivation') endSession(REACTIVATION, null)
  if (verdict === 'to-login' && !SIGNING_IN.has(callName)) endSession('/login', 'expired')
}
