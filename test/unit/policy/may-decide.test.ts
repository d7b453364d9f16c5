import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mayApprove, mayDecide, type Voter } from '../../../src/policy/may-decide.ts';
import { may } from '../../../src/policy/people.ts';
import { refusedHere } from '../../../src/policy/place.ts';
import { defaults, type Policy } from '../../../src/policy/policy.ts';

const policy: Policy = {
  ...defaults,
  people: { read: ['S0TEAM'], change: ['U0ANA'], approve: ['S0LEADS', 'U0ANA'] },
  accounts: { PROD: { approve: ['U0CORA'], production: true } },
  breakGlass: { people: ['U0ANA', 'S0ONCALL'], reasonRequired: true },
};

const ana = { id: 'U0ANA', groups: [] };
const ben = { id: 'U0BEN', groups: ['S0LEADS'] };
const cora = { id: 'U0CORA', groups: [] };
/** Known to Slack by two ids, as people of Enterprise Grid can be; the policy names the second. */
const both = { id: 'W0ANA', aliases: ['U0ANA'], groups: [] };
const vic = { id: 'U0VIC', groups: ['S0TEAM'] };

/** "yes", "breaks the glass", or why not. */
function authority(decider: Partial<Voter>, holds: Policy = policy): string {
  const may = mayDecide({ person: ben, requester: 'U0ANA', accounts: ['ACME'], ...decider }, holds);
  if (!may.may) return `${may.why} (${may.whom.join()})`;
  const where = decider.accounts ? ` in ${may.accounts.join()}` : '';
  return may.brokeGlass ? 'breaks the glass' : `yes${where}`;
}

const reason = 'the site is down';
const noReviewer = (accounts: string, whom: string) =>
  `You don’t have permission to review requests in ${accounts}. (${whom})`;
const ownRequest =
  'You requested this, so somebody else has to approve it. You can withdraw it. (S0LEADS,U0ANA)';
const onlyByBreakGlass = 'You can’t approve your own request, except with a break-glass approval. (S0LEADS)';

test.each<[string, Partial<Voter>, string]>([
  ['A member of the approvers’ group decides', {}, 'yes'],
  ['An approver decides on the request of another', { person: ana, requester: 'U0BEN' }, 'yes'],
  ['Nobody else decides', { person: vic }, noReviewer('ACME', 'S0LEADS')],
  ['An account has its own approvers', { person: cora, accounts: ['PROD'] }, 'yes in PROD'],
  ['An account with its own approvers takes no others', { accounts: ['PROD'] }, noReviewer('PROD', 'U0CORA')],
  ['An approver of one of several accounts has a say', { accounts: ['PROD', 'ACME'] }, 'yes in ACME'],
  [
    'An approver of none of several accounts has no say',
    { accounts: ['ACME', 'PROD'], person: vic },
    noReviewer('ACME or PROD', 'S0LEADS,U0CORA'),
  ],
  ['The requester does not decide, even as an approver', { requester: 'U0BEN' }, ownRequest],
  ['Only people in the policy use break-glass', { requester: 'U0BEN', breakGlass: { reason } }, ownRequest],
  ['The requester does not decide without break-glass', { person: ana }, onlyByBreakGlass],
  [
    'The requester does not decide without the required reason',
    { person: ana, breakGlass: { reason: ' ' } },
    'A break-glass approval needs a reason. (S0LEADS)',
  ],
  ['The policy may name another id than the stored one', { person: both, requester: 'U0BEN' }, 'yes'],
  ['A requester can’t decide under another id', { person: both, requester: 'U0ANA' }, onlyByBreakGlass],
  [
    'A person who is a guest in Slack by now has no permission, even if the policy names them',
    { person: { ...ana, refused: 'Guests can’t use Skydesk.' }, requester: 'U0BEN' },
    'Guests can’t use Skydesk. (S0LEADS,U0ANA)',
  ],
  ['In an emergency the requester decides', { person: ana, breakGlass: { reason } }, 'breaks the glass'],
  [
    'Break-glass is for one’s own requests only',
    { person: vic, breakGlass: { reason } },
    noReviewer('ACME', 'S0LEADS'),
  ],
])('%s', (_, decider, expected) => expect(authority(decider)).toBe(expected));

test('a policy may allow break-glass without a reason', () => {
  const easy: Policy = { ...policy, breakGlass: { people: ['U0ANA'], reasonRequired: false } };
  expect(authority({ person: ana, breakGlass: { reason: '' } }, easy)).toBe('breaks the glass');
});

test('the requester never decides without a break-glass approval, whatever the policy', () => {
  const people = fc.subarray(['*', 'U0ANA', 'S0LEADS', 'U0BEN']);
  fc.assert(
    fc.property(people, people, people, fc.subarray(['S0LEADS']), (approve, inAccount, glass, groups) => {
      const holds: Policy = {
        ...defaults,
        people: { ...defaults.people, approve },
        accounts: { ACME: { approve: inAccount, production: false } },
        breakGlass: { people: glass, reasonRequired: true },
      };
      const decider = { person: { id: 'U0ANA', groups }, requester: 'U0ANA', accounts: ['ACME'] };
      expect(mayDecide(decider, holds)).toMatchObject({ may: false });
      const { breakGlass: _, ...without } = holds;
      expect(mayDecide({ ...decider, breakGlass: { reason } }, without)).toMatchObject({ may: false });
    }),
  );
});

test('people who may approve or change may read', () => {
  expect(may('read', ben, 'ACME', policy)).toBe(true);
  expect(may('read', ana, 'ACME', policy)).toBe(true);
  expect(may('read', cora, 'ACME', policy)).toBe(false);
  expect(may('read', cora, 'PROD', policy)).toBe(true);
  expect(mayApprove(vic, 'ACME', policy)).toBe(false);
});

test('commands are taken in the workspace and the channels of the policy', () => {
  const here = { team: 'T0ACME', channel: 'C0OPS' };
  expect(refusedHere(here, defaults)).toBeUndefined();
  expect(refusedHere(here, { ...defaults, workspace: 'T0ACME', channels: ['C0OPS'] })).toBeUndefined();
  const elsewhere = { why: 'Skydesk isn’t set up for this workspace.' };
  expect(refusedHere(here, { ...defaults, workspace: 'T0OTHER' })).toEqual(elsewhere);
  expect(refusedHere(here, { ...defaults, channels: ['C0ELSE'] })).toEqual({
    why: 'Skydesk is turned off in this channel.',
    where: ['C0ELSE'],
  });
  const agent = { ...here, channel: 'U0ANA' };
  expect(refusedHere(agent, { ...defaults, channels: ['C0OPS'] })).toEqual({
    why: 'Skydesk is turned off outside some channels.',
    where: ['C0OPS'],
  });
});
