import type { Reversal } from '../../change/model/reversal.ts';
import { phraseIn } from '../../change/words/lead.ts';
import { asState, type Phrase } from '../../operation/phrase.ts';
import type { Verb } from '../../operation/verbs.ts';

/*
 * What moves the end of a change in words: by what stands until then.
 */

/** Returns the words of an operation on what stands: "extend SSH (22) on DE1ACMEWEB03 to anyone on the internet by 2 h". */
export function withWhatStands(verb: Verb, { steps: [step] }: Reversal, more = ''): Phrase {
  const { thing, rest = '', short, tiny, isPart } = asState(phraseIn(step));
  return {
    verb,
    thing,
    ...(rest + more !== '' && {
      rest: `${rest}${rest.startsWith(',') && more.startsWith(' ') ? ',' : ''}${more}`,
    }),
    ...(short !== undefined && { short: `${short}${more}` }),
    ...(tiny !== undefined && { tiny: `${tiny}${more}` }),
    ...(isPart && { isPart }),
  };
}

/** Returns the words of what ends it now: that closes what was opened, and opens what was closed. */
export const endedEarly = (end: Reversal): Phrase =>
  withWhatStands(early[phraseIn(end.steps[0]).verb] ?? 'end', end);

const early: Readonly<Partial<Record<Verb, Verb>>> = { open: 'closeEarly', close: 'openEarly' };

const kept: Readonly<Partial<Record<Verb, string>>> = { open: ' open', close: ' closed' };

/** Returns the words of what keeps it for good: "keep SSH (22) on DE1ACMEWEB03 open to anyone on the internet, with no end". */
export function keptForGood(end: Reversal): Phrase {
  const { verb } = phraseIn(end.steps[0]);
  const { thing, ...phrase } = withWhatStands('keep', end, ', with no end');
  return { ...phrase, thing: `${thing}${kept[verb] ?? ''}` };
}
