import * as z from 'zod/mini';
import type { Millis } from '../../src/core/clock.ts';
import type { AlertPolicy, AlertPolicyDraft } from '../provider.ts';
import { Refusal } from '../refusal.ts';
import type { Api } from './api.ts';
import type { Droplet } from './droplets.ts';
import { shortId, uuidOf } from './ids.ts';
import { listOf, text } from './schemas.ts';

/** The specification gives the type of `entities` as text, and its example has numbers. */
const textOrNumber = z.pipe(
  z.union([z.string(), z.number()]),
  z.transform((value) => String(value)),
);

const alertPolicy = z.object({
  uuid: z.string(),
  type: z.string(),
  description: z.string(),
  compare: z.string(),
  value: z.number(),
  window: z.string(),
  entities: listOf(textOrNumber),
  tags: listOf(z.string()),
  alerts: z.object({
    email: listOf(z.string()),
    slack: listOf(z.object({ channel: text, url: text })),
  }),
  enabled: z.boolean(),
});

/** An alert policy of DigitalOcean. */
export type MonitoringAlert = z.infer<typeof alertPolicy>;

export const onePolicy = z.object({ policy: alertPolicy });

/** The policies of load balancers and databases are no policies of servers. */
const ofDroplets = 'v1/insights/droplet/';

export const readAlerts = async (api: Api, maxAge?: Millis): Promise<MonitoringAlert[]> =>
  (await api.list('/v2/monitoring/alerts', 'policies', alertPolicy, maxAge)).filter(({ type }) =>
    type.startsWith(ofDroplets),
  );

export const readAlert = async (api: Api, id: string): Promise<MonitoringAlert> =>
  (await api.read(`/v2/monitoring/alerts/${uuidOf(id)}`, onePolicy)).policy;

/** The metrics of the interface, as types of DigitalOcean. */
const types: Readonly<Record<string, string>> = {
  cpu: 'v1/insights/droplet/cpu',
  memory: 'v1/insights/droplet/memory_utilization_percent',
  disk: 'v1/insights/droplet/disk_utilization_percent',
};
const metrics = new Map(Object.entries(types).map(([metric, type]) => [type, metric]));

/** The windows of both; DigitalOcean has none of 15 minutes. */
const windows: Readonly<Record<string, string>> = { '00:05:00': '5m', '00:10:00': '10m' };

/** The windows of DigitalOcean, in the words of the interface. */
const durations: Readonly<Record<string, string>> = {
  '5m': '00:05:00',
  '10m': '00:10:00',
  '30m': '00:30:00',
  '1h': '01:00:00',
};

const tagStart = 'skydesk-alert-';

/** The servers of an alert policy are those with its tag: assigning is one call, which can't undo another one. */
export const newTag = (uuid: string): string => tagStart + uuid;

/** Returns the tag of a policy that was made here, and that nobody has given other servers. */
export const ownTag = ({ tags, entities }: MonitoringAlert): string | undefined =>
  entities.length === 0 && tags.length === 1 && tags[0]?.startsWith(tagStart) ? tags[0] : undefined;

/** Whether the interface has words for what a policy watches: one of three metrics, above a threshold, enabled. */
const isExpressible = ({ type, compare, enabled }: MonitoringAlert): boolean =>
  metrics.has(type) && compare === 'GreaterThan' && enabled;

/** Whether a policy watches a droplet. One without droplets and tags watches all. */
export const watches = ({ entities, tags }: MonitoringAlert, { id, tags: own }: Droplet): boolean =>
  entities.length + tags.length === 0 ||
  entities.includes(String(id)) ||
  tags.some((tag) => own.includes(tag));

export const nameOf = ({ uuid, description }: MonitoringAlert) => ({ id: shortId(uuid), name: description });

export function policyOf(policy: MonitoringAlert): AlertPolicy {
  const { type, value, window, alerts } = policy;
  return {
    ...nameOf(policy),
    actions: [
      { action: 'email', settings: { recipients: alerts.email } },
      // The interface has no such action, so that callers can't read it, and know that there is more than they can say.
      ...alerts.slack.map(({ channel }) => ({ action: 'slack', settings: { recipients: [channel] } })),
    ],
    // What there are no words for is left out, so that callers know that they can't read it; the policy is there.
    triggers: isExpressible(policy)
      ? [{ metric: metrics.get(type) ?? type, duration: durations[window] ?? window, threshold: value }]
      : undefined,
    isOwn: ownTag(policy) !== undefined,
  };
}

/**
 * Returns the body for a new or changed policy, without its tags. `present` is what it replaces: its window and the channels of Slack
 * among its actions may stay.
 * @throws Refusal for whatever DigitalOcean would store as something else
 */
export function requestOf(
  { name, actions, triggers }: AlertPolicyDraft,
  present?: MonitoringAlert,
): Omit<MonitoringAlert, 'uuid' | 'tags'> {
  const [trigger, second] = triggers;
  if (!trigger) throw new Refusal(400, 'An alert policy needs a trigger.');
  if (second)
    throw new Refusal(400, 'At DigitalOcean an alert policy watches one metric. Create one for each.');
  const { metric, duration, threshold } = trigger;
  const type = types[metric];
  if (type === undefined) throw new Refusal(400, `DigitalOcean has no alert policies for ${metric}.`);
  const window =
    windows[duration] ?? (present && durations[present.window] === duration ? present.window : undefined);
  if (window === undefined)
    throw new Refusal(
      400,
      'DigitalOcean has alert policies for 5 and for 10 minutes, and for no other time.',
    );
  const recipientsOf = (wanted: string): readonly string[] =>
    actions.flatMap(({ action, settings }) => (action === wanted ? settings.recipients : []));
  const channels = recipientsOf('slack');
  const known = present?.alerts.slack ?? [];
  const strange = [
    ...actions.map(({ action }) => action).filter((action) => action !== 'email' && action !== 'slack'),
    ...channels.filter((channel) => !known.some((one) => one.channel === channel)),
  ];
  if (strange.length > 0) throw new Refusal(400, 'This gateway can only have e-mails sent.');
  return {
    type,
    description: name,
    compare: 'GreaterThan',
    value: threshold,
    window,
    entities: [],
    alerts: {
      email: [...recipientsOf('email')],
      slack: known.filter(({ channel }) => channels.includes(channel)),
    },
    enabled: true,
  };
}
