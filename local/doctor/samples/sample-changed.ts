import type { Answer } from '../../../src/answer/answer.ts';
import type { Finding } from '../../../src/drift/findings.ts';
import { commandsIn } from '../../../src/evaluate/make-command.ts';
import type { Listed } from '../../../src/operations/changed/open-findings.ts';
import { openedCard } from '../../../src/operations/changed/opened-card.ts';
import { endless, sampleTime } from './sample-text.ts';

const at = Date.parse(sampleTime);
const account = { alias: 'ACME', accountAlias: 'ACME' };

/** An opening that was found. */
function opening(id: string, opens: string, isOpen: boolean): Listed {
  const subject = { kind: 'firewall inside', dc: 'de1', id } as const;
  const content = { id, enabled: true, lists: [['10.0.0.0/24'], ['10.0.1.0/24'], ['tcp/22']] };
  const finding: Finding = { subject, after: { content }, by: { kind: 'outside' }, opens };
  const set = { id, account: 'ACME', kind: subject.kind, from: at, to: at, findings: [finding] };
  return { finding, set, index: 0, isOpen };
}

/** What a channel reads of what was opened outside Skydesk. */
export function sampleChanged(): Readonly<Record<string, Answer>> {
  const context = {
    service: account,
    ...commandsIn({ service: account, login: account }),
  };
  const gain = '256 addresses (10.0.0.0/24) gain access to 256 addresses (10.0.1.0/24) in DE1 on SSH (22).';
  return {
    'what was opened outside': openedCard([opening('195f2e21b90087a4b3313bc144204857', gain, true)], context),
    'what was opened outside, and much more': openedCard(
      Array.from({ length: 8 }, (_, index) => opening(`${index}`.repeat(32), endless, index % 2 === 0)),
      context,
    ),
  };
}
