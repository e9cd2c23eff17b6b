/**
 * Statements of purchase intent, lowest point of the five-point scale first. The sentences of one set share their
 * vocabulary and differ only in stance, so that nearness measures stance and not topic. Written before anything was
 * scored with them and never tuned on human answers; they are ours, not those of Maier et al.
 */
export const INTENT_ANCHORS = [
  [
    'I would definitely not buy this product.',
    'I would probably not buy this product.',
    'I might or might not buy this product.',
    'I would probably buy this product.',
    'I would definitely buy this product.',
  ],
  [
    'It is very unlikely that I would ever purchase this.',
    'It is rather unlikely that I would ever purchase this.',
    'It is neither likely nor unlikely that I would purchase this.',
    'It is rather likely that I would purchase this.',
    'It is very likely that I would purchase this.',
  ],
  [
    'I have no interest at all in trying this.',
    'I have little interest in trying this.',
    'I have some interest in trying this, but I am not sure.',
    'I have a real interest in trying this.',
    'I have a very strong interest in trying this.',
  ],
  [
    'This is not for me at all, and I would never spend money on it.',
    'This is not really for me, and I would hardly spend money on it.',
    'This could be for me or not, and I do not know if I would spend money on it.',
    'This is for me, and I would spend money on it.',
    'This is exactly for me, and I would gladly spend money on it.',
  ],
  [
    'I dislike the idea a lot and would not want it.',
    'I do not like the idea much and would rather not want it.',
    'I neither like nor dislike the idea and could go either way.',
    'I like the idea and would want it.',
    'I like the idea a lot and would want it right away.',
  ],
  [
    'No, nothing could make me get this the next time I shop.',
    'No, I do not think I would get this the next time I shop.',
    'Maybe, I am undecided whether I would get this the next time I shop.',
    'Yes, I think I would get this the next time I shop.',
    'Yes, I would certainly get this the next time I shop.',
  ],
] as const satisfies readonly (readonly [string, string, string, string, string])[]
