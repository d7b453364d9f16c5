import type { RequestedChange } from '../../../src/change/model/change.ts';
import type { Step } from '../../../src/change/model/step.ts';
import { parseCommand } from '../../../src/command-line/parse-command.ts';
import type { Command } from '../../../src/operation/inverse.ts';

/** The command of a line. @throws Error if the line can't run */
export function commandOf(line: string): Command {
  const parsed = parseCommand(line);
  if (parsed.kind !== 'prepared') throw new Error(`${line}: ${parsed.kind}`);
  const { operation, raw } = parsed.prepared;
  return { operation: operation.id, raw, line };
}

/** A step that deletes a firewall policy. */
export const stepOf = (more: Partial<Step> = {}): Step => ({
  operation: 'firewall.delete',
  raw: { dc: 'de1', id: 'f'.repeat(32) },
  account: 'ACME',
  line: 'firewall delete de1',
  title: 'delete a rule',
  ...(more.title === undefined && { phrase: { verb: 'delete', thing: 'a rule' } }),
  targets: ['firewall/de1'],
  ...more,
});

/** A change of Ana's with one step. */
export const changeOf = (more: Partial<RequestedChange> = {}, step: Partial<Step> = {}): RequestedChange => ({
  id: 'a1',
  requester: 'U0ANA',
  team: 'T0ACME',
  replyTo: { channel: 'C0OPS', person: 'U0ANA' },
  steps: [stepOf(step)],
  reason: 'nobody needs it',
  ...more,
});
