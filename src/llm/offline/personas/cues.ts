import type { Evidence } from '../../../domain/research.js'

/** Words by which a sentence of research is told to be about one thing or another; the first that fits decides. */
export const KIND_CUES: readonly (readonly [Evidence['kind'], RegExp])[] = [
  [
    'edge_case',
    /\b(?:screen reader|wheelchair|edge case|unusual case|do not fit|no internet|listed building|blind|deaf|offline|excludes?|overlook)\b/i,
  ],
  [
    'deal_breaker',
    /\b(?:deal-?breaker|will not (?:use|buy)|would (?:delete|refuse|not buy)|we cancel|i leave|leave the same day|no meeting|never went back|i say no|cannot accept|stops the rollout|stays closed|useless to me|do not buy|never install)\b/i,
  ],
  [
    'referral',
    /\b(?:recommend|told (?:six|a|my|the|others)|tell (?:the|my|others|everybody)|got \w+ (?:colleagues|friends) in|happy to share|starred|ordered one|shared? it|talk about it|community forum)\b/i,
  ],
  [
    'delight',
    /\b(?:i love|they love|would (?:make me happy|be delighted)|makes? (?:me|them) (?:happy|glad)|delighted|i like(?! to try)|would be enough|turned out right|was right|finally|would do it tomorrow)\b/i,
  ],
  ['fear', /\b(?:afraid|worr(?:y|ied|ies)|fear|scared|do not want to (?:be|break)|misleading)\b/i],
  [
    'criterion',
    /\b(?:i (?:check|look at|look for|compare|read)|we (?:compare|evaluate|check|decide)|look at (?:first|how)|before (?:i|we|they) (?:adopt|buy|renew|decide)|judge|look(?:s)? at subsidies|is the condition|the first thing)\b/i,
  ],
  [
    'goal',
    /\b(?:i want|we want|i need|we need|my goal|our goal|they want|most people want|\d+ % want|want (?:data|one)|would like|hope to|i just want|give me|asked for|ask for)\b/i,
  ],
  [
    'value',
    /\b(?:care about|i value|matters|fairness|i trust|responsible|has never let me down|by profession|boring tool|repaired)\b/i,
  ],
  [
    'time',
    /\b(?:no time|not have capacity|minutes for|hour a day|full evenings|sunday night|eleven minutes|more than four days|takes a quarter|nine months)\b/i,
  ],
  [
    'pain_point',
    /\b(?:problem|frustrat|slow|lost?|waste|hate|cannot|broke|nowhere|never explained|noise|hums|stuck|loses|three times what|ignore|obstacle|woke|says nothing|half a day|dead\?|14,000)\b/i,
  ],
  [
    'alternative',
    /\b(?:at the moment i use|still do it in|spreadsheet|whiteboard|competitor|running a script|four tools|group chat|by hand)\b/i,
  ],
  [
    'workflow',
    /\b(?:every (?:month|day|morning|week|thursday)|usually|i plan|at once|on the ward|half of the week|automate|gaps|answering|we meet|the plan arrives)\b/i,
  ],
  ['context', /\b(?:of (?:\d+|nine|three)|year|since|are two people|customers|workplaces|lived|own(?:s|ed)? )\b/i],
]

type LevelCue = readonly [level: string, cue: RegExp]

/** What tells a level of a core axis, in any document. */
export const CORE_CUES: Readonly<Record<string, readonly LevelCue[]>> = {
  experience_level: [
    ['Novice', /\b(?:i am new|new to|first time|junior|begin|never explained|incompetent)\b/i],
    ['Intermediate', /\b(?:for (?:two|three|four|five) years|compare|usually)\b/i],
    ['Expert', /\b(?:(?:eleven|twelve|fifteen|\d{2}) years|by profession|i have run|engineer|schema|wrote a)\b/i],
  ],
  company_size: [
    ['Startup', /\b(?:startup|founder|freelance|two of us)\b/i],
    ['SMB', /\b(?:agency|scale-up|ward|clinic|practice|small (?:company|business)|small hospitals?)\b/i],
    [
      'Enterprise',
      /\b(?:enterprise|bank|corporate|\d{3} (?:staff|workplaces)|hospitals\b.*\bcommittee|works council)\b/i,
    ],
    ['None', /\b(?:household|family|families|house|mortgage|home|neighbour|owners? of flats|baby)\b/i],
  ],
  tech_adoption: [
    [
      'Early adopter',
      /\b(?:first one|try (?:things|it) out|press every button|wrote a|over the weekend|changed settings|enthusiast|automate)\b/i,
    ],
    ['Early majority', /\b(?:recommend|compare three|running machine at somebody|look at subsidies|watch videos)\b/i],
    ['Late majority', /\b(?:let others find|others may find|wait|slow to adopt|shows me|follow his advice)\b/i],
    ['Laggard', /\b(?:last in our street|never upgrade|spreadsheet|never went back|what he does not install)\b/i],
  ],
  risk_tolerance: [
    [
      'low',
      /\b(?:compliance|audit|certificate|careful|guarantee|afraid|reference|security|rules hold|change window)\b/i,
    ],
    ['middle', /\b(?:compare|before i|check whether|overrule|undo)\b/i],
    ['high', /\b(?:try|press every|tomorrow|over the weekend|automate|first one|own salary)\b/i],
  ],
  patience_level: [
    ['low', /\b(?:no time|at once|same day|minutes|hate|stays closed|just want|woke|hurr(?:y|ied))\b/i],
    ['middle', /\b(?:hour|week|four days|every month)\b/i],
    [
      'high',
      /\b(?:nine months|committee|wait|two winters|years i stay|stay for years|read the manual|take(?:s)? a quarter)\b/i,
    ],
  ],
  learning_style: [
    ['Trial-error', /\b(?:try|press every|changed settings|script)\b/i],
    ['Documentation', /\b(?:docs|documentation|manual|schema|changelog|figures?)\b/i],
    ['Video', /\b(?:video)/i],
    [
      'Peer learning',
      /\b(?:colleague|deputy|somebody shows|shows me|showed me|forum|neighbour|other families|engineer they have known)\b/i,
    ],
  ],
  collaboration_style: [
    ['Solo', /\b(?:by hand|on my own|myself|own salary|i automate|decide alone)\b/i],
    ['Team', /\b(?:team|committee|colleagues?|ward|management|family|meeting)\b/i],
    ['Community-driven', /\b(?:forum|community|online forum|starred|region|clients|neighbour)\b/i],
  ],
}

/** Axes that only some research names: offered where at least two of their levels occur. */
export const CONTEXT_CUES: readonly (readonly [axis: string, levels: readonly LevelCue[]])[] = [
  [
    'Say in the decision',
    [
      ['decides alone', /\b(?:i buy|i will not buy|i leave|own salary|i do not buy|i would pay|same day)\b/i],
      [
        'must convince others',
        /\b(?:committee|meeting|owners have to agree|management|compliance team|works council|cannot decide alone)\b/i,
      ],
    ],
  ],
  [
    'Money',
    [
      [
        'counts every month',
        /\b(?:price|invoice|mortgage|budget|bill|monthly|left at the end|costs? down|five-dollar)\b/i,
      ],
      ['money is not the question', /\b(?:own salary|not the price|measured yearly|contract|security first)\b/i],
    ],
  ],
  [
    'Bound by rules',
    [
      ['answers to rules', /\b(?:complian|audit|certificate|rest times|change window|listed|subsid|rules)\b/i],
      ['free to choose', /\b(?:just want|try|tomorrow|over the weekend|press every)\b/i],
    ],
  ],
  [
    'Whom they believe',
    [
      [
        'somebody they know',
        /\b(?:deputy|colleague|heating engineer|known for years|shows me|neighbour|has never let me down)\b/i,
      ],
      ['papers and figures', /\b(?:docs|figure|schema|changelog|certificate|manual|reference|documentation)\b/i],
      ['their own trial', /\b(?:try|press every|changed settings|running machine|overrule)\b/i],
    ],
  ],
  [
    'Being interrupted',
    [
      ['often', /\b(?:woke|alert|last-minute|five in the morning|hums|replacement|changes, and)\b/i],
      ['seldom', /\b(?:sunday|every month|two winters|at the end of the month|nine months)\b/i],
    ],
  ],
  [
    'Connection',
    [
      ['always online', /\b(?:hosted|dashboard|app|phone|api)\b/i],
      ['often without', /\b(?:offline|no internet|ships|by post|from 2014)\b/i],
    ],
  ],
]

/** Unusual people by the words that tell of them. */
export const EDGE_CUES: readonly (readonly [name: string, cue: RegExp])[] = [
  ['Works with a screen reader', /\b(?:screen reader|blind)\b/i],
  ['Uses a wheelchair', /\bwheelchair\b/i],
  ['Often without internet', /\b(?:no internet|offline|ships)\b/i],
  ['A very small unit', /\b(?:fewer than|very small|tiny)\b/i],
  ['A listed building', /\blisted building/i],
]

/** Things people use, as they are called. */
export const TOOL_CUES =
  /\b(spreadsheet|whiteboard|phone|screen reader|script|terraform|single sign-on|solar panels|electric car|dashboard|sdk|status page|app|online forum|group chat|calculator|audit log)\b/gi

/** "ward managers" and "Ward manager," are one kind. */
export const kindKey = (who: string): string =>
  (who.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])
    .map((word) => (word.length > 3 ? word.replace(/ies$/, 'y').replace(/s$/, '') : word))
    .join(' ')
