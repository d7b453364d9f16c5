import { isDeepStrictEqual } from 'node:util';
import type { Step } from '../../change/model/step.ts';
import { canonicalAddresses, canonicalPorts } from '../../network/canonical-lists.ts';
import { referencesOf } from '../../operation/step-results.ts';
import { canonicalEmail } from '../../operations/alerts/triggers.ts';
import { operationById } from '../../operations/index.ts';
import { anywhere } from '../../operations/public-ips/public-ip.ts';

/** The arguments that are lists, of which neither order nor spelling means anything. No sources are all. */
const lists: Readonly<Record<string, (entries: readonly string[]) => readonly string[]>> = {
  ports: canonicalPorts,
  source: canonicalAddresses,
  destination: canonicalAddresses,
  from: (entries) => canonicalAddresses(entries.filter((entry) => entry !== anywhere)),
  to: (entries) => [...new Set(entries.map(canonicalEmail))].sort(),
};

const meaningOf = (name: string, words: string): unknown =>
  name === 'peer' ? words.toUpperCase() : (lists[name]?.(entriesOf(words)) ?? words);

const entriesOf = (words: string): readonly string[] => words.split(/[\s,;]+/).filter(Boolean);

/**
 * Returns whether two steps ask for the same, whatever the reasons for it, and however the same is written. Steps that take the result
 * of another one don't: what they ask for is not known.
 */
export function areSame(one: Step, other: Step): boolean {
  const operation = operationById(one.operation);
  if (!operation || other.operation !== one.operation) return false;
  const given = [one, other].map(({ raw, account }) =>
    referencesOf(operation, raw).length > 0
      ? undefined
      : Object.keys(operation.fields).map((name) => meaningOf(name, { peer: account, ...raw }[name] ?? '')),
  );
  return given[0] !== undefined && isDeepStrictEqual(given[0], given[1]);
}
