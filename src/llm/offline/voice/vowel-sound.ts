/** Words whose h is not spoken, and figures that are: “hour”, “8-hour”, “11”, “18,000”. */
const SILENT = /^(?:hour|honest|honou?r|heir|8|1[18](?:,\d{3})*(?![\d,]))/iu
/** Words that begin like “you” or “one”. */
const SPOKEN =
  /^(?:uni(?:[cfloqstv]|$)|unanim|us[aeiu]|ubiqui|ut[aeio]|u[kr][aeiu](?!n$)|ufo|uganda|eu(?!$)|ewe|once|one(?!r)|u-)/iu
/** Capitals that are spelled: of few letters, or without a vowel; “SIM” and “HEPA” are words. */
const LETTERS =
  /^(?:\p{Lu}(?![\p{L}’'])|(?!(?:SIM|RAM|ROM|NAS|MAC|HUB|LAN|FUN|NEW|RED|HOT|MAN|LOW|MIX|SET|ONE|USE|OLD|ALL)(?!\p{L}))(?:\p{Lu}{2,3}|[B-DF-HJ-NP-TV-Z]{4,})s?(?!\p{L}))/u

/** Whether “an” and not “a” goes in front of words, by how the first of them is spoken. */
export function soundsLikeVowel(words: string): boolean {
  if (LETTERS.test(words)) return /^[AEFHILMNORSX]/u.test(words)
  if (SILENT.test(words)) return true
  return /^[aeiou]/iu.test(words) && !SPOKEN.test(words)
}
