import type { Inline } from './answer.ts';

/** No more people or channels are named one by one. */
const maxNamed = 5;

/** "a", "a and b", "a, b, c, d, e and 3 others". */
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
