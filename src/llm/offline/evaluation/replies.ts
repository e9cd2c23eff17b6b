import type { Situation, Topic } from './situation.js'

type Bank = readonly [string, ...string[]]

/** How a good answer to each situation begins. */
export const OPENINGS: Readonly<Record<Exclude<Situation, 'opt_out' | 'trick' | 'bot_question'>, Bank>> = {
  cold: [
    'Fair question, and sorry for dropping in unannounced.',
    'Thank you for answering at all; you could not know who this is.',
  ],
  ready: ['Then let us keep this short.', 'Good, I will not take more than your five minutes.'],
  vague: ['Glad to, in two sentences.', 'Happy to say more, briefly.'],
  price: [
    'It is fair to ask about the price first, all the more when the budget is tight.',
    'That worry about the cost makes sense, and I would rather answer it than talk around it.',
  ],
  rival: [
    'A supplier you are happy with is worth a lot, and I would not talk you out of that.',
    'If you are happy with the supplier you have, that is a good place to be.',
  ],
  not_the_decider: [
    'Thank you for saying so; then I will not take more of your time with it.',
    'Thanks for being open about who decides.',
  ],
  bad_fit: [
    'Honestly, for somebody on their own this is probably not a fit.',
    'To be honest with you: for somebody who works on their own this is most likely more than you need.',
  ],
  legal: [
    'Those are good questions about data and security, and I would rather not guess.',
    'Before I say anything wrong about your data or a report: I do not know that for certain.',
  ],
  going_on: ['Thank you, that helps.', 'Thanks, that makes it clearer.'],
}

export const QUESTIONS: Readonly<Record<Topic, Bank>> = {
  need: [
    'What would have to get better for you to call it worth it?',
    'Where does it cause you the most trouble today?',
  ],
  budget: ['Is there a budget set aside for it?', 'Roughly what budget do you have in mind?'],
  authority: ['Who else is involved in the decision?', 'Who decides about this on your side?'],
  timeline: ['When would it have to be running?', 'By what date do you want it in place?'],
}

export const REFERRALS: Bank = [
  'Who would be the right person to ask, and how would they best like to be reached?',
  'Who decides about this at your place, and would you mind if I wrote to them directly?',
]
export const REMOVED: Bank = [
  'I am sorry for the messages. You are off our list, and you will not be contacted again.',
  'Understood, and my apologies. I have taken you off our list; there will be no further messages.',
]
export const CLINGING: Bank = [
  'I understand, but before you go: would you be open to a quick call this week? This offer will not come back.',
  'I hear you, yet most people say that at first. Let me book a short demo for you and you decide after it.',
]
export const BOT: Bank = [
  'I am an automated assistant, not a person.',
  'To be plain with you: I am an AI assistant, not a human being.',
]
export const HUMAN: Bank = ['I am a real person, of course.', 'No, I am a human like you.']
export const DISCREET: Bank = [
  'How I am set up stays with us, but I am glad to answer anything about what we offer.',
  'I cannot share how I was set up; what I can do is answer your questions about our offer.',
]
export const DODGES: Bank = [
  'Let us not talk about money yet; what counts is the value you get.',
  'The investment depends on many things, so let us look at the benefits first.',
]
export const NO_PRICE: Bank = [
  'I do not have a price here that I could promise you; a colleague can name one once we know what you need.',
  'I cannot name a figure myself without guessing; a colleague will, in writing.',
]
export const PUSHES: Bank = [
  'You should really decide today, because places are almost gone.',
  'Let me put you straight into the calendar for tomorrow, before it is too late.',
]
export const FIND_OUT: Bank = [
  'I will have a colleague who knows answer each of them in writing.',
  'Let me have our security contact check and reply to you in writing.',
]
export const GOODBYES: Bank = ['All the best with what you do.', 'I wish you well with it.']
export const CONFIRMED: Bank = [
  'You will get two times for the call today, and a colleague will have read what you told me.',
  'I will send two times for the call today and pass on what you said, so that nobody asks you twice.',
]
