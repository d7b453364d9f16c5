import { expect, test } from 'vitest';
import type { WayBack } from '../../../../src/core/undo.ts';
import type { Context } from '../../../../src/operations/context.ts';
import { untilActive } from '../../../../src/operations/terms/firewall.ts';

test.each([
  ['active', 'done'],
  ['Active', 'done'],
  ['pending', 'running'],
  ['ERROR', 'failed'],
])('a policy that is %s is %s, for the service does not keep to one case', (status, phase) => {
  const context = { service: { alias: 'ACME' }, login: { accountAlias: 'ACME' } } as Context;
  const undo: WayBack = {
    line: 'firewall delete de1 f1',
    subject: { kind: 'firewall between', dc: 'de1', id: 'f1' },
  };
  expect(untilActive({ status, id: 'f1' }, 'a rule', 'firewall list', undo, context).phase).toBe(phase);
});
