import {
  type AuditEntry,
  type AuditEvent,
  type CausedEntry,
  outcomeEventOf,
} from '../change/model/audit-log.ts';
import { agreedDigest } from '../change/model/digest.ts';
import {
  type ChangeStep,
  loggedAs,
  type StepOutcome,
  type Stepped,
  startedAs,
  stepsOf,
  undoesByItself,
} from '../change/model/step.ts';
import { isCloudApiError } from '../cloud/model/cloud-error.ts';
import type { Clock } from '../core/clock.ts';
import { explain } from '../evaluate/describe-error.ts';
import type { Policy } from '../policy/policy.ts';
import { policyHash } from '../policy/policy-file.ts';

/** Returns the keys of all entries about a step: the account, whose chain holds them, and the id that they share. */
export const entriesAbout = (changeStep: ChangeStep): Pick<AuditEntry, 'account' | 'request'> => ({
  account: changeStep.step.account,
  request: loggedAs(changeStep),
});

/** Events that only a click in Slack causes, even if an agent requested the change. */
const decidedInSlack: readonly AuditEvent[] = [
  'approved',
  'break-glass',
  'rejected',
  'withdrawn',
  'superseded',
  'suggested',
  'declined',
];

type More = Partial<Pick<AuditEntry, 'person' | 'job' | 'note' | 'digest'>>;

/** What an entry needs that says by which policy something was decided. */
export interface DecidingDependencies {
  readonly clock: Clock;
  readonly policy: Policy;
}

/** Builds an audit log entry about a step of a change. Its person is the requester unless `more` names another. */
export function auditEntry(
  event: AuditEvent,
  changeStep: ChangeStep,
  { clock }: { readonly clock: Clock },
  more: More = {},
): AuditEntry {
  const { requester, step } = changeStep;
  const { operation, title, targets } = step;
  const about = { ...entriesAbout(changeStep), operation, title, targets };
  const through = decidedInSlack.includes(event) ? undefined : changeStep.through;
  return { at: clock(), event, person: requester, ...about, ...more, ...(through && { through }) };
}

/** Builds the entries about a whole change: one per step, so that the history of each step is complete. */
export const auditEntries = (
  event: AuditEvent,
  change: Stepped,
  deps: { readonly clock: Clock },
  more?: More,
): readonly AuditEntry[] => stepsOf(change).map((changeStep) => auditEntry(event, changeStep, deps, more));

/** Builds the entries that prove what a person requested, confirmed or approved: one per step of a request. */
export const agreedEntries = (
  event: 'requested' | 'confirmed' | 'approved' | 'break-glass',
  request: Stepped & Parameters<typeof agreedDigest>[0],
  deps: DecidingDependencies,
  more?: More,
): readonly AuditEntry[] => {
  const policy = policyHash(deps.policy);
  return stepsOf(request).map((changeStep) => {
    const digest = agreedDigest(request, changeStep.index);
    return { ...auditEntry(event, changeStep, deps, { ...more, digest }), policy };
  });
};

/** Builds the entry for the start of a step, which the policy has let run. */
export const startedEntry = (
  changeStep: ChangeStep,
  deps: DecidingDependencies,
  more?: Pick<More, 'person' | 'note'>,
): AuditEntry => ({
  ...auditEntry('started', changeStep, deps, more),
  policy: policyHash(deps.policy),
});

/**
 * Builds the entry for the outcome of a step. Like its start, an outcome of a step that people requested is logged once, whatever job
 * finds it: what is written to the table later can't be logged as another one.
 */
export const outcomeEntry = (
  changeStep: ChangeStep,
  { kind, note, digest, job }: Pick<StepOutcome, 'kind' | 'note' | 'digest' | 'job'>,
  deps: { readonly clock: Clock },
  more?: More,
): CausedEntry => {
  const event = outcomeEventOf(undoesByItself(changeStep.step) ? 'time' : 'person', kind);
  const entry = auditEntry(event, changeStep, deps, {
    ...more,
    ...(note && { note }),
    ...(digest !== undefined && { digest }),
  });
  return { ...entry, cause: startedAs(changeStep.step, job) };
};

/**
 * Returns the text of an error for the audit log, including the cloud API's reason if it rejected a request. Empty for an
 * unexpected error, because its message could contain a secret.
 */
export function reason(error: unknown): string {
  const rejected = isCloudApiError(error, 'bad-request') && error.status !== undefined;
  const why = rejected ? error.problems.at(-1)?.message : undefined;
  if (why) return `The cloud API rejected this: ${why}`;
  const [first] = explain(error);
  return first?.kind === 'notice' ? [first.text].flat().join('') : '';
}
