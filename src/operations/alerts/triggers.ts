import type { AlertPolicy } from '../../cloud/index.ts';
import { type Field, type FieldOptions, inAscii } from '../../operation/field.ts';

type Trigger = AlertPolicy['triggers'][number];

/** The metrics that a trigger can watch (docs/cloud-api.md, Alert policies). */
export const metrics = ['cpu', 'memory', 'disk'] as const;
export type Metric = (typeof metrics)[number];

const isMetric = (metric: string): metric is Metric => metrics.some((known) => known === metric);

export const nameOfMetric = (metric: string): string => (metric === 'cpu' ? 'CPU' : metric);

/** Returns the minutes of a duration in the cloud API's format (`00:05:00`); undefined for any other text. */
function minutesIn(duration: string): number | undefined {
  const [, hours, minutes] = /^(\d\d):([0-5]\d):00$/.exec(duration) ?? [];
  return hours === undefined ? undefined : Number(hours) * 60 + Number(minutes);
}

/** Formats a duration: "5 min"; in any other format than the cloud API's, as it is. */
export function durationInWords(duration: string): string {
  const minutes = minutesIn(duration);
  return minutes === undefined ? duration : `${minutes} min`;
}

/** Writes a duration as an argument: "5m"; in any other format, as it is, which no command takes. */
function written(duration: string): string {
  const minutes = minutesIn(duration);
  return minutes === undefined ? duration : `${minutes}m`;
}

/** Describes triggers: "CPU ≥ 80% for 5 min, disk ≥ 90% for 5 min". */
export const describeTriggers = (triggers: readonly Trigger[]): string =>
  triggers
    .map(
      ({ metric, threshold, duration }) =>
        `${nameOfMetric(metric)} ≥ ${threshold}% for ${durationInWords(duration)}`,
    )
    .join(', ');

export const recipientsOf = ({ actions }: Pick<AlertPolicy, 'actions'>): string[] => [
  ...new Set(actions.flatMap(({ settings }) => settings.recipients)),
];

export const emailTo = (recipients: readonly string[]): AlertPolicy['actions'] => [
  { action: 'email', settings: { recipients: [...recipients] } },
];

/** The percentages that the cloud API accepts as a threshold. */
export const rule = { min: 5, max: 95, step: 5 };

/** Returns an email address in canonical form: case means nothing in its domain, and may mean something before that. */
export const canonicalEmail = (address: string): string =>
  address.trim().replace(/@[^@]*$/, (domain) => domain.toLowerCase());

/** Sorts texts, and leaves out those that are there twice. */
const distinct = (texts: readonly string[]): readonly string[] => [...new Set(texts)].sort();

/**
 * Returns the content of an alert policy in canonical form: one key per setting that an update can change. The triggers of a
 * metric are written as "80 00:05:00". The order of triggers, actions and recipients means nothing, nor does a
 * repeated trigger or recipient. Each action sends a message of its own.
 */
export function contentOf({ name, actions, triggers }: Pick<AlertPolicy, 'name' | 'actions' | 'triggers'>) {
  const written = triggers.map(({ metric, threshold, duration }) => ({
    metric,
    when: `${threshold} ${duration}`,
  }));
  const on = (metric: Metric): readonly string[] =>
    distinct(written.filter((trigger) => trigger.metric === metric).map(({ when }) => when));
  return {
    name,
    recipients: actions
      .map(({ action, settings: { recipients } }) => [
        action.toLowerCase(),
        ...distinct(recipients.map(canonicalEmail)),
      ])
      .sort((one, other) => (one.join() < other.join() ? -1 : 1)),
    cpu: on('cpu'),
    memory: on('memory'),
    disk: on('disk'),
    others: distinct(
      written.filter(({ metric }) => !isMetric(metric)).map(({ metric, when }) => `${metric} ${when}`),
    ),
  };
}

/**
 * How long a threshold must be exceeded, in the cloud API's format (`00:05:00`): one duration for all metrics, or one per metric.
 */
export type Durations = string | Readonly<Partial<Record<Metric, string>>>;

/** Returns the duration for a metric, if there is one. */
export function durationFor(metric: string, durations: Durations | undefined): string | undefined {
  if (typeof durations !== 'object') return durations;
  const known = metrics.find((candidate) => candidate === metric);
  return known && durations[known];
}

function readDuration(words: string): string | undefined {
  const match = /^(?:00:)?0?(5|10|15)(?::00|\s*m(?:in(?:utes)?)?)?$/i.exec(words);
  return match?.[1] && `00:${match[1].padStart(2, '0')}:00`;
}

/** Creates a field for 5, 10 or 15 minutes, for all thresholds or per metric: `cpu:10m,disk:5m`. */
export function duration(options: FieldOptions): Field<Durations> {
  return inAscii<Durations, Durations, unknown>({
    hint: '5m, 10m or 15m, or per metric: cpu:10m,disk:5m',
    example: '5m',
    required: true,
    input: {
      kind: 'choice',
      options: [5, 10, 15].map((length) => ({ value: `${length}m`, label: `${length} minutes` })),
    },
    ...options,
    read(words) {
      const all = readDuration(words);
      if (all !== undefined) return { value: all };
      const entries = words.split(/[\s,;]+/).map((entry) => entry.toLowerCase().split(/:(.*)/s));
      const value: Partial<Record<Metric, string>> = {};
      for (const [name, length = ''] of entries) {
        const metric = metrics.find((candidate) => candidate === name);
        const read = readDuration(length);
        if (!metric || !read)
          return { problem: `must be 5m, 10m or 15m, or per metric like cpu:10m,disk:5m, not “${words}”` };
        value[metric] = read;
      }
      return { value };
    },
    write: (parsed) =>
      typeof parsed === 'string'
        ? written(parsed)
        : Object.entries(parsed)
            .map(([metric, length]) => `${metric}:${written(length)}`)
            .join(','),
  });
}

/** Extends the field of a trigger with `off`, which removes the trigger. */
export function orOff(field: Field<number>): Field<number | 'off'> {
  const { reference: _, input, values, ...same } = field;
  const off = { value: 'off', label: 'off' };
  return inAscii<number | 'off', number | 'off', unknown>({
    ...same,
    ...(input?.kind === 'choice' && { input: { kind: 'choice', options: [off, ...input.options] } }),
    ...(values?.kind === 'number' && { values: { ...values, word: off.value } }),
    hint: `${field.hint}, or off`,
    read: (words) => (words.toLowerCase() === 'off' ? { value: 'off' } : field.read(words)),
    write: (parsed) => (parsed === 'off' ? parsed : field.write(parsed)),
  });
}
