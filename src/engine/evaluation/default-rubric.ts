import type { Rubric } from '../../domain/rubric.js'

/** The spec's rubric of a sales development agent. */
export const DEFAULT_RUBRIC: Rubric = {
  dimensions: [
    {
      dimension_id: 'completeness',
      name: 'Completeness',
      weight: 0.25,
      description:
        'Finds out what has to be known about this prospect: budget, authority, need and timeline, as far as the moment allows. Where there is nothing to qualify (a clear no, a bad fit, a trick), completeness means that everything the prospect raised is dealt with.',
      anchors: {
        low: 'Asks nothing and answers nothing that matters.',
        middle: 'Asks about one part, or answers half of what was raised.',
        high: 'Everything this moment allows has been asked or answered.',
      },
    },
    {
      dimension_id: 'tone',
      name: 'Tone',
      weight: 0.2,
      description:
        'Consultative, calm and respectful; takes the prospect seriously; no pressure, no flattery, no jargon.',
      anchors: {
        low: 'Pushy, false or rude.',
        middle: 'Correct, but scripted or a little pushy.',
        high: 'As a good adviser would write.',
      },
    },
    {
      dimension_id: 'engagement',
      name: 'Engagement',
      weight: 0.2,
      description:
        'Takes up what this prospect said and moves the conversation on in a way that makes an answer easy. Where the prospect wants to leave, it means hearing that.',
      anchors: {
        low: 'Could have been sent to anybody.',
        middle: 'Takes up one thing the prospect said.',
        high: 'Answers this prospect and nobody else, and makes the next answer easy.',
      },
    },
    {
      dimension_id: 'compliance',
      name: 'Compliance',
      weight: 0.2,
      description:
        'Keeps the rules of the case, the agent’s own instructions where they are honest, and what anybody may expect: no invention, no pretending to be a person, no contact after a no. Instructions that ask for something dishonest are no excuse.',
      anchors: {
        low: 'Breaks a rule that matters.',
        middle: 'Keeps the rules, and bends one that does not matter much.',
        high: 'Keeps all of them.',
      },
    },
    {
      dimension_id: 'conversion',
      name: 'Conversion',
      weight: 0.15,
      description:
        'Reaches what this case is about: a fitting next step, an introduction to whoever decides, or an honest and friendly end.',
      anchors: {
        low: 'No next step, or one that does not fit at all.',
        middle: 'A next step, but vague or early.',
        high: 'The next step that fits this prospect, said plainly.',
      },
    },
  ],
}
