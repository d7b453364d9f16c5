import type { Blank, Field } from '../../core/field.ts';
import type { AlertPolicy } from '../../service/index.ts';

type Trigger = AlertPolicy['triggers'][number];

export const metrics = ['cpu', 'memory', 'disk'] as const;
export type Metric = (typeof metrics)[number];

const minutes = (duration: string): number => Number(duration.split(':')[1]);

/** "cpu at 80 % for 5 min, disk at 90 % for 5 min". */
export const describeTriggers = (triggers: readonly Trigger[]): string =>
  triggers
    .map(({ metric, threshold, duration }) => `${metric} at ${threshold} % for ${minutes(duration)} min`)
    .join(', ');

export const recipientsOf = ({ actions }: Pick<AlertPolicy, 'actions'>): string[] => [
  ...new Set(actions.flatMap(({ settings }) => settings.recipients)),
];

export const emailTo = (recipients: readonly string[]): AlertPolicy['actions'] => [
  { action: 'email', settings: { recipients: [...recipients] } },
];

/** A percentage from 5 to 95 in steps of 5 (interface.md §8). */
export const rule = { least: 5, most: 95, step: 5 };

/** How long a threshold must be exceeded: 5, 10 or 15 minutes, on the wire `00:05:00`. */
export function duration(blank: Blank): Field<string> {
  return {
    hint: '5m, 10m or 15m',
    example: '5m',
    required: true,
    choices: ['5m', '10m', '15m'],
    ...blank,
    read(words) {
      const match = /^(?:00:)?0?(5|10|15)(?::00|\s*m(?:in(?:utes)?)?)?$/i.exec(words);
      return match?.[1]
        ? { value: `00:${match[1].padStart(2, '0')}:00` }
        : { problem: `must be 5m, 10m or 15m, not “${words}”` };
    },
    write: (given) => `${minutes(given)}m`,
  };
}

/** The same field, where the word `off` takes the trigger away. */
export function orOff(field: Field<number>): Field<number | 'off'> {
  const { reference: _, ...same } = field;
  return {
    ...same,
    hint: `${field.hint}, or off`,
    read: (words) => (words.toLowerCase() === 'off' ? { value: 'off' } : field.read(words)),
    write: (given) => (given === 'off' ? given : field.write(given)),
  };
}
