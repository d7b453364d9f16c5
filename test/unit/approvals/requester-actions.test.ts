import { expect, test } from 'vitest';
import { acceptSuggestion } from '../../../src/approvals/requester-actions.ts';
import { defaults } from '../../../src/policy/policy.ts';
import { stepOf } from '../changes.ts';
import { memory, words } from '../memory.ts';
import { request, suggestionOf } from './requests.ts';

const raw = { name: 'Disk 80', disk: '80', for: '5m', to: 'ops@example.com' };
const suggestion = suggestionOf('do less', {
  steps: [stepOf({ operation: 'alert.create', raw })],
});

test.each([
  [['U0ANA'], 'The suggested change needs no approval. Run it yourself: '],
  [['U0CORA'], 'You don’t have permission to make changes in ACME. Nothing was changed.'],
])('where %s may change, its requester who takes a suggestion hears: %s', async (change, sentence) => {
  const { deps } = memory();
  const kept = request({ suggestion }, { operation: 'alert.create', raw });
  const login = { userName: 'skydesk', accountAlias: 'ACME', locationAlias: 'DE1', roles: [] };
  const { deliveries } = await acceptSuggestion(
    {
      kind: 'decision',
      id: 'j1',
      team: 'T0',
      replyTo: kept.replyTo,
      decision: 'accept',
      on: `${kept.id}.p1`,
    },
    {
      ...deps,
      approvals: { ...deps.approvals, get: async () => kept },
      policy: { ...defaults, people: { ...defaults.people, change } },
      service: { ...deps.service, login: async () => login },
    },
  );
  expect(words(deliveries)).toContain(sentence);
});
