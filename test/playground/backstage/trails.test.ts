import { describe, expect, test } from 'vitest';
import type { Step, Trail } from '../../../src/playground/backstage/types.ts';
import { botUnderTest } from '../../acceptance/bot.ts';
import { seeded } from '../../acceptance/seeded.ts';
import { send, slash } from '../../acceptance/signed.ts';

const bot = botUnderTest();

const newest = (): Trail => {
  const [trail] = bot.desk.backstage.trails();
  if (!trail) throw new Error('There is no trail');
  return trail;
};

/** The trail in short: each step in a few words, those inside an invocation set in. */
const outline = ({ steps }: Trail): string[] =>
  steps.map((step) => `${step.inside === undefined ? '' : '  '}${short(step)}${step.ok ? '' : ' ✗'}`);

function short(step: Step): string {
  switch (step.kind) {
    case 'request':
      return `request ${step.what}`;
    case 'ack':
      return `ack ${step.status}${step.error ? ` ${step.error}` : ''}${made(step)}`;
    case 'invocation':
      return step.function;
    case 'message':
      return `message ${step.what} ${step.delivery}`;
    case 'service':
      return `${step.method} ${step.path} ${step.status}`;
    case 'slack':
      return `slack ${step.method}${made(step)}`;
    case 'log':
      return `log ${step.event}`;
  }
}

const made = (step: Extract<Step, { made: unknown }>): string =>
  step.made.map((one) => ` → ${one.kind}${'how' in one ? ` ${one.how}` : ''}`).join('');

test.only('a read: the request, its job, the call of the service, the answer', async () => {
  await bot.type('fields');
  await bot.type('fields');
  console.log(JSON.stringify(newest(), null, 1));
  console.log(outline(newest()).join('\n'));
  expect(newest()).toMatchObject({ title: '/cloud fields', kind: 'command', person: 'U0ANA' });
});
