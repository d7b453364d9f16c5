import path from 'node:path';
import { expect, expectTypeOf, test } from 'vitest';
import type { CallDependencies } from '../../../src/agents/call-dependencies.ts';
import type { FormDependencies } from '../../../src/commands/fill-form.ts';
import type { ContextDependencies } from '../../../src/evaluate/build-context.ts';
import type { HomeDependencies } from '../../../src/home/home-tab.ts';
import type { DeliveryDependencies } from '../../../src/jobs/deliver.ts';
import type { HandlerDependencies } from '../../../src/jobs/kinds.ts';
import type { PreviewDependencies } from '../../../src/lifecycle/request/preview-change.ts';
import type { HowUndoneDependencies } from '../../../src/lifecycle/run/how-undone.ts';
import type { Result } from '../../../src/queue/result.ts';
import { filesIn, textOf } from '../../support/imports.ts';

const words = (text: string): readonly string[] => text.split(' ');

/** Calls that change something outside of the worker, except those to the cloud API. */
const effects: Readonly<Record<string, readonly string[]>> = {
  messenger: words(
    'send post edit amend reply ephemeral ephemeralOnly preview share replace remove file upload',
  ),
  queue: ['send'],
  views: ['fill'],
  reviews: ['show'],
  previews: ['show'],
  homeTabs: ['publish'],
  auditLog: ['append'],
  changes: ['preview', 'decide', 'takeNumber', 'put', 'change', 'changeBoth'],
  visitors: ['isFirst'],
  openings: ['put', 'remove'],
  watches: ['save', 'saveMessages', 'adopt'],
  apiKeys: ['put', 'revoke', 'revokeAll', 'markUsed'],
};

const call = new RegExp(
  Object.entries(effects)
    .map(([port, calls]) => `\\b${port}\\s*\\.\\s*(${calls.join('|')})\\(`)
    .join('|'),
);

test('a file with an effect before its result is in the list of docs/architecture.md', () => {
  const [table = ''] =
    /^\| effect before the result [^\n]*\n((?:\|.*\n)+)/m.exec(textOf('docs/architecture.md')) ?? [];
  const listed = new Set([...table.matchAll(/`([\w-]+\.ts)`/g)].map(([, name]) => name));
  const handlers = /^src\/(evaluate|operations|audit-log|lifecycle|watch|commands|home|jobs|agents)\//;
  const found = filesIn('src')
    .filter((file) => handlers.test(file) && call.test(textOf(file)))
    .map((file) => path.basename(file));
  // These carry out a result: deliver.ts, and the files that it calls for the audit log, changes that went on or ended, ends, messages, Home tabs and API keys.
  const delivering = words(
    'deliver send-deliveries refresh-homes settle task-acts deliver-key revoke-keys ' +
      'append-entries enqueue-execution log-outcomes undo-plan refresh-results',
  ).map((name) => `${name}.ts`);
  expect([...listed].sort()).toEqual(found.filter((name) => !delivering.includes(name)).sort());
});

test('a result has at most five members: the rest is derived from the state of the change', () => {
  expectTypeOf<keyof Result>().toEqualTypeOf<
    'deliveries' | 'isRepeatable' | 'outcome' | 'entries' | 'changes'
  >();
});

test('no handler can reach the queue, the idempotency records, a modal or the Home tab', () => {
  type Reserved = 'queue' | 'idempotency' | 'views' | 'reviews' | 'previews' | 'homeTabs';
  expectTypeOf<keyof HandlerDependencies & Reserved>().toBeNever();
  expectTypeOf<keyof DeliveryDependencies & Reserved>().toEqualTypeOf<Reserved>();
});

test('an agent’s call can’t reach the queue or an Undo, and can’t decide on a preview', () => {
  type Deciding = 'queue' | 'views' | 'reviews' | 'previews' | 'homeTabs';
  expectTypeOf<keyof CallDependencies & Deciding>().toBeNever();
  expectTypeOf<keyof CallDependencies['idempotency']>().toEqualTypeOf<
    'claim' | 'markDelivered' | 'unclaim'
  >();
});

test('reads, previews, forms, the Home tab and running changes can only send files to Slack', () => {
  type Sends<Dependencies extends ContextDependencies> = keyof Dependencies['messenger'];
  expectTypeOf<Sends<ContextDependencies>>().toEqualTypeOf<'file'>();
  expectTypeOf<Sends<PreviewDependencies>>().toEqualTypeOf<'file'>();
  expectTypeOf<Sends<FormDependencies>>().toEqualTypeOf<'file'>();
  expectTypeOf<Sends<HomeDependencies>>().toEqualTypeOf<'file'>();
  expectTypeOf<Sends<HowUndoneDependencies>>().toEqualTypeOf<'file'>();
  expectTypeOf<keyof ContextDependencies['auditLog']>().toEqualTypeOf<'read' | 'verify'>();
  expectTypeOf<keyof ContextDependencies['changes']>().toEqualTypeOf<
    'get' | 'idOf' | 'waiting' | 'previewed' | 'change' | 'resource' | 'openRows'
  >();
});
