import { BASE } from './style/base.js'
import { EVALUATION } from './style/evaluation.js'
import { FINDINGS } from './style/findings.js'
import { MAP } from './style/map.js'
import { PANEL } from './style/panel.js'
import { PRINT } from './style/print.js'
import { SETS } from './style/sets.js'
import { TALK } from './style/talk.js'
import { VERDICT } from './style/verdict.js'

/** The page's styles: type and space before colour; light, dark and paper. */
export const STYLE = [BASE, VERDICT, FINDINGS, PANEL, MAP, TALK, EVALUATION, SETS, PRINT].join('').replace(/\n\s*/g, '')
