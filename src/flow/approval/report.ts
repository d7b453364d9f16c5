import type { Answer } from '../../core/answer.ts';
import type { Approval } from '../../core/approval.ts';
import { isOnHome } from '../../core/ports.ts';
import { askedBy } from '../accepted.ts';
import type { Telling } from '../result.ts';

type Posted = Extract<Telling, { readonly way: 'whisper' | 'post' | 'replace' }>;

/**
 * What the channel of a request hears of how an approved change ended. Nothing in a direct message: its requester is
 * told there already.
 */
export function report({ place, asker, line }: Approval, outcome: Answer): readonly Posted[] {
  if (isOnHome(place) || place.channel.startsWith('D')) return [];
  return [{ way: 'post', answer: [...outcome, askedBy(asker, line)] }];
}
