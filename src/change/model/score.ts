import type { Change } from './change.ts';

/** Returns the risk points of a change. */
export const scoreOf = ({ judgement }: Pick<Change, 'judgement'>): number =>
  (judgement?.points ?? []).reduce((all, { points }) => all + points, 0);
