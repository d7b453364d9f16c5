import { expect, test } from 'vitest';
import { textOf } from '../../../support/answer-text.ts';
import { cloudOfFile } from '../../../support/in-memory/local-cloud.ts';
import { answerOf, contextAt } from '../../../support/in-memory/run-line.ts';

test('a server is found by its group in any spelling', async () => {
  const context = await contextAt(await cloudOfFile());
  const [server] = await context.service.servers.all();
  if (!server) throw new Error('There is none');
  const all = async () => [{ ...server, group: ['Shop “A” – north'] }];
  const service = { ...context.service, servers: { ...context.service.servers, all } };
  const found = await answerOf("server find 'a\" - No*th'", { ...context, service });
  expect(textOf(found)).toContain(server.name);
});
