import type { Change } from '../../../src/change/model/change.ts';
import type { Step } from '../../../src/change/model/step.ts';
import { type EndFacts, endOf } from './ends.ts';
import { noon, type RequestFacts, request } from './requests.ts';

const minute = 60_000;

/** SSH, in an account of its own. */
export const traffic = { ports: [{ protocol: 'tcp', from: 22 }], into: undefined };
const opened = (server: string): Pick<Step, 'opened' | 'phrase'> => ({
  opened: {
    scope: { kind: 'public', server },
    traffic: { ...traffic, sources: ['0.0.0.0/0'], destinations: [server], to: server },
  },
  phrase: { verb: 'open', thing: `SSH (22) on ${server}`, rest: ' to anyone on the internet' },
});

/** What Ana opened at noon until some minutes later. */
export const ending = (id: string, minutes: number, { step, reversal, ...more }: EndFacts = {}): Change =>
  endOf(
    {
      created: noon,
      ...more,
      step: { ...opened('DE1ACMEWEB03'), startsAt: noon + minutes * minute, ...step },
      reversal: {
        request: '#3',
        evaluated: { risk: 'opens', needs: 'approval', since: noon },
        asked: { reason: 'Debug the shop', risk: 5 },
        ...reversal,
      },
    },
    id,
  );

/** What Cora opened at noon for good. */
export const forGood = (id: string, facts: RequestFacts = {}, step: Partial<Step> = {}): Change =>
  request(
    { id, number: 812, status: 'done', requester: 'U0CORA', reason: 'Vendor migration', ...facts },
    {
      ...opened('DE1ACMEDB02'),
      outcome: { kind: 'done', answer: [], job: 'j1' },
      ...step,
    },
  );
