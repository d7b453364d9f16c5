import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mapNonEmpty } from '../../../src/core/non-empty.ts';
import type { KnownStep } from '../../../src/evaluate/after-earlier-steps.ts';
import type { Evaluation } from '../../../src/evaluate/evaluate.ts';
import { evaluateChange } from '../../../src/lifecycle/prepare/evaluate-change.ts';
import { inOrder } from '../../../src/lifecycle/views/describe-plan.ts';
import { withRuleContent } from '../../../src/network/network-change.ts';
import { describeImpact } from '../../../src/policy/describe-impact.ts';
import { defaults } from '../../../src/policy/policy.ts';
import { score } from '../../../src/policy/risk.ts';
import { InMemoryBot } from '../../support/in-memory/in-memory-bot.ts';
import { cloudOfFile, connected } from '../../support/in-memory/local-cloud.ts';
import { memory } from '../../support/in-memory/memory.ts';
import { stepsOf } from '../../support/made/prepared-plan.ts';
import { evaluated } from '../../support/made/typed-line.ts';
import { quick } from '../../support/seeded.ts';

const cloud = await cloudOfFile(quick);
const service = connected(cloud);
const { firewall } = service.account('ACME');
const { deps } = memory({ service });

const enabled = '195f2e21b90087a4b3313bc144204857';
const disabled = 'b43952aa8e69ca2ce12ecf12473eed42';

/** A change of one policy by a plan: an update, with these words, or a verb. */
interface Act {
  readonly id: string;
  readonly does: 'enable' | 'disable' | 'delete' | 'update';
  readonly source: string | undefined;
  readonly ports: string | undefined;
}

const acts = fc
  .array(
    fc.record<Act>({
      id: fc.constantFrom(enabled, disabled),
      does: fc.constantFrom('enable', 'disable', 'delete', 'update', 'update', 'update'),
      source: fc.constantFrom(undefined, '10.95.131.0/25', '10.0.0.0/9', '0.0.0.0/0'),
      ports: fc.constantFrom(undefined, 'tcp/443', 'tcp/22 tcp/443', 'any'),
    }),
    { minLength: 2, maxLength: 5 },
  )
  // Nothing follows the deletion of a policy.
  .map((all) =>
    all.filter(({ id }, at) => !all.slice(0, at).some((one) => one.id === id && one.does === 'delete')),
  )
  .filter((all) => all.length > 1);

const lineOf = ({ id, does, source, ports = source === undefined ? 'tcp/443' : '' }: Act): string =>
  `firewall intra ${does} de1 ${id}${does === 'update' ? ` ${ports} ${source === undefined ? '' : `source=${source}`}` : ''}`;

async function apply({
  id,
  does,
  source,
  ports = source === undefined ? 'tcp/443' : '',
}: Act): Promise<void> {
  if (does === 'delete') await firewall.delete('de1', id);
  else
    await firewall.update(
      'de1',
      id,
      does === 'update'
        ? {
            ...(source !== undefined && { source: [source] }),
            ...(ports !== '' && { ports: ports.split(' ') }),
          }
        : { enabled: does === 'enable' },
    );
}

const evaluatedAll = (lines: readonly string[]) => {
  const prepared = stepsOf('plan', { commands: lines.join('\n'), why: 'a test' });
  const known = inOrder(mapNonEmpty(prepared, (): KnownStep => ({})));
  return evaluateChange(prepared, { channel: 'C1', person: 'U1' }, deps, { known });
};

/** The impact of a step, as approvers read it, and its score. */
const judged = ({ resolved: { networkChange }, rules }: Evaluation['steps'][number]) =>
  networkChange && [
    describeImpact(networkChange, rules),
    score([{ networkChange: withRuleContent(networkChange, rules), account: 'ACME' }], defaults),
  ];

test('each step of a plan is evaluated as if the steps before it had been made', async () => {
  await fc.assert(
    fc.asyncProperty(acts, async (all) => {
      cloud.control.reset();
      cloud.control.set(quick);
      const { steps } = await evaluatedAll(all.map(lineOf));
      for (const [at, act] of all.entries()) {
        const {
          steps: [alone],
        } = await evaluated(`${lineOf(act)} why="a test"`, deps);
        expect(steps[at] && judged(steps[at])).toEqual(judged(alone));
        await apply(act);
      }
    }),
    { numRuns: 25 },
  );
});

test('a change of a public IP by an earlier step does not outdate a later one', async () => {
  const bot = new InMemoryBot(cloud);
  const ip = 'ip update de1acmejump01 203.0.113.14';
  const id = await bot.type('U0ANA', `plan "${ip} tcp/443\n${ip} from=198.51.100.0/29"`);
  await bot.press('U0ANA', 'confirm', id);
  for (let minute = 0; minute < 10; minute += 1) {
    bot.later(60_000);
    await bot.sweep();
  }
  expect(bot.stateOf(id)?.steps.map(({ outcome }) => outcome)).toEqual(['done', 'done']);
});
