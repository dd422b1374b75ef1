import type { IForbiddenRuleType } from 'dependency-cruiser'

/** The server's rooms, from the ground up. A room imports from its own files and from lower floors only. */
export const FLOORS: { name: string; rooms: string[] }[] = [
  { name: 'without a product word', rooms: ['platform'] },
  { name: 'the vendors', rooms: ['integrations'] },
  { name: 'the rows and who may see them', rooms: ['database'] },
  { name: 'what stands by itself', rooms: ['sessions', 'ledger', 'texts'] },
  { name: 'who must not be texted', rooms: ['opt-outs'] },
  { name: 'the owner’s business and its books', rooms: ['businesses', 'organisations'] },
  { name: 'what Xero says', rooms: ['invoices'] },
  { name: 'the main job', rooms: ['review-requests', 'message-settings'] },
  { name: 'around it', rooms: ['payments', 'test-texts'] },
  { name: 'what a stranger touches', rooms: ['links', 'claims'] },
  { name: 'what an owner sees', rooms: ['activity', 'notices', 'changes'] },
  { name: 'when X, then Y', rooms: ['flows'] },
  { name: 'the doors', rooms: ['webhooks', 'pages', 'operations'] },
  { name: 'the wiring', rooms: ['wiring'] },
]

const TESTS = '\\.test\\.tsx?$'

/** One wall a room: what it must not import, being on the same floor or above. */
export const floorWalls = (): IForbiddenRuleType[] =>
  FLOORS.flatMap(({ rooms }, floor) =>
    rooms.map((room) => ({
      name: `floor-of-${room}`,
      severity: 'error' as const,
      from: { path: `^server/${room}/`, pathNot: TESTS },
      to: { path: `^server/(${roomsFrom(floor, room).join('|')})/|^server/[^/]+$` },
    })),
  )

const roomsFrom = (floor: number, except: string): string[] =>
  FLOORS.slice(floor).flatMap(({ rooms }) => rooms.filter((room) => room !== except))
