import type { AlertPolicy, AutoscalePolicy } from '../store/cloud-store.ts';
import type { Random } from '../store/random.ts';

type Trigger = AlertPolicy['triggers'][number];
type NewAlert = Pick<AlertPolicy, 'account' | 'name' | 'triggers'> & {
  readonly to: string[];
  readonly on: string[];
};

const at = (metric: Trigger['metric'], threshold: number, minutes: '05' | '10' | '15'): Trigger => ({
  metric,
  duration: `00:${minutes}:00`,
  threshold,
});

/** Names are not unique (service-facts 4, T7): there are two called `CPU high`. */
const alerts: readonly NewAlert[] = [
  {
    account: 'ACME',
    name: 'CPU high',
    triggers: [at('cpu', 90, '05')],
    to: ['ops@acme.example.com'],
    on: ['de1acmeweb01', 'de1acmeweb02', 'de1acmeweb03', 'va1acmeapi01'],
  },
  {
    account: 'ACME',
    name: 'CPU high',
    triggers: [at('cpu', 75, '15')],
    to: ['build@acme.example.com'],
    on: ['wa1acmeci01'],
  },
  {
    account: 'ACME',
    name: 'Memory high',
    triggers: [at('memory', 85, '10')],
    to: ['ops@acme.example.com'],
    on: ['de1acmeweb01', 'sg1acmecache01'],
  },
  {
    account: 'ACME',
    name: 'Disk 80',
    triggers: [at('disk', 80, '05')],
    to: ['ops@acme.example.com'],
    on: [],
  },
  {
    account: 'ACME',
    name: 'Database vitals',
    triggers: [at('cpu', 80, '10'), at('memory', 90, '10'), at('disk', 70, '05')],
    to: ['dba@acme.example.com', 'oncall@acme.example.com'],
    on: ['de1acmedb01', 'de1acmedb02', 'va1acmedb01'],
  },
  {
    account: 'ACME',
    name: 'Night watch',
    triggers: [at('cpu', 95, '15')],
    to: ['oncall@acme.example.com'],
    on: [],
  },
  {
    account: 'ACDV',
    name: 'CPU high',
    triggers: [at('cpu', 95, '15')],
    to: ['dev@acme.example.com'],
    on: ['va1acdvdev01'],
  },
];

/** Alert policies, and the servers each is on. */
export function seedAlertPolicies(random: Random): { policy: AlertPolicy; on: string[] }[] {
  return alerts.map(({ to, on, ...rest }) => ({
    policy: { id: random.hexId(), ...rest, actions: [{ action: 'email', settings: { recipients: to } }] },
    on,
  }));
}

type NewAutoscale = Omit<AutoscalePolicy, 'id'> & { readonly on: string[] };

/** Names are not unique here either: there are two called `Scale web`. */
const autoscales: readonly NewAutoscale[] = [
  {
    account: 'ACME',
    name: 'Scale web',
    thresholdPeriodMinutes: 15,
    scaleUpIncrement: 1,
    range: { max: 6, min: 2 },
    scaleUpThreshold: 85,
    scaleDownThreshold: 15,
    scaleDownWindow: { start: '02:00', end: '04:00' },
    on: ['de1acmeweb01', 'de1acmeweb02'],
  },
  {
    account: 'ACME',
    name: 'Scale web',
    thresholdPeriodMinutes: 5,
    scaleUpIncrement: 2,
    range: { max: 12, min: 2 },
    scaleUpThreshold: 70,
    scaleDownThreshold: 20,
    scaleDownWindow: { start: '01:00', end: '03:30' },
    on: ['gb3acmeweb01'],
  },
  {
    account: 'ACME',
    name: 'Scale API fast',
    thresholdPeriodMinutes: 5,
    scaleUpIncrement: 4,
    range: { max: 16, min: 4 },
    scaleUpThreshold: 80,
    scaleDownThreshold: 30,
    scaleDownWindow: { start: '04:00', end: '05:00' },
    on: ['va1acmeapi01'],
  },
  {
    account: 'ACME',
    name: 'Batch at night',
    thresholdPeriodMinutes: 30,
    scaleUpIncrement: 2,
    range: { max: 16, min: 1 },
    scaleUpThreshold: 95,
    scaleDownThreshold: 5,
    scaleDownWindow: { start: '12:00', end: '14:00' },
    on: [],
  },
  {
    account: 'ACDV',
    name: 'Developer machines',
    thresholdPeriodMinutes: 10,
    scaleUpIncrement: 1,
    range: { max: 4, min: 1 },
    scaleUpThreshold: 90,
    scaleDownThreshold: 10,
    scaleDownWindow: { start: '22:00', end: '23:00' },
    on: [],
  },
];

/** Autoscale policies, and the servers each is on. */
export function seedAutoscalePolicies(random: Random): { policy: AutoscalePolicy; on: string[] }[] {
  return autoscales.map(({ on, ...rest }) => ({ policy: { id: random.hexId(), ...rest }, on }));
}
