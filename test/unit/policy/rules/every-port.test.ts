import { expect, test } from 'vitest';
import { everyPort } from '../../../../src/policy/rules/every-port.ts';
import { between, opens, publicly } from '../ways.ts';
import { reasons } from './reasons.ts';

test('every port of every protocol', () => {
  expect(reasons(everyPort, opens(between, '10.0.0.0/24 > 10.1.0.0/24'))).toEqual(['It opens every port.']);
});

test.each([
  ['udp/1-65535', ['It opens 65,535 ports, which counts as every port.']],
  ['tcp/1-32769', ['It opens 32,769 ports, which counts as every port.']],
  ['tcp/1-20000 udp/1-20000', ['It opens 40,000 ports, which counts as every port.']],
  ['tcp/1-32768', []],
  ['tcp/32768-65535', []],
  ['icmp', []],
])('%s', (ports, expected) =>
  expect(reasons(everyPort, publicly('203.0.113.0/24', ports))).toEqual(expected),
);
