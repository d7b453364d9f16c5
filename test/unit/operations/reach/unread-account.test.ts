import { expect, test } from 'vitest';
import { InMemoryBot } from '../../../support/in-memory/in-memory-bot.ts';
import { outside } from '../../../support/in-memory/local-cloud.ts';
import { oddCloudOfFile } from '../../../support/in-memory/odd-cloud.ts';
import { quick } from '../../../support/index.ts';

/* A policy whose destination account can't be read may lead anywhere: that is never “Not allowed”. */

const { cloud, make } = await oddCloudOfFile(quick);
const { firewall } = outside(cloud);
const policy = 'b43952aa8e69ca2ce12ecf12473eed42';

test.each([[7], [[]], [{}], [false]])(
  'reach does not know where a policy leads whose account is %j',
  async (account) => {
    await firewall.update('de1', policy, { enabled: true });
    make(policy, { destinationAccount: account });
    const bot = new InMemoryBot(cloud);
    await bot.type('U0ANA', 'reach 10.200.1.5 DE1ACMEDB01 tcp/8080');
    expect(bot.said.at(-1)?.text).toContain('Not known');
  },
);
