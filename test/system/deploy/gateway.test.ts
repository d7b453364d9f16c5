import { beforeAll, expect, test } from 'vitest';
import { omittedChoices } from '../../../gateway/digitalocean/index.ts';
import { functionsWithGateway, ofType, type Packaged, packaged, packagedWithGateway } from './packaged.ts';
import { inWords, roleOf } from './role.ts';

let made: Packaged;
let without: Packaged;
beforeAll(async () => {
  [made, without] = [await packagedWithGateway(), await packaged()];
});

const propertiesOf = (name: string): Record<string, unknown> =>
  made.template.Resources[name]?.Properties ?? {};

test('is one function more, and nothing at all while it is turned off', () => {
  expect([...made.zips.keys()]).toEqual(functionsWithGateway);
  const names = Object.keys(without.template.Resources).filter((name) => name.startsWith('Gateway'));
  expect(names).toEqual([]);
});

test('is where the worker finds the cloud API', () => {
  const { Variables } = Object(propertiesOf('WorkerLambdaFunction').Environment);
  expect(Variables.SERVICE_BASE_URL).toEqual({
    'Fn::Sub': expect.stringMatching(/^https:\/\/\$\{GatewayApi\}\.execute-api\..*\/gateway$/),
  });
  expect(Variables.OMITTED_CHOICES).toBe(omittedChoices);
  expect(made.template.Outputs.ServiceUrl).toMatchObject({ Value: Variables.SERVICE_BASE_URL });
  expect(propertiesOf('GatewayRoute').RouteKey).toBe('ANY /gateway/{proxy+}');
});

test('has an HTTP API of its own, and a role that may write its log alone', () => {
  expect(Object.keys(ofType(made.template, 'AWS::ApiGatewayV2::Api')).sort()).toEqual([
    'GatewayApi',
    'HttpApi',
  ]);
  expect(propertiesOf('GatewayStage').DefaultRouteSettings).toEqual({
    ThrottlingRateLimit: 10,
    ThrottlingBurstLimit: 20,
  });
  const log = `"arn:\${AWS::Partition}:logs:\${AWS::Region}:\${AWS::AccountId}:log-group:/aws/lambda/skydesk-dev-gateway:*"`;
  expect(inWords(roleOf(made.template, 'GatewayRole').allowed)).toEqual([
    `logs:CreateLogStream on ${log}`,
    `logs:PutLogEvents on ${log}`,
  ]);
  const { Variables } = Object(propertiesOf('GatewayLambdaFunction').Environment);
  expect(Object.keys(Variables)).toEqual(['BOT_NAME']);
});
