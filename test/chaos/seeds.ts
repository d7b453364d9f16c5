import { randomFrom, seedFor } from '../../local/cloud/store/random.ts';

/** All random choices come from this number, so that a run can be repeated. */
export const seed = Number(process.env.CHAOS_SEED ?? 20_261_121);

/** Whether this is the run of all, whose figures are published. The usual one draws a third of what takes longest. */
export const isAll = process.env.CHAOS === 'all';

/** The number of tries: five times as many as usual in the run of all. */
export const tries = (usual: number): number => (isAll ? usual * 5 : usual);

/**
 * How long a test that may hang is waited for, in milliseconds. In the run of all as long as it takes: a limit that a slow machine
 * meets fails a right program, and that run is watched.
 */
export const patience = (usual: number): number => (isAll ? 0 : usual);

/** A source of numbers that are the same in every run with the same seed. */
export interface Random {
  /** From 0 up to 1. */
  next(): number;
  /** A whole number from 0 up to `limit`. */
  below(limit: number): number;
  pick<One>(from: readonly One[]): One;
  /** This many different ones, or all there are. */
  some<One>(from: readonly One[], count: number): One[];
}

/** One source for each purpose, so that the choices for one do not shift those for another. */
export function random(purpose: string): Random {
  const { next } = randomFrom(seedFor(seed, purpose));
  const below = (limit: number): number => Math.floor(next() * limit);
  return {
    next,
    below,
    pick<One>(from: readonly One[]): One {
      const picked = from[below(from.length)];
      if (picked === undefined) throw new Error('There is nothing to pick from');
      return picked;
    },
    some<One>(from: readonly One[], count: number): One[] {
      const left = [...from];
      const rendered: One[] = [];
      while (rendered.length < count && left.length > 0) rendered.push(...left.splice(below(left.length), 1));
      return rendered;
    },
  };
}

/** The usual run draws its third by this number, which comes from the commit, so that commits try different ones. */
const drawSeed = Number(process.env.CHAOS_DRAW ?? seed);

/** Those of them that belong to this run, in their order: all in the run of all, else a third, but no more than `most`. */
export function drawnFrom<One>(
  all: readonly One[],
  purpose: string,
  most = Number.POSITIVE_INFINITY,
): readonly One[] {
  if (isAll) return all;
  const { next } = randomFrom(seedFor(drawSeed, purpose));
  const ranked = all.map((one) => ({ one, rank: next() })).toSorted((a, b) => a.rank - b.rank);
  const drawn = new Set(ranked.slice(0, Math.min(Math.ceil(all.length / 3), most)).map(({ one }) => one));
  return all.filter((one) => drawn.has(one));
}
