import { expect, test } from 'vitest';

import { startEmulator, users } from '../../../../src/emulator/index.ts';
import { judge } from '../../../../src/flow/approval/judge.ts';
import { submit } from '../../../../src/flow/submit.ts';
import { connect } from '../../../../src/service/index.ts';
import { memory } from '../memory.ts';

test('a rule that is deleted does not count as one that still allows the same', async () => {
  const emulator = await startEmulator();
  try {
    const password = users.find(({ userName }) => userName === 'skydesk')?.password ?? '';
    const service = connect({
      baseUrl: emulator.url,
      credentials: async () => ({ username: 'skydesk', password }),
    });
    const [rule] = await service.account('ACME').crossFirewall.list('de1');
    const submitted = submit(`firewall delete de1 ${rule?.id} why="not needed"`);
    if ('answer' in submitted) throw new Error('the line is not understood');
    const { ports } = memory({ service });
    const { meaning } = await judge(submitted.prepared, { channel: 'C1', person: 'U1' }, ports);
    expect(meaning.join(' ')).toContain('no longer');
    expect(meaning.join(' ')).not.toContain('nothing stops working');
  } finally {
    await emulator.close();
  }
});
