import { BASE } from './style/base.js'
import { FINDINGS } from './style/findings.js'
import { PANEL } from './style/panel.js'
import { PRINT } from './style/print.js'
import { VERDICT } from './style/verdict.js'

/** The page's styles: type and space before colour; light, dark and paper. */
export const STYLE = [BASE, VERDICT, FINDINGS, PANEL, PRINT].join('').replace(/\n\s*/g, '')
