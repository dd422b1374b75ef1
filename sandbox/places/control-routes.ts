import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { PlacesControl } from './register-places.ts'

/** The control API of Places: what was billed, and places that vanish or move. */
export const placesControlRoutes = (places: PlacesControl) => async (app: FastifyInstance) => {
  app.get('/bill', async () => places.bill())
  app.post<{ Params: { placeId: string } }>('/:placeId/vanish', async (request) => {
    places.vanish(request.params.placeId)
    return { ok: true }
  })
  app.post<{ Params: { placeId: string } }>('/:placeId/move', async (request) => {
    places.move(request.params.placeId, z.object({ to: z.string().min(1) }).parse(request.body).to)
    return { ok: true }
  })
}
