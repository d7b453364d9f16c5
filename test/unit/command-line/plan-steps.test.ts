import { expect, test } from 'vitest';
import { maxSteps } from '../../../src/command-line/plan-steps.ts';
import { prepareRequest } from '../../../src/command-line/prepare-request.ts';
import type { RawArgs } from '../../../src/operation/operation.ts';
import { stepsOf } from '../../support/made/prepared-plan.ts';

/** The problems of a plan, at the field that shows them. */
function problems(commands: string, options: RawArgs = {}) {
  const preparation = prepareRequest({ operation: 'plan', raw: { commands, ...options } });
  return preparation.kind === 'mistaken' ? preparation.problems : preparation.kind;
}

const atCommands = (message: string) => [{ field: 'commands', message }];

test.each([
  ['a command has a typo', '\nalrt create x', 'Line 2: unknown command “alrt”. Did you mean alert?'],
  ['a port is wrong', 'ip add web04 tcp/99999', 'Line 1: ports “tcp/99999” has a port outside 1 to 65535'],
  ['a typo', 'ip add web04 tcp/22 form=1.2.3.4', 'Line 1: Unknown option “form=”. Did you mean from=?'],
  [
    'a command only reads',
    '# look\nserver show web04',
    'Line 2: “server show” changes nothing, and a plan has changes only',
  ],
  ['a plan is in a plan', 'plan "ip add web04 tcp/22"', 'Line 1: a plan can’t contain another plan'],
  ['a quote is open', 'alert create "Web', 'Line 1: the quote before “Web” isn’t closed'],
  [
    'a line has its own reason',
    'ip add web04 tcp/22 why=because',
    'Line 1: why is for the whole plan, so leave it out here',
  ],
  [
    'a line has its own start',
    'ip add web04 tcp/22\nip add web05 tcp/22 Starts=2h',
    'Line 2: a plan starts as a whole: use Schedule in the form, or add starts= after the plan',
  ],
  [
    'a step comes too late',
    'ip add web04 tcp/22 from=$2.address\nip add web05 tcp/22',
    'Line 1: from is “$2.address”, but step 2 doesn’t come before this one',
  ],
])('a plan names the line if %s', (_, commands, message) => {
  expect(problems(commands)).toEqual(atCommands(message));
});

test('all mistakes are shown at once', () => {
  expect(problems('x\nip add web04 tcp/22\ny')).toEqual([
    ...atCommands('Line 1: unknown command “x”'),
    ...atCommands('Line 3: unknown command “y”'),
  ]);
});

test('a line that can’t be read is counted, and a reference to it is no mistake of its own', () => {
  const commands =
    'x\nip add web04 tcp/22\nip add web05 tcp/22 from=$2.address\nip add web06 tcp/22 from=$1.address';
  expect(problems(commands)).toEqual(atCommands('Line 1: unknown command “x”'));
});

test('comments alone are no plan, and a plan has a limit', () => {
  expect(problems('# nothing\n\n')).toEqual([
    { field: 'commands', message: 'needs a command; lines that begin with # are comments' },
  ]);
  expect(problems('ip add web04 tcp/22\n'.repeat(maxSteps + 1))).toEqual(
    atCommands(`Line ${maxSteps + 1}: a plan has at most ${maxSteps} commands`),
  );
});

test('a missing reason of all steps is a problem of its own field', () => {
  expect(problems('firewall create de1 va1 source=10.0.0.0/24 destination=10.1.0.0/24')).toEqual([
    { field: 'why', message: 'is missing: approvers need a reason', missing: true },
  ]);
});

test('the steps of a plan have its reason, ticket and account, but a line can name another account', () => {
  const steps = stepsOf('plan', {
    commands: 'ip add web04 tcp/22\n\nip add web05 tcp/22 from=$1.address account=ACDV',
    why: 'A new server',
    account: 'ACME',
  });
  expect(steps.map(({ raw, line }) => [raw.account, raw.why, line])).toEqual([
    ['ACME', 'A new server', 'ip add web04 tcp/22 account=ACME'],
    ['ACDV', 'A new server', 'ip add web05 tcp/22 from=$1.address account=ACDV'],
  ]);
});

test('a plan starts as a whole, and each of its lines can have its own end', () => {
  const commands = 'ip add web04 tcp/22\nip add web05 tcp/22 ends=1h';
  const steps = stepsOf('plan', { commands, starts: '3h', ends: '2h' });
  expect(steps.map(({ raw }) => [raw.starts, raw.ends])).toEqual([
    ['3h', '2h'],
    ['3h', '1h'],
  ]);
});
