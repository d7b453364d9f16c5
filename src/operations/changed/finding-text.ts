import { bold, type Inline, person, quote, time } from '../../answer/answer.ts';
import type { Adoption } from '../../drift/findings.ts';
import { madeBy } from './made-by.ts';
import type { Listed } from './open-findings.ts';
import { differenceInWords } from './state-in-words.ts';

/** Describes the difference, its author, when it was seen, and who adopted it. `own` is the account of the finding. */
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

/** Formats an adoption: " · adopted by @ana: “Opened by the network team”". */
export const adoptedBy = ({ person: owner, reason }: Adoption): readonly Inline[] => [
  ' · adopted by ',
  person(owner),
  ': ',
  quote(reason),
];
