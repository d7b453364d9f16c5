import {
  CreateSecretCommand,
  DescribeSecretCommand,
  GetSecretValueCommand,
  InvalidParameterException,
  PutSecretValueCommand,
  ResourceExistsException,
  ResourceNotFoundException,
} from '@aws-sdk/client-secrets-manager';
import { expect, test } from 'vitest';
import { localAws } from './local-aws.ts';

test('a seeded secret is read by name and by ARN', async () => {
  const { secretsManager } = await localAws({
    secrets: { 'bot/slack': { botToken: 'xoxb' }, plain: 'text' },
  });
  const byName = await secretsManager.send(new GetSecretValueCommand({ SecretId: 'bot/slack' }));
  expect(byName).toMatchObject({
    Name: 'bot/slack',
    SecretString: '{"botToken":"xoxb"}',
    VersionStages: ['AWSCURRENT'],
  });
  expect(byName.CreatedDate?.getFullYear()).toBe(new Date().getFullYear());
  const arn = byName.ARN ?? '';
  expect(arn).toMatch(/^arn:aws:secretsmanager:eu-west-1:000000000000:secret:bot\/slack-\w{6}$/);
  for (const SecretId of [arn, arn.slice(0, -7)]) {
    expect(await secretsManager.send(new GetSecretValueCommand({ SecretId }))).toMatchObject({
      Name: 'bot/slack',
    });
  }
  expect(await secretsManager.send(new GetSecretValueCommand({ SecretId: 'plain' }))).toMatchObject({
    SecretString: 'text',
  });
});

test('a rotated secret gives the new value, and the old one as the previous', async () => {
  const { aws, secretsManager } = await localAws({ secrets: { login: 'old' } });
  await secretsManager.send(new PutSecretValueCommand({ SecretId: 'login', SecretString: 'new' }));
  const read = (VersionStage?: string) =>
    secretsManager.send(
      new GetSecretValueCommand({ SecretId: 'login', ...(VersionStage && { VersionStage }) }),
    );
  expect(await read()).toMatchObject({ SecretString: 'new' });
  expect(await read('AWSPREVIOUS')).toMatchObject({ SecretString: 'old', VersionStages: ['AWSPREVIOUS'] });
  expect(aws.secrets.get('login')).toBe('new');
  aws.secrets.put('login', { username: 'u' });
  expect(await read()).toMatchObject({ SecretString: '{"username":"u"}' });
});

test('a secret is created once', async () => {
  const { secretsManager } = await localAws();
  const create = () => secretsManager.send(new CreateSecretCommand({ Name: 'fresh', SecretString: 'value' }));
  await create();
  expect(await secretsManager.send(new DescribeSecretCommand({ SecretId: 'fresh' }))).toMatchObject({
    Name: 'fresh',
    VersionIdsToStages: expect.toSatisfy(
      (stages: object) => Object.values(stages).flat().join() === 'AWSCURRENT',
    ),
  });
  await expect(create()).rejects.toBeInstanceOf(ResourceExistsException);
});

test('an unknown secret, a missing version and a wrong request have their own errors', async () => {
  const { secretsManager } = await localAws({ secrets: { login: 'only' } });
  for (const command of [
    new GetSecretValueCommand({ SecretId: 'unknown' }),
    new GetSecretValueCommand({ SecretId: 'login', VersionStage: 'AWSPREVIOUS' }),
    new PutSecretValueCommand({ SecretId: 'unknown', SecretString: 'x' }),
  ]) {
    await expect(secretsManager.send(command)).rejects.toBeInstanceOf(ResourceNotFoundException);
  }
  await expect(
    secretsManager.send(new CreateSecretCommand({ Name: 'not a name', SecretString: 'x' })),
  ).rejects.toBeInstanceOf(InvalidParameterException);
});
