// All of these are matched against plain words: 'Ne m’écrivez plus' comes as 'ne mecrivez plus'.

const TEXTS = '((de|des|d|ces|ce|les|vos|tous|autres|aucune?s?) )*(messages?|textos?|sms)'
const TO_ME = '((me|nous) |m ?)'
const TEXTING = '(ecri(re|vez|s)|(contact|text|relanc|appel|derang|harcel|sollicit)e[rz])'
const PLEASE = '((svp|stp|sil (vous|te) plait) )*'

/** A refusal where they are the whole text. */
export const FRENCH_STOP_WORDS = [
  'arrett?|arrete[rsz]?|annuler|(me )?(desabonner|desinscrire)|desabonnez?|desinscrivez',
  `desabonnement|desinscription|arrete[rsz]? (tout|ca|cela)|(arret|plus|pas) ${TEXTS}`,
  '(vous (avez|etes) )?((le|un|au) )?(mauvais|faux) numero|(je (ne )?suis )?pas interessee?',
]

/** A refusal wherever they stand. */
export const FRENCH_REFUSALS = [
  /\b(me|nous) (desabonner|desinscrire)\b|\b(desabonnez?|desinscri(s|vez)) (moi|nous)\b/,
  new RegExp(String.raw`\b(arrete|cesse)[rsz]? ${PLEASE}(${TEXTS}|(de |d)?${TO_ME}?(envoyer|${TEXTING}))\b`),
  // 'Ne m'envoyez plus la facture' is about the bill.
  new RegExp(
    String.raw`\b(ne (plus|pas) ${TO_ME}?envoyer|(ne ${TO_ME}?|n)envo(yez|ie) plus)` +
      String.raw`( rien\b| ca\b| cela\b| (jamais )?${TEXTS}\b|( jamais)?( svp| stp| merci| sil (vous|te) plait)*$)`,
  ),
  new RegExp(String.raw`\bne ${TO_ME}?envo(yez|ie) pas ${TEXTS}\b`),
  // 'Vous ne me contactez plus' misses us.
  new RegExp(String.raw`(?<!\b(vous|tu) )\bne ((plus|pas) )?${TO_ME}${TEXTING}\b(?! (vous|tu)\b)`),
  new RegExp(
    String.raw`\b(veux|souhaite|desire|voudrais) (plus|pas) ` +
      String.raw`((recevoir |avoir )?${TEXTS}|rien( recevoir)?$|etre (contacte|relance|derange)e?s?)\b`,
  ),
  /\b(supprime|retire|enleve|efface)[rz]? (mon numero|mes (coordonnees|donnees))\b/,
  /\b(supprime|retire|enleve|efface)[rz]? (moi|nous) de (la|ta|vos|votre|cette) listes?\b/,
  /\blaisse[rz]? (moi|nous) (tranquilles?|en paix)\b/,
]
