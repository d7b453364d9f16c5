import type { Tone } from '../../answer/answer.ts';

/** Returns the sign of a risk: from 5 points medium, from 7 high; none without any. */
export const riskTone = (score: number): Tone | undefined =>
  score >= 7 ? 'high' : score >= 5 ? 'medium' : score > 0 ? 'low' : undefined;
