import { expect, test } from 'vitest';
import { defaults } from '../../../src/policy/policy.ts';
import type { Point } from '../../../src/policy/risk.ts';
import { riskLine } from '../../../src/policy/risk-line.ts';

const large = { points: 2, why: '10.0.0.0/8 wider than /16' };
const ports = { points: 3, why: 'all ports incl. SSH, RDP' };
const needs = { approvers: 2, ticket: true } as const;

test.each<[string, Parameters<typeof riskLine>, string]>([
  [
    'score, scale, reasons and needs',
    [[large, ports], defaults, needs],
    'Risk 5 of 14: 10.0.0.0/8 wider than /16 (2) · all ports incl. SSH, RDP (3) → 2 approvals + ticket',
  ],
  ['no reason', [[], defaults, { approvers: 1, ticket: false }], 'Risk 0 of 14 → 1 approval'],
  ['nothing known but the points', [[ports]], 'Risk 3: all ports incl. SSH, RDP (3)'],
  [
    'sentences of a former version',
    [[{ points: 1, why: 'It opens every port.' }]],
    'Risk 1: It opens every port (1)',
  ],
  [
    'several steps can score more than the scale of one',
    [Array.from({ length: 8 }, (): Point => large), defaults],
    `Risk 16: ${Array.from({ length: 8 }, () => '10.0.0.0/8 wider than /16 (2)').join(' · ')}`,
  ],
])('%s', (_, given, expected) => expect(riskLine(...given)).toBe(expected));
