import { submit } from '../commands/parse/parse-command.ts';
import type { Entry } from '../core/audit-log.ts';
import { errorName } from '../core/user-error.ts';
import type { Ports } from '../requests/dependencies.ts';
import type { Command } from '../requests/job.ts';
import type { Asked } from '../requests/requested-change.ts';
import type { Result } from '../requests/result.ts';
import { entry } from './entries.ts';

/*
 * What goes on record, and when. *Started* is written before the service is called, and without it nothing is
 * called. Everything else is part of the job's `Result`: it is written before the result is told, and if the
 * record cannot be written, people are told the truth all the same and the job comes again until the entries
 * are on record.
 */

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
    says: operation.summary.toLowerCase(),
    targets: [],
  };
  return [entry('refused', request, ports, { note: why })];
}
