import { endless } from '../../../local/doctor/sample-parts.ts';
import type { Answer } from '../../../src/answer/answer.ts';
import { help } from '../../../src/command-line/help.ts';
import { explain } from '../../../src/evaluate/describe-error.ts';
import { progressOf } from '../../../src/lifecycle/run/start-tracking.ts';
import { preview } from '../../../src/lifecycle/views/preview.ts';
import { operations } from '../../../src/operations/index.ts';
import { stepOf } from './changes.ts';
import { sampleJudgement, sampleRequest } from './sample-approvals.ts';

const command = endless.slice(0, 900);
const sample = {
  id: 'sample',
  seen: 'digest',
  expires: Date.UTC(2026, 10, 20, 18, 5),
  command,
  edit: command,
};

const sampleChange = (through?: string) =>
  ({
    change: { steps: [stepOf({ title: endless.slice(0, 500) })], through },
    steps: [
      {
        prepared: { operation: { button: 'Delete Policy', risk: 'disrupts' } },
        resolved: { warnings: [endless.slice(0, 300)] },
      },
    ],
    impact: sampleJudgement.impact,
  }) as const;

/** Returns the preview of a change that needs approval. */
function samplePreview(): Answer {
  const asks = {
    kind: 'requestApproval',
    approvers: 2,
    accounts: ['ACME', 'ACDV'],
    ticket: true,
    points: sampleJudgement.points,
    channel: '#approvals',
    expiresMinutes: 480,
    remindMinutes: 60,
  } as const;
  return preview({ ...sampleChange(), decision: asks }, sample);
}

/** Returns help, previews and error messages. */
export function sampleTalk(): Readonly<Record<string, Answer>> {
  const { points } = sampleJudgement;
  const longest = operations.toSorted(
    (a, b) => Object.keys(b.fields).length - Object.keys(a.fields).length,
  )[0];
  return {
    help: help([]),
    'help with a command': help((longest?.words ?? []).map((text) => ({ text }))),
    'preview to confirm': preview(
      { ...sampleChange('API key 7f3a21'), decision: { kind: 'confirm', points } },
      sample,
    ),
    'preview to ask': samplePreview(),
    'a tracked job': progressOf(
      { requester: sampleRequest('open').requester, step: sampleRequest('open').steps[0] },
      'running',
      65_000,
    ),
    'a failure': explain(new Error('a sample'), { started: true, statusCommand: 'alert list' }),
  };
}
