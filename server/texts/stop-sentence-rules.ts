/** Whether a sentence in plain words wants us to stop: not a visitor, a leak, or whoever is praised. */
export const asksUsToStop = (sentence: string): boolean =>
  WISHES.some((wish) => wish.test(sentence.replace(OF_OTHERS, ' ')))

const OPENERS =
  'ok|okay|hi|hey|hello|yes|no|just|sorry|now|and|but|so|please|pls|plz|can you|could you|would you|will you'

const WISHES = [
  new RegExp(`^((${OPENERS}) )*stop\\b`),
  /\b(want|need|have|ask|asked|asking|tell|told|telling|like) (you|u|this|these|it|them) to (please )?stop\b/,
  /\byou (need to|have to|must|should) (please )?stop\b/,
  /\b(said|say|saying|make it|make this|make them) (please )?stop\b/,
  /\b(please|pls|plz|just|can you|could you|must|now) stop( (now|it|this|that|please))*$/,
]

/** A visit, a stop valve, a leak that is to stop, or how somebody works: none of our texts. */
const OF_OTHERS = new RegExp(
  [
    'stop (by|over|off|past|round|around|at(?! once)|in(?! (the )?future)|for (a|some|coffee|tea))',
    'stop (cock|tap|valve|end|watch|gap|light|sign)s?',
    'stop (the|it|that|this|these|my|our|your)? ?(\\w+ )?(from )?(leak|drip|flood|overflow|runn|flow|turn|spinn)\\w*',
    'stop (the|it|that|this|these|my|our|your)? ?(\\w+ )?(from )?(smell|bark|beep|tripp|flicker|squeak|rattl|worr)\\w*',
    'stop (working|smiling|laughing|raving|talking about|recommending)',
    'stop (the|that|this|my|our) (water|gas|power|noise|smell|alarm|tap|toilet|pump|fan)',
  ]
    .map((words) => `\\b(${words})\\b`)
    .join('|'),
  'g',
)
