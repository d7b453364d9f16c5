import { optional } from '../../operation/field.ts';
import { commandsIn } from '../../operation/plan-text.ts';
import { defineOperation } from '../context/context.ts';
import { choice, commands } from '../fields/index.ts';

export const plan = defineOperation({
  id: 'plan',
  summary: 'Run several commands as one change, in order',
  action: 'Run a plan',
  button: 'Run Plan',
  example: 'plan "alert unassign \\"Memory high\\" DE1ACMEWEB01"',
  fields: {
    commands: commands({ label: 'Commands', at: 0 }),
    'all-or-nothing': optional(
      choice({
        label: 'All or nothing',
        hint: 'yes undoes the steps that are done if a later one fails',
        choices: ['yes', 'no'],
      }),
      'no',
    ),
  },
  risk: 'opens',
  roles: [],
  plan: ({ commands: text, 'all-or-nothing': all }) => ({
    allOrNothing: all === 'yes',
    lines: commandsIn(text).map((line) => ({ ...line, field: 'commands' })),
  }),
});
