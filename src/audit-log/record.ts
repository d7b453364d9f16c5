import { ServiceError } from '../cloud/model/cloud-error.ts';
import { submit } from '../commands/parse/parse-command.ts';
import type { Entry, Event } from '../core/audit-log.ts';
import { errorName, Failure } from '../core/user-error.ts';
import type { Ports } from '../requests/dependencies.ts';
import { explain } from '../requests/describe-error.ts';
import type { Command } from '../requests/job.ts';
import type { Result } from '../requests/result.ts';

/*
 * What goes on record, and when. *Started* is written before the service is called, and without it nothing is
 * called. Everything else is part of the job's `Result`: it is written before the result is told, and if the
 * record cannot be written, people are told the truth all the same and the job comes again until the entries
 * are on record.
 */

/** A request for a change, as its entries name it. */
export interface Asked extends Pick<Entry, 'account' | 'operation' | 'says' | 'targets'> {
  /** Correlates its entries: the id under which it waits for its decision. */
  readonly id: string;
  readonly asker: string;
}

/** One entry about a request, by its asker unless `more` names somebody else. */
export function entry(
  event: Event,
  { id, asker, account, operation, says, targets }: Asked,
  { clock }: Pick<Ports, 'clock'>,
  more: Partial<Pick<Entry, 'person' | 'job' | 'note'>> = {},
): Entry {
  return { at: clock(), event, person: asker, account, operation, says, targets, request: id, ...more };
}

/** How a change ended that was begun and failed: for certain, or nobody knows. */
export function failure(error: unknown, request: Asked, ports: Pick<Ports, 'clock'>): Entry {
  const known = error instanceof ServiceError || error instanceof Failure;
  return entry(known && error.changed === 'nothing' ? 'failed' : 'unknown', request, ports, {
    note: reason(error),
  });
}

/** Why something did not happen, for the record; nothing of an unforeseen error. */
export function reason(error: unknown): string {
  const [first] = explain(error);
  return first?.part === 'notice' ? [first.text].flat().join('') : '';
}

/** Writes what the result of a job puts on record; says whether all of it is there. Nothing is ever written twice. */
export async function record(
  { entries = [] }: Result,
  job: string,
  { ledger, log }: Ports,
): Promise<boolean> {
  try {
    for (const one of entries) await ledger.append(one, job);
    return true;
  } catch (error) {
    log('not recorded', { entries: entries.length, error: errorName(error) });
    return false;
  }
}

/**
 * The entry for somebody who asked for a change and is not served at all; none for whoever wanted to look, or
 * while the service does not say which account it was about.
 */
export async function refusal(job: Command, why: string, ports: Ports): Promise<readonly Entry[]> {
  const submitted = submit(job.line);
  if ('answer' in submitted || submitted.prepared.operation.risk === 'reads') return [];
  const { operation, account } = submitted.prepared;
  const login = account === undefined ? await ports.service.login().catch(() => undefined) : undefined;
  const about = account ?? login?.accountAlias;
  if (about === undefined) return [];
  const request: Asked = {
    id: job.id,
    asker: job.place.person,
    account: about,
    operation: operation.id,
    says: operation.does.toLowerCase(),
    targets: [],
  };
  return [entry('refused', request, ports, { note: why })];
}
