import { endless, sampleTime } from '../../../local/doctor/sample-parts.ts';
import type { Answer } from '../../../src/answer/answer.ts';
import type { Finding } from '../../../src/drift/findings.ts';
import { commandsIn } from '../../../src/evaluate/make-command.ts';
import { digestCard } from '../../../src/operations/changed/digest-card.ts';
import type { Listed } from '../../../src/operations/changed/open-findings.ts';
import { openedCard } from '../../../src/operations/changed/opened-card.ts';

const at = Date.parse(sampleTime);
const account = { alias: 'ACME', accountAlias: 'ACME' };

/** Returns the finding of an opening. */
function opening(id: string, opens: string, isOpen: boolean): Listed {
  const subject = { kind: 'firewall inside', dc: 'de1', id } as const;
  const content = {
    id,
    enabled: true,
    source: ['10.0.0.0/24'],
    destination: ['10.0.1.0/24'],
    ports: ['tcp/22'],
  };
  const finding: Finding = { subject, after: { content }, by: { kind: 'outside' }, opens };
  const set = { id, account: 'ACME', kind: subject.kind, from: at, to: at, findings: [finding] };
  return { finding, set, index: 0, isOpen };
}

/** Returns channel messages about openings made outside Skydesk. */
export function sampleChanged(): Readonly<Record<string, Answer>> {
  const context = { service: account, ...commandsIn({ service: account, login: account }) };
  const gain = '256 addresses (10.0.0.0/24) gain access to 256 addresses (10.0.1.0/24) in DE1 on SSH (22).';
  const changes = [{ change: 'c1', name: '#1042', requester: 'U0ANA' }];
  const one = opening('195f2e21b90087a4b3313bc144204857', gain, true);
  const possible: Listed = { ...one, finding: { ...one.finding, by: { kind: 'both', changes } } };
  /** Findings of removed alert policies. */
  const removed = (names: readonly string[]): readonly Listed[] =>
    names.map((name, at) => {
      const { set, ...one } = opening(`${at}`, gain, true);
      const subject = { kind: 'alert policy', id: `${at}` } as const;
      const before = { content: { name, recipients: [], cpu: [], memory: [], disk: [], others: [] } };
      const finding: Finding = { subject, before, by: { kind: 'outside' } };
      return { ...one, finding, set: { ...set, kind: subject.kind } };
    });
  const digest = (names: readonly string[], more: number, why: string): Answer =>
    digestCard(
      { named: removed(names), more, postedAtOnce: more },
      { day: '2026-11-21', from: at - 24 * 60 * 60_000, until: at },
      [{ kind: 'public address', version: 1, seq: 0, form: 1, failure: { since: at, at, why } }],
      context,
    );
  return {
    'what was changed outside in a day': digest(['Night watch', 'Disk full'], 1, 'The cloud API is down.'),
    'what was changed outside in a day, and much more': digest(Array(10).fill(endless), 1000, endless),
    'what was opened outside': openedCard([one], context),
    'what may have been opened outside': openedCard([possible], context),
    'what was opened outside, and much more': openedCard(
      Array.from({ length: 8 }, (_, index) => opening(`${index}`.repeat(32), endless, index % 2 === 0)),
      context,
    ),
  };
}
