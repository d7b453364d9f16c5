import { bold, type Inline, person, quote, time } from '../../answer/answer.ts';
import { madeBy } from './made-by.ts';
import type { Listed } from './open-findings.ts';
import { differenceInWords } from './state-in-words.ts';

/** What is different, who made it, between which times it was seen, and who has adopted it. `own` is its account. */
export function findingText(
  { finding, set, adopted }: Listed,
  own: { readonly alias: string },
): readonly Inline[] {
  const { name, what, detail } = differenceInWords(finding, own);
  return [
    bold(`${name} ${what}`),
    ` · ${detail} · `,
    ...madeBy(finding.by),
    ' · between ',
    time(new Date(set.from)),
    ' and ',
    time(new Date(set.to), 'clock'),
    ...(adopted ? [' · adopted by ', person(adopted.person), ': ', quote(adopted.reason)] : []),
  ];
}
