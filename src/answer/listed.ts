import type { Inline } from './answer.ts';

/** Upper bound for the people or channels that are named. */
const maxNamed = 5;

/** Lists items: "a", "a and b", "a, b, c, d, e and 3 others". */
export function listed(all: readonly Inline[], word = 'and'): readonly Inline[] {
  const left = all.length - maxNamed;
  const shown = [
    ...all.slice(0, maxNamed),
    ...(left > 0 ? [`${left} ${left === 1 ? 'other' : 'others'}`] : []),
  ];
  return shown.flatMap((one, at) => {
    if (at === 0) return [one];
    return [at === shown.length - 1 ? ` ${word} ` : ', ', one];
  });
}
