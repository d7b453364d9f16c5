import type { Scenario } from './begin.ts';
import { type RunRecord, run } from './run.ts';
import type { Weaken } from './world.ts';
import type { WrongKind } from './wrong.ts';

/** A violation with the first of the shortest runs that have it. */
export interface Finding {
  readonly kind: WrongKind;
  readonly about: string;
  /** How many unusual choices the run has. */
  readonly deviations: number;
  readonly trace: readonly string[];
  /** How many runs have it. */
  count: number;
}

export interface Exploration {
  readonly findings: readonly Finding[];
  readonly runs: number;
  readonly states: number;
  /** Whether every run with this many unusual choices was made, or each of them that was drawn. */
  readonly isComplete: boolean;
}

interface Limits {
  /** At most this many unusual choices in one run. */
  readonly deviations: number;
  readonly runs: number;
  /** Chooses the runs with the most deviations that are made; by default, all are. */
  readonly drawn?: (<One>(all: readonly One[]) => readonly One[]) | undefined;
  readonly weaken?: Weaken | undefined;
  /** Stops at the first run with this violation. */
  readonly until?: ((finding: Finding) => boolean) | undefined;
}

/** Collects the violations of runs. */
function collector() {
  const found = new Map<string, Finding>();
  return {
    found,
    add({ wrongs, labels, choices }: RunRecord): readonly Finding[] {
      const deviations = choices.filter((choice) => choice > 0).length;
      return wrongs.map(({ kind, about }) => {
        const key = `${kind}: ${about}`;
        const known = found.get(key);
        if (known && known.deviations <= deviations) {
          known.count += 1;
          return known;
        }
        const finding = { kind, about, deviations, trace: labels, count: (known?.count ?? 0) + 1 };
        found.set(key, finding);
        return finding;
      });
    },
  };
}

/**
 * Makes all runs of a scenario with few unusual choices, those with the fewest first. A worker can't be copied in the middle of
 * its work, so each run starts again and repeats the choices of the one that it continues.
 */
export async function explore(scenario: Scenario, limits: Limits): Promise<Exploration> {
  const { found, add } = collector();
  let runs = 0;
  let states = 0;
  const { deviations, drawn = (all) => all } = limits;
  let level: readonly (readonly number[])[] = [[]];
  for (let depth = 0; depth <= deviations; depth += 1) {
    const next: (readonly number[])[] = [];
    for (const prefix of level) {
      if (runs >= limits.runs) return { findings: [...found.values()], runs, states, isComplete: false };
      const record = await run(scenario, (_, point) => prefix[point] ?? 0, limits.weaken);
      runs += 1;
      states += record.widths.length - prefix.length + 1;
      const wrong = add(record).find((finding) => limits.until?.(finding));
      if (wrong) return { findings: [wrong], runs, states, isComplete: false };
      if (depth === deviations) continue;
      for (let point = prefix.length; point < record.widths.length; point += 1)
        for (let choice = 1; choice < (record.widths[point] ?? 0); choice += 1)
          next.push([...record.choices.slice(0, point), choice]);
    }
    level = depth + 1 === deviations ? drawn(next) : next;
  }
  return { findings: [...found.values()], runs, states, isComplete: true };
}

/** Makes runs of a scenario in which each choice is unusual with this probability. Stops at the first violation `until`. */
export async function wander(
  scenario: Scenario,
  limits: Omit<Limits, 'deviations'> & { readonly next: () => number; readonly unusual: number },
): Promise<Exploration> {
  const { found, add } = collector();
  let states = 0;
  for (let runs = 1; runs <= limits.runs; runs += 1) {
    const choose = (width: number): number =>
      limits.next() < limits.unusual ? Math.floor(limits.next() * width) : 0;
    const record = await run(scenario, choose, limits.weaken);
    states += record.widths.length;
    const wrong = add(record).find((finding) => limits.until?.(finding));
    if (wrong) return { findings: [wrong], runs, states, isComplete: false };
  }
  return { findings: [...found.values()], runs: limits.runs, states, isComplete: false };
}
