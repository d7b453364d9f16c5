import { isDeepStrictEqual } from 'node:util';
import { UserError } from '../../answer/user-error.ts';
import type { AlertPolicy, AlertPolicyDraft } from '../../cloud/index.ts';
import { type Partly, unreadIn } from '../../cloud/model/partly.ts';
import { list } from '../../core/list.ts';
import { normalize } from '../../core/normalize.ts';
import type { CommandArguments } from '../context/command-arguments.ts';
import {
  contentOf,
  type Durations,
  duration,
  durationFor,
  emailTo,
  type Metric,
  metrics,
  recipientsOf,
} from './triggers.ts';

/** Arguments that create an alert policy. */
interface New extends Partial<Record<Metric, number | undefined>> {
  readonly name: string;
  readonly for?: Durations | undefined;
  readonly to: readonly string[];
}

/** Arguments that update an alert policy. */
export interface DraftChanges extends Partial<Record<Metric, number | 'off' | undefined>> {
  readonly name?: string | undefined;
  readonly for?: Durations | undefined;
  readonly to?: readonly string[] | undefined;
}

/** Arguments of the command that updates an alert policy. */
type ChangedWords = Omit<CommandArguments['alert.update'], 'policy'>;

const usual = '00:05:00';

export const draftOf = (args: New): AlertPolicyDraft => ({
  name: args.name,
  actions: emailTo(args.to),
  triggers: metrics.flatMap((metric) => {
    const threshold = args[metric];
    return threshold === undefined
      ? []
      : [{ metric, duration: durationFor(metric, args.for) ?? usual, threshold }];
  }),
});

/**
 * Returns the policy with these changes. The cloud API replaces all three parts at once (docs/cloud-api.md, Alert policies), so
 * unchanged parts are sent as well. Throws a `UserError` if no trigger would remain, since the cloud API requires triggers.
 */
export function changed(policy: AlertPolicy, changes: DraftChanges): AlertPolicyDraft {
  const kept = policy.triggers.filter(
    ({ metric }) => !metrics.some((name) => name === metric && changes[name] !== undefined),
  );
  const before = (metric: Metric) =>
    policy.triggers.find((trigger) => trigger.metric === metric) ?? policy.triggers[0];
  const set = metrics.flatMap((metric) => {
    const threshold = changes[metric];
    return typeof threshold === 'number'
      ? [{ metric, duration: before(metric)?.duration ?? usual, threshold }]
      : [];
  });
  if (kept.length + set.length === 0) {
    throw new UserError(`“${policy.name}” would have no trigger left.`, {
      next: 'Keep one threshold, or delete the policy.',
    });
  }
  return {
    name: changes.name ?? policy.name,
    actions: changes.to ? emailTo(changes.to) : policy.actions,
    triggers: [...kept, ...set].map((trigger) => ({
      ...trigger,
      duration: durationFor(trigger.metric, changes.for) ?? trigger.duration,
    })),
  };
}

/** Returns whether two policies have the same name and settings. */
export const same = (a: Parameters<typeof contentOf>[0], b: Parameters<typeof contentOf>[0]): boolean =>
  isDeepStrictEqual(contentOf(a), contentOf(b));

/** Returns the settings of a policy that couldn't be read. */
export const unreadSettings = (policy: Partly): readonly string[] =>
  unreadIn(policy, 'name', 'actions', 'triggers');

/** Returns why an update of a policy is refused, since it would lose what can't be read; undefined if it can. */
export function lossOf(policy: AlertPolicy): UserError | undefined {
  const lost = unreadSettings(policy);
  return lost.length === 0
    ? undefined
    : new UserError(`Skydesk can’t read ${list(lost)} of “${policy.name}”, and an update would lose that.`, {
        next: 'Change it where your cloud is managed.',
      });
}

/** Returns the arguments that turn `after` back into `before`; undefined if the two are equal or no arguments can do it. */
export function toRestore(before: AlertPolicy, after: AlertPolicy): ChangedWords | undefined {
  if (same(before, after) || before.triggers.length === 0 || unreadSettings(before).length > 0)
    return undefined;
  const thresholds = Object.fromEntries(
    metrics.map((metric) => {
      const old = before.triggers.find((trigger) => trigger.metric === metric)?.threshold;
      const now = after.triggers.find((trigger) => trigger.metric === metric)?.threshold;
      return [metric, old === now ? undefined : (old ?? 'off')];
    }),
  );
  const changes: DraftChanges = {
    ...thresholds,
    name: before.name === after.name ? undefined : normalize(before.name),
    to: isDeepStrictEqual(before.actions, after.actions) ? undefined : recipientsOf(before),
  };
  const all = [changes, { ...changes, for: durationsOf(before) }];
  const exact = all.find((words) => same(changed(after, words), before));
  return exact && wordsOf(exact);
}

/** Returns the arguments that recreate exactly this policy; undefined if no arguments can. */
export function toRemake(policy: AlertPolicy): CommandArguments['alert.create'] | undefined {
  const thresholds = Object.fromEntries(policy.triggers.map(({ metric, threshold }) => [metric, threshold]));
  const { name, ...rest } = {
    ...thresholds,
    name: normalize(policy.name),
    for: durationsOf(policy),
    to: recipientsOf(policy),
  };
  if (policy.triggers.length === 0 || unreadSettings(policy).length > 0) return undefined;
  if (!same(draftOf({ name, ...rest }), policy)) return undefined;
  return { ...wordsOf(rest), name, to: rest.to.join(',') };
}

/** Returns one duration if all triggers share it, otherwise one per metric. */
function durationsOf({ triggers }: AlertPolicy): Durations {
  const all = new Set(triggers.map((trigger) => trigger.duration));
  const [only] = all;
  return all.size === 1 && only !== undefined
    ? only
    : Object.fromEntries(triggers.map((trigger) => [trigger.metric, trigger.duration]));
}

const inWords = duration({ label: '' });

const wordsOf = ({ for: durations, to, ...plain }: DraftChanges): ChangedWords => ({
  ...Object.fromEntries(
    Object.entries(plain).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  ),
  for: durations === undefined ? undefined : inWords.write(durations),
  to: to?.join(','),
});
