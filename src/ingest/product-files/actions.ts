import type { Action } from '../../domain/simulation/product-screen.js'

const VERBS: readonly (readonly [Action, RegExp])[] = [
  [
    'install',
    /^(?:sign(?:ing)? up|signup|register|registration|create (?:an |your |a )?(?:free )?account|get started|start (?:your|a|my|free|now|for|today|trial|using)|try |join|download|install)/i,
  ],
  [
    'configure',
    /^(?:connect|set(?:ting)? ?up|configure|integrate|import|pair|link (?:your|my|the|an?)|activate|verify (?:your|my|their|the)? ?(?:e-?mail|phone|number|account|identity|address|age|domain)|add your first)/i,
  ],
  ['customize', /^(?:customi[sz]e|personali[sz]e|choose (?:a |your )?(?:theme|template)|brand your|themes?\b)/i],
  ['share', /^(?:share|invite|refer|collaborate)/i],
  [
    'use_feature',
    /^(?:create|track|schedule|write|search|find|book|send|view|plan|scan|record|manage|build|edit|generate|analy[sz]e|monitor|organi[sz]e|log|browse|order|pay|watch|read|learn|listen|play|explore|compare|design|draw|publish|post|chat|message|reply|automate|review|measure|discover|save|add|capture|export|report|translate|upload|check|count|host|deploy|run|test|debug|query|visuali[sz]e|cook|shop|meet|practi[cs]e|train|sell|split|budget|sign|list(?! of\b)|print|transcribe|summari[sz]e|annotate|draft|ask|sync|verify|back up|restore|refresh|accept payments|collect|transfer|withdraw|donate|rate|swap|rent|hire|lend|borrow|return|reserve|choose|pick|select|confirm|rename|move|copy|update|change|enter|fill|photograph|record|request|receive|open|set|take|call|apply|submit|approve|assign|remind|see)\b/i,
  ],
]

/** The action that words begin with: "Connect your bank" configures. */
export const actionIn = (words: string): Action | undefined => VERBS.find(([, verb]) => verb.test(words))?.[0]
