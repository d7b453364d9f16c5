import { describe, expect, test } from 'vitest';
import { bill, billOfAgents, stack } from '../../../scripts/cost/bill.ts';
import { commandTable } from '../../../scripts/cost/costs.ts';
import type { Measured } from '../../../scripts/cost/measure.ts';
import type { Usage } from '../../../scripts/cost/meter.ts';
import { prices } from '../../../scripts/cost/prices.ts';
import { between } from '../../../scripts/derived/page-marks.ts';
import { functionsWithAgents, ofType, packagedWithAgents } from './packaged.ts';

const used = {
  tableCalls: 5,
  writeUnits: 4,
  readUnits: 1,
  serviceCalls: 1,
  slackCalls: 1,
  logBytes: 1000,
};
const worker = { times: 1, ms: 20, loadMs: 200 };
const call: Usage = { runs: { mcp: worker }, messages: 0, ...used };
const measured: Measured = {
  command: { runs: { receiver: { times: 1, ms: 10, loadMs: 100 }, worker }, messages: 1, ...used },
  sweeper: worker,
  call,
};
const waits = { service: 400, slack: 200, aws: 0 };

describe('a bill', () => {
  test('has a part that does not depend on commands', () => {
    const { parts } = bill(0, 0, measured, waits);
    expect(parts['HTTP API']).toBe(0);
    expect(parts['CloudWatch alarms']).toBeCloseTo(2.1);
    expect(parts['Secrets Manager']).toBeCloseTo(3 * prices.secretsManager.secretMonth);
  });

  test('grows linearly with the commands beyond that', () => {
    const [none, one, two] = [0, 1e6, 2e6].map((commands) => bill(commands, 0, measured, waits).total);
    expect((two ?? 0) - (one ?? 0)).toBeCloseTo((one ?? 0) - (none ?? 0), 6);
  });

  test('charges a request to the HTTP API a dollar a million', () => {
    expect(bill(1e6, 0, measured, waits).parts['HTTP API']).toBeCloseTo(1);
  });

  test('charges the worker for its waiting, and a small one for its slowness', () => {
    const more = bill(1e6, 0, measured, waits).parts.Lambda ?? 0;
    const none = bill(0, 0, measured, waits).parts.Lambda ?? 0;
    const receiver = 0.01 * (1769 / 1024);
    const worker = (0.02 * (1769 / 512) + 0.6) / 2;
    expect(more - none).toBeCloseTo(1e6 * (receiver + worker) * prices.lambda.gbSecondArm64 + 0.4, 3);
  });

  test('is higher if functions start cold', () => {
    expect(bill(1e5, 1, measured, waits).total).toBeGreaterThan(bill(1e5, 0, measured, waits).total);
  });
});

describe('the bill of agents', () => {
  test('has alarms, metrics and the polling of a queue without a call, and nothing else', () => {
    const { parts, total } = billOfAgents(0, 0, call, waits);
    expect(parts['CloudWatch alarms']).toBeCloseTo(0.4);
    expect(parts['CloudWatch metrics']).toBeCloseTo(1.8);
    expect(parts.SQS).toBeCloseTo(0.26);
    expect(total).toBeCloseTo(2.46);
  });

  test('charges a call for its request, its work and its waiting', () => {
    const { parts } = billOfAgents(1e6, 0, call, waits);
    expect(parts['HTTP API']).toBeCloseTo(1);
    const seconds = 0.02 * (1769 / 512) + 0.6;
    expect(parts.Lambda).toBeCloseTo(1e6 * (seconds / 2) * prices.lambda.gbSecondArm64 + 0.2, 3);
  });
});

test('the bill has the functions, secrets and alarms of this stack', async () => {
  const { template } = await packagedWithAgents();
  const lambdas = ofType(template, 'AWS::Lambda::Function');
  const memory = Object.values(lambdas).map(({ Properties }) => [
    String(Properties.Handler).replace(/^dist\/|\.handler$/g, ''),
    Properties.MemorySize,
  ]);
  expect(Object.fromEntries(memory)).toEqual(stack.memory);
  expect(memory).toHaveLength(functionsWithAgents.length);
  expect(Object.keys(ofType(template, 'AWS::SecretsManager::Secret'))).toHaveLength(stack.secrets);
  const alarms = Object.values(ofType(template, 'AWS::CloudWatch::Alarm'));
  const looked = alarms.map(({ Properties: { Metrics } }) =>
    Array.isArray(Metrics) ? Metrics.filter(({ MetricStat }) => MetricStat).length : 1,
  );
  expect(looked.reduce((sum, one) => sum + one, 0)).toBe(stack.alarmMetrics + stack.agents.alarmMetrics);
});

test('the page keeps its words around the table', () => {
  const made = commandTable([bill(1000, 1, measured, waits)], measured);
  expect(made).toContain('| 1,000 commands |');
  const text = between('before\n<!-- cost -->\nold\n<!-- /cost -->\nafter', 'cost', made);
  expect(text).toMatch(/^before\n<!-- cost -->\n\n\|[\s\S]+\n\n<!-- \/cost -->\nafter$/);
  expect(() => between('no marks', 'cost', made)).toThrow('marks');
});
