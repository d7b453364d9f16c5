import { expect, test } from 'vitest';
import { evaluate } from '../../../src/evaluate/evaluate.ts';
import { defaults } from '../../../src/policy/policy.ts';
import { cloudOfFile, connected } from '../../support/in-memory/local-cloud.ts';
import { memory } from '../../support/in-memory/memory.ts';
import { preparedFrom } from '../../support/made/typed-line.ts';

const service = connected(await cloudOfFile());

/** Only Ana may view. */
const { deps } = memory({
  service,
  policy: { ...defaults, people: { read: ['U0ANA'], change: ['U0ANA'], approve: ['U0BEN'] }, accounts: {} },
});

test.each([
  ['U0ANA', 'There is no server “DE1ACMEWEB33”.'],
  ['U0CORA', 'You don’t have permission to view ACME.'],
])('%s reads of a server that is not there: %s', async (person, sentence) => {
  const evaluation = evaluate(
    [preparedFrom('autoscale remove DE1ACMEWEB33')],
    { channel: 'C0OPS', person },
    deps,
  );
  await expect(evaluation).rejects.toThrow(sentence);
});
