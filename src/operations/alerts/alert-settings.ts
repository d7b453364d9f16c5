import type { AlertPolicy } from '../../cloud/index.ts';
import { readStepReference } from '../../core/step-reference.ts';
import type { KeyState, Leaves } from '../../operation/leaves.ts';
import { changed, type DraftChanges } from './alert-draft.ts';
import {
  canonicalEmail,
  contentOf,
  durationFor,
  durationInWords,
  type Metric,
  metrics,
  nameOfMetric,
  recipientsOf,
} from './triggers.ts';

type Settings = Pick<AlertPolicy, 'name' | 'actions' | 'triggers'>;

/** Returns the settings that an update changes, with their present and resulting values. */
export function resultingSettings(policy: AlertPolicy, changes: DraftChanges): Leaves {
  // A policy that an earlier step creates has no settings yet.
  const now = readStepReference(policy.id) ? undefined : policy;
  const then = now && changed(now, changes);
  const result = given(changes);
  return {
    keys: Object.fromEntries(keysSet(changes).map((key) => [key, stateOf(key, now, then)])),
    already: `Alert policy “${policy.name}” is set like this already: ${result}.`,
    words: { change: now && then ? differences(now, then) : result, result },
  };
}

type Key = Metric | 'name' | 'recipients';

const keysSet = (changes: DraftChanges): readonly Key[] => [
  ...(changes.name === undefined ? [] : (['name'] as const)),
  ...metrics.filter(
    (metric) => changes[metric] !== undefined || durationFor(metric, changes.for) !== undefined,
  ),
  ...(changes.to ? (['recipients'] as const) : []),
];

const stateOf = (key: Key, now: Settings | undefined, then: Settings | undefined): KeyState => ({
  before: now && contentOf(now)[key],
  after: then && contentOf(then)[key],
});

const triggersOf = (metric: Metric, { triggers }: Settings): AlertPolicy['triggers'] =>
  triggers.filter((trigger) => trigger.metric === metric);

/** Describes the arguments alone, without the present settings: "disk ≥ 90% · for 10 min". */
function given(changes: DraftChanges): string {
  const { name, for: durations, to } = changes;
  return [
    ...(name === undefined ? [] : [`name ${name}`]),
    ...metrics.flatMap((metric) => {
      const threshold = changes[metric];
      if (threshold === undefined) return [];
      return [`${nameOfMetric(metric)} ${threshold === 'off' ? 'off' : `≥ ${threshold}%`}`];
    }),
    ...(typeof durations === 'string'
      ? [forMinutes(durations)]
      : metrics.flatMap((metric) => {
          const duration = durations?.[metric];
          return duration ? [`${nameOfMetric(metric)} ${forMinutes(duration)}`] : [];
        })),
    ...(to ? [`notifies ${to.join(', ')}`] : []),
  ].join(' · ');
}

const forMinutes = (duration: string): string => `for ${durationInWords(duration)}`;

/** Describes only the differences: "disk ≥ 80% → 90% · for 5 min → 10 min". */
function differences(now: Settings, then: Settings): string {
  return [
    ...(now.name === then.name ? [] : [`name ${now.name} → ${then.name}`]),
    ...metrics.flatMap((metric) => thresholdChange(metric, now, then)),
    ...durationChanges(now, then),
    ...recipientChanges(recipientsOf(now), recipientsOf(then)),
  ].join(' · ');
}

function thresholdChange(metric: Metric, now: Settings, then: Settings): readonly string[] {
  const [before, after] = [triggersOf(metric, now), triggersOf(metric, then)];
  const [was, is] = [before[0], after[0]];
  const name = nameOfMetric(metric);
  if (was && is && before.length === 1 && after.length === 1)
    return was.threshold === is.threshold ? [] : [`${name} ≥ ${was.threshold}% → ${is.threshold}%`];
  const [from, to] = [before, after].map((triggers) =>
    triggers
      .map(({ threshold, duration }) => `≥ ${threshold}% ${forMinutes(duration)}`)
      .toSorted()
      .join(' and '),
  );
  return from === to ? [] : [`${name} ${from || 'off'} → ${to || 'off'}`];
}

/** Describes the changed durations of the remaining metrics: once if all change alike, otherwise per metric. */
function durationChanges(now: Settings, then: Settings): readonly string[] {
  const kept = metrics.flatMap((metric) => {
    const [was, ...others] = triggersOf(metric, now);
    const [is] = triggersOf(metric, then);
    if (!was || !is || others.length > 0) return [];
    const change = `${forMinutes(was.duration)} → ${durationInWords(is.duration)}`;
    return [{ name: nameOfMetric(metric), change, isSame: was.duration === is.duration }];
  });
  const [common, ...different] = new Set(kept.map(({ change }) => change));
  const changes = kept.filter(({ isSame }) => !isSame);
  if (common !== undefined && different.length === 0 && changes.length > 0) return [common];
  return changes.map(({ name, change }) => `${name} ${change}`);
}

/** Describes them in an order of our own, since people agree to these words and the cloud API may list its recipients in any. */
function recipientChanges(now: readonly string[], then: readonly string[]): readonly string[] {
  const [before, after] = [new Set(now.map(canonicalEmail)), new Set(then.map(canonicalEmail))];
  const [added, removed] = [[...after.difference(before)].sort(), [...before.difference(after)].sort()];
  return [
    ...(added.length > 0 ? [`also notifies ${added.join(', ')}`] : []),
    ...(removed.length > 0 ? [`no longer notifies ${removed.join(', ')}`] : []),
  ];
}
