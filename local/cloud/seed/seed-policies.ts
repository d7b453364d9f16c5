import type { AlertPolicy, AutoscalePolicy } from '../store/cloud-store.ts';
import type { Random } from '../store/random.ts';

type Trigger = readonly [metric: 'cpu' | 'memory' | 'disk', threshold: number, minutes: '05' | '10' | '15'];
type Alert = readonly [account: string, name: string, triggers: readonly Trigger[], to: string, on: string];

/** Alert policies with their recipients and servers. Names are not unique (docs/cloud-api.md, Alert policies). */
const alerts: readonly Alert[] = [
  ['ACME', 'CPU high', [['cpu', 90, '05']], 'ops', 'de1acmeweb01 de1acmeweb02 de1acmeweb03 va1acmeapi01'],
  ['ACME', 'CPU high', [['cpu', 75, '15']], 'build', 'wa1acmeci01'],
  ['ACME', 'Memory high', [['memory', 85, '10']], 'ops', 'de1acmeweb01 sg1acmecache01'],
  ['ACME', 'Disk 80', [['disk', 80, '05']], 'ops', ''],
  [
    'ACME',
    'Database vitals',
    [
      ['cpu', 80, '10'],
      ['memory', 90, '10'],
      ['disk', 70, '05'],
    ],
    'dba oncall',
    'de1acmedb01 de1acmedb02 va1acmedb01',
  ],
  ['ACME', 'Night watch', [['cpu', 95, '15']], 'oncall', ''],
  ['ACDV', 'CPU high', [['cpu', 95, '15']], 'dev', 'va1acdvdev01'],
];

export function seedAlertPolicies(random: Random): { policy: AlertPolicy; on: string[] }[] {
  return alerts.map(([account, name, triggers, to, on]) => ({
    policy: {
      id: random.hexId(),
      account,
      name,
      triggers: triggers.map(([metric, threshold, minutes]) => ({
        metric,
        duration: `00:${minutes}:00`,
        threshold,
      })),
      actions: [
        {
          action: 'email',
          settings: { recipients: to.split(' ').map((box) => `${box}@acme.example.com`) },
        },
      ],
    },
    on: on.split(' '),
  }));
}

type Autoscale = readonly [
  account: string,
  name: string,
  minutes: AutoscalePolicy['thresholdPeriodMinutes'],
  increment: AutoscalePolicy['scaleUpIncrement'],
  cpus: readonly [min: number, max: number],
  thresholds: readonly [up: number, down: number],
  window: readonly [start: string, end: string],
  on: string,
];

/** Autoscale policies with their servers. Names are not unique. */
const autoscales: readonly Autoscale[] = [
  ['ACME', 'Scale web', 15, 1, [2, 6], [85, 15], ['02:00', '04:00'], 'de1acmeweb01 de1acmeweb02'],
  ['ACME', 'Scale web', 5, 2, [2, 12], [70, 20], ['01:00', '03:30'], 'gb3acmeweb01'],
  ['ACME', 'Scale API fast', 5, 4, [4, 16], [80, 30], ['04:00', '05:00'], 'va1acmeapi01'],
  ['ACME', 'Batch at night', 30, 2, [1, 16], [95, 5], ['12:00', '14:00'], ''],
  ['ACDV', 'Developer machines', 10, 1, [1, 4], [90, 10], ['22:00', '23:00'], ''],
];

export function seedAutoscalePolicies(random: Random): { policy: AutoscalePolicy; on: string[] }[] {
  return autoscales.map(([account, name, minutes, increment, [min, max], [up, down], [start, end], on]) => ({
    policy: {
      id: random.hexId(),
      account,
      name,
      thresholdPeriodMinutes: minutes,
      scaleUpIncrement: increment,
      range: { max, min },
      scaleUpThreshold: up,
      scaleDownThreshold: down,
      scaleDownWindow: { start, end },
    },
    on: on.split(' '),
  }));
}
