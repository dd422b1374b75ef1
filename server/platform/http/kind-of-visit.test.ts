import type { FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { kindOfVisit } from './kind-of-visit.ts'

const kindOf = (userAgent: string) =>
  kindOfVisit({ method: 'GET', headers: { 'user-agent': userAgent } } as unknown as FastifyRequest)

const ANDROID = (model: string, after = '') =>
  `Mozilla/5.0 (Linux; Android 11; ${model}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.6099.144 Mobile Safari/537.36${after}`
const IPHONE = (after: string) =>
  `Mozilla/5.0 (iPhone; CPU iPhone OS 17_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) ${after}`

test.each([
  IPHONE('Version/17.1 Mobile/15E148 Safari/604.1'),
  ANDROID('CUBOT NOTE 20'),
  ANDROID('CUBOT_X30 Build/RP1A.200720.011'),
  ANDROID('KINGKONG 5 Pro CUBOT'),
  IPHONE('Mobile/15E148 Twitter for iPhone/10.17'),
  IPHONE('Mobile/15E148 [LinkedInApp]/9.28.7586'),
  IPHONE('Mobile/15E148 WhatsApp/23.24.79'),
  ANDROID('SM-G991B', ' Telegram-Android/10.5.0 (Samsung SM-G991B; Android 13; SDK 33; HIGH)'),
  ANDROID('Pixel 6', ' TwitterAndroid'),
  ANDROID('SM-A536B', ' [FBAN/FB4A;FBAV/440.0.0.0.0;]'),
  ANDROID('SM-A536B', ' Slack/23.11.20.0'),
  ANDROID('SM-A536B', ' Discord/206.12'),
  ANDROID('SM-A536B', ' Skype/8.107'),
])('a person: %s', (userAgent) => expect(kindOf(userAgent)).toBe('visit'))

test.each([
  'Twitterbot/1.0',
  'LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)',
  'TelegramBot (like TwitterBot)',
  'WhatsApp/2.23.20.0',
  'WhatsApp/2.2336.9 N',
  'WhatsApp',
  'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
  'Slack-ImgProxy (+https://api.slack.com/robots)',
  'Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)',
  'Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5',
  'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
  'facebookexternalhit/1.1 Facebot Twitterbot/1.0',
  'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  'Mozilla/5.0 (Linux; Android 6.0.1; Nexus 5X Build/MMB29P) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Mobile Safari/537.36 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)',
  'Mozilla/5.0 (compatible; YandexBot/3.0; +http://yandex.com/bots)',
  'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; Amazonbot/0.1; +https://developer.amazon.com/support/amazonbot)',
  'Mozilla/5.0 (compatible; Bytespider; spider-feedback@bytedance.com)',
  'AdsBot-Google (+http://www.google.com/adsbot.html)',
  'Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)',
  'python-requests/2.31.0',
  'curl/8.4.0',
  'okhttp/4.12.0',
  'Go-http-client/2.0',
  'Java/17.0.9',
])('a machine: %s', (userAgent) => expect(kindOf(userAgent)).toBe('preview'))
