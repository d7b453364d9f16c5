import { help } from '../../commands/parse/help.ts';
import { preview } from '../../commands/preview-change.ts';
import type { Answer } from '../../core/answer.ts';
import { operations } from '../../operations/index.ts';
import { explain } from '../../requests/describe-error.ts';
import { sampleRequest } from './sample-approvals.ts';
import { endless } from './sample-text.ts';

/** Help, previews and error messages. */
export function sampleTalk(): Readonly<Record<string, Answer>> {
  const { points, impact } = sampleRequest('open');
  const shown = {
    title: endless.slice(0, 500),
    steps: [{ plan: { warnings: [endless.slice(0, 300)] } }],
    impact,
  };
  const asks = {
    kind: 'ask',
    approvers: 2,
    accounts: ['ACME', 'ACDV'],
    ticket: true,
    points,
    channel: '#approvals',
    expiresMinutes: 480,
    remindMinutes: 60,
  } as const;
  const command = endless.slice(0, 900);
  const longest = operations.toSorted(
    (a, b) => Object.keys(b.fields).length - Object.keys(a.fields).length,
  )[0];
  return {
    help: help([]),
    'help with a command': help((longest?.words ?? []).map((text) => ({ text }))),
    'preview to confirm': preview({ ...shown, decision: { kind: 'confirm', points } }, command, 'sample'),
    'preview to ask': preview({ ...shown, decision: asks }, command, 'sample'),
    'a failure': explain(new Error('a sample'), { risky: true, shows: 'alert list' }),
  };
}
