import type { EvaluatedStep } from '../../evaluate/evaluate.ts';
import type { Phrase } from '../../operation/phrase.ts';
import { phraseOfTraffic } from '../../policy/phrase-of-traffic.ts';

/** Returns what a step does in words: as its operation says, or by its traffic. */
export function phraseOfStep({
  resolved: { phrase, titleSaysMore, networkChange },
  rules,
}: Pick<EvaluatedStep, 'resolved' | 'rules'>): Phrase | undefined {
  const words = phrase ?? (networkChange && phraseOfTraffic(networkChange, rules));
  return words && titleSaysMore ? { ...words, isPart: true } : words;
}
