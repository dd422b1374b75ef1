import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { meaningOfInbound } from './inbound-rules.ts'

describe('a customer who asks us to stop is opted out, in whatever words', () => {
  test.each([
    'STOP',
    'stop',
    'Stop.',
    ' STOP!!! ',
    '"STOP"',
    'Stop please',
    'pls stop',
    'Ok stop',
    'stop thanks',
    'STOP ALL',
    'stopall',
    'Stopp',
    'STPO',
    'S.T.O.P',
    'unsubscribe',
    'Unsubscribe me please',
    'UNSUB',
    'END',
    'Quit',
    'REVOKE',
    'OPTOUT',
    'Opt out',
    'opt-out',
    'CANCEL',
    'cancel please',
    'Please stop texting me',
    'please stop sending me these messages',
    'stop sending me this crap. Stop texting',
    'Stop messaging me!!',
    'Can you stop',
    'I’d like to unsubscribe from this',
    'unsubscribe me',
    'Remove me',
    'remove me from your list',
    'Please remove my number',
    'take me off your list mate',
    'delete my number',
    "don't text me again",
    'Don’t text me again',
    'dont message me',
    'Do not contact me again',
    'please do not send me any more texts',
    "Great job but please don't text me",
    'No more texts please',
    'no more of these messages',
    'I dont want to get these messages',
    'Leave me alone',
    'Not interested',
    'Wrong number',
    'Sorry mate wrong number, I never used you',
    'Who is this? How did you get my number?',
    'This is spam',
    'stop spamming me',
    'fuck off',
    'I said STOP and I meant it, thank you very much',
    'I want to opt out of these',
    'I revoke my consent',
    "Don't stop there: never text me again",
    'Never contact me',
    'quit texting me',
    'Sick of these texts',
    'how do i stop these messages',
    'Stop contacting my husband',
    'ＳＴＯＰ',
    'STOP\nSent from my iPhone',
  ])('%j', (body) => {
    expect(meaningOfInbound(body)).toBe('stop')
  })
})

describe('in other languages, with or without accents', () => {
  test.each([
    'ARRÊT',
    'ARRET',
    'arrêt',
    'arre\u0302t',
    'Arrêtez',
    'ARRÊTER',
    'Arrêt s’il vous plaît',
    'Arrêt svp, merci',
    'Désabonner',
    'désabonnement',
    'Je veux me désabonner',
    'Me désinscrire',
    'Arrêtez de m’envoyer des messages',
    'Arrêtez ces textos',
    'ARRET SMS',
    'Arrêt des messages',
    'arrêt textos svp',
    'Arrêtez tout',
    'Désabonnez-moi',
    'Désabonnez-moi de votre liste, merci',
    'Désinscrivez-moi s’il vous plaît',
    'désinscris moi',
    'Arrêtez svp de m’envoyer des messages',
    'Arrêtez s’il vous plaît de m écrire',
    'Arrêtez de me contacter',
    'Merci de cesser d’envoyer ces textos',
    'Ne m’envoyez plus de messages',
    'Merci de ne plus m’envoyer de SMS',
    'Ne m’envoyez plus rien',
    'Ne m’envoyez plus aucun message',
    'Ne m’envoyez plus, svp',
    'Ne m’envoyez plus jamais',
    'Ne m’envoyez pas de SMS',
    'Je ne veux plus aucun SMS',
    'Je ne veux plus rien recevoir',
    'Bonjour, ne m’écrivez plus',
    'Ne me contactez plus jamais',
    'Plus de messages svp',
    'Je ne veux plus recevoir vos messages',
    'Je ne souhaite pas recevoir de textos',
    'Je ne veux plus être contactée',
    'Supprimez mon numéro',
    'Retirez-moi de votre liste',
    'Laissez-moi tranquille',
    'Vous avez le mauvais numéro',
    'Pas intéressée, merci',
    'PARAR',
    'Baja',
    'Alto',
    'Cancelar',
    'cancelar por favor',
    'Detener',
    'Quiero darme de baja',
    'No más mensajes',
    'Por favor no me envíen más mensajes',
    'Dejen de enviarme mensajes',
    'Pare',
    'Sair',
    'Não quero mais receber mensagens',
    'Stopp',
    'Abmelden',
    'Bitte abmelden',
    'Abbestellen',
    'Afmelden',
    'Uitschrijven',
    'Annulla',
  ])('%j is a refusal', (body) => {
    expect(meaningOfInbound(body)).toBe('stop')
  })

  test.each([
    'Merci, c’était parfait !',
    'Vous travaillez sans arrêt, bravo',
    'Pouvez-vous arrêter le chauffage en partant ?',
    'N’arrêtez pas de m’envoyer vos offres !',
    'L’arrêt d’eau a duré une heure, merci quand même',
    'Arrêt de bus devant la maison, sonnez deux fois',
    'Arrêtez le compteur avant de partir',
    'Les fuites ont arrêté, merci pour vos messages',
    'Le technicien ne me contacte plus, pouvez-vous l’appeler ?',
    'Vous ne me contactez plus pour l’entretien annuel ?',
    'Ne m’envoyez plus la facture par la poste, merci',
    'Merci de ne plus m’envoyer la facture papier',
    'Ne m’envoyez pas le reçu, merci',
    'Je ne veux plus rien changer, c’est parfait',
    'Vous ne m’envoyez jamais la facture',
    'Pourquoi ne me contactez-vous pas avant de passer ?',
    'Ça s’est arrêté, merci ! SMS bien reçu',
    'L’eau s’est arrêtée de couler',
    'Je n’ai plus de messages de votre part',
    'Vous ne m’avez pas envoyé la facture',
    'Je ne veux plus attendre, quand venez-vous ?',
    'Retirez-moi aussi le vieux réservoir',
    'Vous aviez le mauvais numéro de facture',
    'Pas de problème, merci',
    'Sam, plus de messages que prévu mais très bon travail',
    'We had a great arret in Quebec, merci',
    'Un service de alto nivel, gracias',
    'La presión sigue baja, pueden volver?',
    'Quiero cancelar mi cita del viernes',
    'No me enviaron la factura',
    'Para mañana está bien',
    'Não paro de recomendar vocês',
    'Vou sair agora, deixo a avaliação depois',
    'Ich melde mich später',
    'Ottimo lavoro, grazie',
    'Zoë loved the café, très bien',
  ])('%j is none', (body) => {
    expect(meaningOfInbound(body)).toBe('other')
  })
})

describe('a customer who only talks is not cut off', () => {
  test.each([
    '',
    'Thanks!',
    'Yes',
    'Yes please',
    'No',
    'No worries, done',
    'Done, great job mate',
    "Don't stop, great work",
    'dont stop what you are doing, best plumber in town',
    'Never stop being awesome',
    'Please stop by again next time you are around, we have another job for you',
    'Will do. Could you stop by on Tuesday to look at the other tap?',
    'The leak did not stop after you left, can somebody come back today please',
    'You guys are non-stop awesome, happy to leave a review for you',
    'The bus stop in front of our house is where you parked, all good though',
    'Can you cancel my appointment on Friday please',
    'Please send the invoice to my accountant by the end of the month',
    'I would not quit my day job haha, but happy to help with a review',
    'The job was finished by the end of the day. Thank you so much!',
    'Can you remove the old tank when you come next?',
    'I dont text much but you did a great job',
    'I never message anyone but wanted to say thanks for everything',
    "Sorry I don't have Google",
    'How do I start?',
    'Who is this?',
    'help',
    'You didnt send me the receipt',
    'The tap wont stop dripping since you left mate, please call me',
  ])('%j', (body) => {
    expect(meaningOfInbound(body)).toBe('other')
  })
})

test.each(['START', 'start', 'Unstop', 'Start again', 'please start', 'resubscribe', 'opt in', 'SUBSCRIBE'])(
  'a customer opts in again with %j',
  (body) => {
    expect(meaningOfInbound(body)).toBe('start')
  },
)

test('what the gateway understood takes precedence over our own reading', () => {
  expect(meaningOfInbound('ARRETER', 'STOP')).toBe('stop')
  expect(meaningOfInbound('YES', 'START')).toBe('start')
  expect(meaningOfInbound('HELP', 'HELP')).toBe('other')
  expect(meaningOfInbound('stop', 'HELP')).toBe('stop')
  expect(meaningOfInbound('STOP', undefined)).toBe('stop')
})

test('the stop word counts in any capitals and among any punctuation', () => {
  const word = fc.constantFrom(
    'stop',
    'STOP',
    'unsubscribe',
    'end',
    'quit',
    'cancel',
    'optout',
    'revoke',
    'stopall',
  )
  const around = fc.stringMatching(/^[ .,!?"'\-\n()]{0,6}$/)
  fc.assert(
    fc.property(word, around, around, fc.boolean(), (stop, before, after, isLoud) => {
      expect(meaningOfInbound(before + (isLoud ? stop.toUpperCase() : stop) + after)).toBe('stop')
    }),
  )
})

test('any bytes that a customer sends have a meaning', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.option(fc.string(), { nil: undefined }), (body, type) => {
      expect(['stop', 'start', 'other']).toContain(meaningOfInbound(body, type))
    }),
  )
})
