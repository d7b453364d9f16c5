import { type Answer, bold, heading, type Inline, note, type Part, type Tone } from '../core/answer.ts';
import { type Finding, summarize } from '../core/finding.ts';
import { defineOperation } from './shared/context.ts';

export const doctor = defineOperation({
  id: 'doctor',
  summary: 'Check that all that the bot needs is in order',
  example: 'doctor',
  fields: {},
  risk: 'reads',
  offline: true,
  roles: [],
  run: (_, { runChecks }) => runChecks(),
  result: (_, findings): Answer => [heading(summarize(findings)), ...findings.map(told)],
});

const tones: Readonly<Record<Finding['state'], Tone | undefined>> = {
  ok: 'done',
  warning: 'warning',
  wrong: 'failed',
  'not checked': undefined,
};

function told({ check, state, says, next }: Finding): Part {
  const tone = tones[state];
  const text: Inline[] = [bold(`${check}: `), says, ...(next ? [` → ${next}`] : [])];
  return tone ? { kind: 'notice', tone, text } : note('◻️ ', ...text);
}
