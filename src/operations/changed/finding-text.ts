import { bold, type Inline, person, quote, time } from '../../answer/answer.ts';
import type { Adoption } from '../../drift/findings.ts';
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
    ...(adopted ? adoptedBy(adopted) : []),
  ];
}

/** " · adopted by @ana: “Opened by the network team”". */
export const adoptedBy = ({ person: owner, reason }: Adoption): readonly Inline[] => [
  ' · adopted by ',
  person(owner),
  ': ',
  quote(reason),
];
