import type { SlackSettings } from '../../domain/workspace/slack-settings.js'
import { FIELDS } from '../blocks/action-ids.js'
import type { Settings } from '../blocks/view-models.js'
import { radioField } from './inputs.js'

/** Value of the option “as my settings say”. */
const OWN = 'own'
type Preset = Pick<SlackSettings, 'personas' | 'focusGroup' | 'controls' | 'assay' | 'stability'>

/** Presets of thoroughness, each for one run. The people on the panel stay as in the person's settings. */
const PRESETS: Readonly<Record<string, Preset>> = {
  quick: { personas: 4, focusGroup: 'quick', controls: false, assay: 'quick', stability: 0 },
  thorough: { personas: 12, focusGroup: 'live', controls: true, assay: 'full', stability: 3 },
}
const TALKS: Record<SlackSettings['focusGroup'], string> = {
  live: 'a live talk',
  quick: 'a talk written in one call',
  off: 'no talk',
}

export const presetField = ({ personas, focusGroup }: Settings) =>
  radioField(
    FIELDS.preset,
    'How thoroughly',
    [
      { id: OWN, name: `As in your settings: ${personas} people, ${TALKS[focusGroup]}` },
      { id: 'quick', name: 'Quickly: 4 people, a talk written in one call' },
      { id: 'thorough', name: 'Thoroughly: 12 people, 3 more panels, every check' },
    ],
    { chosen: OWN, hint: 'For this test alone; your settings stay as they are.' },
  )

/** The settings of a preset; empty for the person's own. */
export const presetOf = (id: string): Partial<SlackSettings> => PRESETS[id] ?? {}
