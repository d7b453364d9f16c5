import { expect, test } from 'vitest';
import { parametrized, standIns } from '../../../../scripts/release/parametrize.ts';
import { templateParameters } from '../../../../scripts/release/template-parameters.ts';

const standIn = (name: string): string => templateParameters[name]?.standIn ?? '';
const name = 'zz0bot0-zz0stage0';

/** The properties of a resource, with parameters in place of what was packaged. */
const propertiesOf = (Properties: object): unknown => {
  const packaged = {
    Conditions: {},
    Outputs: {},
    Resources: { Queue: { Type: 'AWS::SQS::Queue', Properties: {} } },
  };
  const template = {
    ...packaged,
    Resources: { Queue: { Type: 'AWS::SQS::Queue', Properties: JSON.parse(JSON.stringify(Properties)) } },
  };
  return parametrized(template, 'Skydesk').Resources.Queue?.Properties;
};

test.each<readonly [what: string, packaged: object, released: object]>([
  [
    'a whole value',
    { a: standIn('Command'), b: Number(standIn('LogDays')) },
    { a: { Ref: 'Command' }, b: { Ref: 'LogDays' } },
  ],
  [
    'the name in a text',
    { a: `/aws/lambda/${name}-worker` },
    { a: { 'Fn::Sub': `/aws/lambda/\${AWS::StackName}-worker` } },
  ],
  [
    'a value in a text that is substituted already, alone or with names',
    {
      a: { 'Fn::Sub': `\${AWS::Region}/${name}` },
      b: { 'Fn::Sub': [`\${Name}`, { Name: standIn('ExistingTable') }] },
    },
    {
      a: { 'Fn::Sub': `\${AWS::Region}/\${AWS::StackName}` },
      b: { 'Fn::Sub': [`\${Name}`, { Name: { Ref: 'ExistingTable' } }] },
    },
  ],
  [
    'a literal $ and brace before a name',
    { a: `\${a}-${name}` },
    { a: { 'Fn::Sub': `\${!a}-\${AWS::StackName}` } },
  ],
  [
    'nothing',
    { a: `\${a}`, b: 3, c: true, d: null, e: ['x'] },
    { a: `\${a}`, b: 3, c: true, d: null, e: ['x'] },
  ],
  [
    'the state of a schedule that keeps a function warm, and of no other',
    { ScheduleExpression: 'rate(5 minutes)', State: 'ENABLED', Targets: [{ Input: '{"keepWarm":true}' }] },
    {
      ScheduleExpression: 'rate(5 minutes)',
      State: { 'Fn::If': ['IsKeptWarm', 'ENABLED', 'DISABLED'] },
      Targets: [{ Input: '{"keepWarm":true}' }],
    },
  ],
])('%s becomes a reference', (_, packaged, released) => {
  expect(propertiesOf(packaged)).toEqual(released);
});

test('a stand-in that is left stops the release, and is named with its place', () => {
  expect(() => propertiesOf({ a: 'zz0bot0 alone' })).toThrow('A stand-in is left in the template: ');
  expect(() => propertiesOf({ 'zz0stage0-key': 1 })).toThrow('zz0stage0-key');
});

test('the packager gets a stand-in for each parameter', () => {
  for (const { replaces, standIn: value } of Object.values(templateParameters))
    expect(standIns).toContain(`--param=${replaces}=${value}`);
});
