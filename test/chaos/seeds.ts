import { randomFrom, seedFor } from '../../local/cloud/store/random.ts';

/** All random choices come from this number, so that a run can be repeated. */
export const seed = Number(process.env.CHAOS_SEED ?? 20_261_121);

/** Whether this is the run of all, whose figures are published. The usual one draws a third of what takes longest. */
export const isAll = process.env.CHAOS === 'all';

/** The number of tries: five times as many as usual in the run of all. */
export const tries = (usual: number): number => (isAll ? usual * 5 : usual);

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

/** Whether the next one belongs to this run: the usual one draws each with a probability of a third, the run of all has all. */
export function isDrawn(purpose: string): () => boolean {
  const { next } = randomFrom(seedFor(drawSeed, purpose));
  return () => isAll || next() < 1 / 3;
}

/** Those of them that belong to this run, in their order: at least a third. */
export function drawnFrom<One>(all: readonly One[], purpose: string): readonly One[] {
  if (isAll) return all;
  const { next } = randomFrom(seedFor(drawSeed, purpose));
  const ranked = all.map((one) => ({ one, rank: next() })).toSorted((a, b) => a.rank - b.rank);
  const drawn = new Set(ranked.slice(0, Math.ceil(all.length / 3)).map(({ one }) => one));
  return all.filter((one) => drawn.has(one));
}
