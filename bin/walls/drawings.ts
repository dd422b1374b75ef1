import { ATTEMPT_MOVES, REQUEST_MOVES } from '../../server/review-requests/life/text-life.ts'
import { CHECKOUT_MOVES } from '../../server/payments/life/checkout-life.ts'
import { FLOORS } from './floors.ts'

/** Drawings that docs/ARCHITECTURE.md shows, made from the code: a name, and what stands between its two marks. */
export const drawings = (modules: Module[]): Map<string, string> =>
  new Map([
    ['floors', drawFloors(arrowsOf(modules))],
    ['review request', drawMoves(REQUEST_MOVES)],
    ['attempt', drawMoves(ATTEMPT_MOVES)],
    ['checkout', drawMoves(CHECKOUT_MOVES)],
  ])

/** The document with each drawing between its marks. Throws Error where a drawing has no place. */
export const withDrawings = (document: string, made: Map<string, string>): string => {
  let text = document
  for (const [name, drawing] of made) {
    const [begin, end] = [`<!-- drawing: ${name} -->\n`, `<!-- end: ${name} -->`]
    const [from, to] = [text.indexOf(begin), text.indexOf(end)]
    if (from < 0 || to < from) throw new Error(`docs/ARCHITECTURE.md has no place for the drawing "${name}".`)
    text = `${text.slice(0, from + begin.length)}\n${drawing}\n\n${text.slice(to)}`
  }
  return text
}

type Module = { source: string; dependencies: { resolved: string }[] }

const roomOf = (file: string): string | undefined => /^server\/([^/]+)\//.exec(file)?.[1]

/** Which rooms each room imports, tests aside. */
const arrowsOf = (modules: Module[]): Map<string, Set<string>> => {
  const arrows = new Map<string, Set<string>>()
  for (const { source, dependencies } of modules) {
    const room = roomOf(source)
    if (!room || source.endsWith('.test.ts')) continue
    const seen = arrows.get(room) ?? new Set()
    for (const { resolved } of dependencies) {
      const other = roomOf(resolved)
      if (other && other !== room) seen.add(other)
    }
    arrows.set(room, seen)
  }
  return arrows
}

/**
 * Top floor first, as a house is drawn. `platform`, `integrations` and `database` are below everything and left out.
 */
const drawFloors = (arrows: Map<string, Set<string>>): string => {
  const ground = new Set(FLOORS.slice(0, 3).flatMap(({ rooms }) => Object.keys(rooms)))
  const lines = FLOORS.toReversed().flatMap(({ name, rooms }, index) =>
    Object.keys(rooms).map((room, place) => {
      const label = place === 0 ? `${FLOORS.length - index}` : ''
      const below = [...(arrows.get(room) ?? [])].filter((other) => !ground.has(other)).toSorted()
      return `| ${label} | ${place === 0 ? name : ''} | \`${room}/\` | ${below.join(', ')} |`
    }),
  )
  return ['| floor | | room | imports |', '|---|---|---|---|', ...lines].join('\n')
}

type Drawn = Record<string, { from: readonly string[]; to: string; why: string }>

/** One arrow for each two states; a move that stays where it is is no arrow. */
const drawMoves = (moves: Drawn): string => {
  const arrows = new Map<string, string[]>()
  for (const { from, to, why } of Object.values(moves)) {
    for (const state of from.length === 0 ? ['[*]'] : from) {
      const arrow = `${state} --> ${to}`
      if (state !== to) arrows.set(arrow, [...(arrows.get(arrow) ?? []), why])
    }
  }
  const lines = [...arrows].map(([arrow, whys]) => `  ${arrow}: ${whys.join(', or ')}`)
  return ['```mermaid', 'stateDiagram-v2', ...lines, '```'].join('\n')
}
