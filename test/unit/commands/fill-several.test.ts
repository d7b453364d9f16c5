import { expect, test } from 'vitest';
import { plainField } from '../../../src/command-line/form.ts';
import { severalChoices } from '../../../src/commands/fill-several.ts';
import { alertAssign } from '../../../src/operations/alerts/alert-assign.ts';
import { cloudOfFile } from '../../support/in-memory/local-cloud.ts';
import { contextAt } from '../../support/in-memory/run-line.ts';

const cloud = await cloudOfFile();

/** The field for servers, filled from these words and this filter. */
async function filled(server: string, filter = '', none = false) {
  const field = alertAssign.fields.server;
  if (!field?.many || !field.reference) throw new Error('It takes several');
  const plain = plainField('server', field, { server }, []);
  const { many, reference } = field;
  const context = await contextAt(cloud);
  const { service } = context;
  const empty = { ...context, service: { ...service, servers: { ...service.servers, all: async () => [] } } };
  return severalChoices(plain, { many, reference, filter, max: 20 }, none ? empty : context);
}
const choices = ({ input }: Awaited<ReturnType<typeof filled>>) =>
  input.kind === 'choice' ? input.options.map(({ value }) => value) : [];

test('the servers that the words name are chosen, and come first', async () => {
  const field = await filled('de1acmedb0? DE1ACMEWEB02');
  const chosen = [1, 2, 3, 4].map((number) => `de1acmedb0${number}`);
  expect(field.several).toEqual({ max: 20, chosen: [...chosen, 'de1acmeweb02'] });
  expect(choices(field).slice(0, 5)).toEqual(field.several?.chosen);
});

test('a chosen server stays a choice, whatever the filter is', async () => {
  expect(choices(await filled('de1acmeweb02', 'can0'))).toEqual([
    'de1acmeweb02',
    'de1acmecan01',
    'de1acmecan02',
  ]);
});

test('words that name nothing are a problem, and choose nothing', async () => {
  const field = await filled('de1acmeweb02 zzz');
  expect(field.several?.chosen).toEqual([]);
  expect(field.problem).toBe('There is no server “zzz”. Check the name, or list what exists.');
});

test('an account without servers says so, and one with servers where the filter fits none', async () => {
  expect((await filled('', '', true)).note).toBe('This account has none.');
  expect((await filled('', 'zzz')).note).toBe('No matches for “zzz”.');
});
