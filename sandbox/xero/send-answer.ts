import type { FastifyReply } from 'fastify'
import type { Answer } from './model/answer.ts'

export const sendAnswer = (reply: FastifyReply, { status, headers = {}, body }: Answer): FastifyReply =>
  reply.code(status).headers(headers).send(body)
