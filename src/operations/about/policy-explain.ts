import { defineOperation } from '../context/context.ts';
import { command } from '../fields/index.ts';

export const policyExplain = defineOperation({
  id: 'policy.explain',
  summary: 'Show what the policy decides on a command, without running it',
  action: 'Explain policy',
  example: 'policy explain ip add DE1ACMEWEB03 tcp/22',
  fields: { line: command({ label: 'Command', at: 0, example: 'ip add DE1ACMEWEB03 tcp/22' }) },
  risk: 'reads',
  roles: [],
  run: ({ line }, { explain }) => explain(line),
  result: (_, explanation) => explanation,
});
