import { expect, test } from 'vitest';
import { defaults } from '../../../src/policy/policy.ts';
import type { Point } from '../../../src/policy/risk.ts';
import { riskLine } from '../../../src/policy/risk-line.ts';
import { approvalRequired } from '../../support/made/approval-required.ts';

const large = { points: 2, why: '10.0.0.0/8 wider than /16' };
const ports = { points: 3, why: 'all ports incl. SSH, RDP' };

const approval = (approvers: 1 | 2, ticket: boolean, ...points: Point[]) =>
  approvalRequired({ approvers, ticket, points });
const confirmation = (...points: Point[]): Parameters<typeof riskLine>[0] => ({ kind: 'confirm', points });

test.each<[string, Parameters<typeof riskLine>[0], string]>([
  [
    'a request, with score, scale, reasons and needs',
    approval(2, true, large, ports),
    'Risk 5 of 14 · 10.0.0.0/8 wider than /16 (2) · all ports incl. SSH, RDP (3) · needs 2 approvals + ticket',
  ],
  ['a request without a reason', approval(1, false), 'Risk 0 of 14 · needs 1 approval'],
  [
    'a confirmation, which needs nobody',
    confirmation(ports),
    'Risk 3 of 14 · all ports incl. SSH, RDP (3) · no approval is needed',
  ],
  [
    'several steps, which can score more than the scale of one, with each reason once',
    confirmation(large, ports, ...Array.from({ length: 7 }, (): Point => large)),
    'Risk 19 · 10.0.0.0/8 wider than /16 (8 × 2) · all ports incl. SSH, RDP (3) · no approval is needed',
  ],
])('the risk line of %s', (_, decision, expected) => expect(riskLine(decision, defaults)).toBe(expected));
