import { expect, test } from 'vitest';
import { commandFor } from '../../../src/command-line/parse-command.ts';
import { prepareRequest } from '../../../src/command-line/prepare-request.ts';
import { handleCommand } from '../../../src/commands/handle-command.ts';
import { cloudOfFile, connected } from '../../support/in-memory/local-cloud.ts';
import { memory } from '../../support/in-memory/memory.ts';

const cloud = await cloudOfFile();
const replyTo = { channel: 'C0OPS', person: 'U0ANA' };

test.each([
  ['A new preview replaces the one whose Edit opened its form', 'Night watch', true, ['remove', 'preview']],
  ['An edited preview stays while there is no new one', 'Nothing like it', true, ['ephemeral']],
  ['A form that was opened by its command replaces nothing', 'Night watch', false, ['preview']],
])('%s', async (_, policy, edits, kinds) => {
  const { deps } = memory({ service: connected(cloud) });
  const command = commandFor('alert.delete', { policy });
  const base = { ...command, id: 'j1', team: 'T0', replyTo, edits };
  const { deliveries } = await handleCommand({ ...base, preparation: prepareRequest(base) }, deps);
  expect(deliveries.map(({ kind }) => kind)).toEqual(kinds);
});
