/** One place in the code that keeps a promise, how it is broken, and the tests that have to notice. */
export interface BrokenPromise {
  readonly promise: string;
  readonly file: string;
  /** What is there, once in its file. */
  readonly from: string;
  readonly to: string;
  /** Filters of Vitest: the lowest tests that hold the promise. */
  readonly tests: readonly string[];
}

/** The promises that would be the worst to lose, and those that a slow suite alone could seem to hold. */
export const promises: readonly BrokenPromise[] = [
  {
    promise: 'a firewall change needs approval under any policy',
    file: 'src/policy/decide.ts',
    from: "(needs === 'approval' ? 1 : 0)",
    to: '0',
    tests: ['test/unit/policy/'],
  },
  {
    promise: 'a change needs the right in each account that it affects',
    file: 'src/policy/decide.ts',
    from: 'if (closed !== undefined) return denialOf',
    to: "if (closed === '') return denialOf",
    tests: ['test/unit/policy/'],
  },
  {
    promise: 'nothing starts in a freeze',
    file: 'src/policy/decide.ts',
    from: '.map((at) => freezeAt(freeze, at))',
    to: '.map(() => undefined)',
    tests: ['test/unit/policy/'],
  },
  {
    promise: 'nobody approves their own request',
    file: 'src/change/transitions/votes.ts',
    from: 'vote.person === change.requester && !vote.breakGlass',
    to: 'false',
    tests: ['test/unit/change/'],
  },
  {
    promise: 'each person has one vote',
    file: 'src/change/transitions/votes.ts',
    from: 'earlier.person !== vote.person || !counts(earlier)',
    to: 'true',
    tests: ['test/unit/change/'],
  },
  {
    promise: 'an approval is for what its approver saw',
    file: 'src/change/transitions/votes.ts',
    from: 'pending.id !== saw',
    to: 'false',
    tests: ['test/unit/change/'],
  },
  {
    promise: 'a click confirms only what its preview showed',
    file: 'src/lifecycle/request/confirm.ts',
    from: 'job.seen !== seenDigest(change)',
    to: 'false',
    tests: ['test/unit/lifecycle/'],
  },
  {
    promise: 'nothing runs that the audit log does not say was requested',
    file: 'src/lifecycle/run/proof.ts',
    from: 'if (!requested.includes(requester)) return false;',
    to: '',
    tests: ['test/unit/lifecycle/'],
  },
  {
    promise: 'each approval has its entry in the audit log before anything runs',
    file: 'src/lifecycle/run/proof.ts',
    from: 'approvals.every((',
    to: 'approvals.some((',
    tests: ['test/unit/lifecycle/'],
  },
  {
    promise: 'nothing is sent before the audit log has its start',
    file: 'src/lifecycle/run/run-step.ts',
    from: 'throw new StartNotLogged(job);',
    to: 'return;',
    tests: ['test/unit/lifecycle/'],
  },
  {
    promise: 'a step is sent by one run of its job',
    file: 'src/lifecycle/run/run-step.ts',
    from: 'if (!isMine) throw new OutcomeNotStored(job);',
    to: '',
    tests: ['test/unit/lifecycle/', 'test/model/'],
  },
  {
    promise: 'a change has failed only if nothing was changed for certain',
    file: 'src/lifecycle/run/run-step.ts',
    from: "const isUnknown = !(known && error.changed === 'nothing');",
    to: 'const isUnknown = !known;',
    tests: ['test/unit/lifecycle/'],
  },
  {
    promise: 'no change starts after its own end',
    file: 'src/lifecycle/run/run-step.ts',
    from: 'now < ends.at) return undefined;',
    to: 'true) return undefined;',
    tests: ['test/unit/lifecycle/'],
  },
  {
    promise: 'a call that changes something has 20 seconds',
    file: 'src/cloud/index.ts',
    from: 'timeoutMs.change ?? 20_000',
    to: 'timeoutMs.change ?? 200_000',
    tests: ['test/unit/cloud/', 'test/unit/time-limits'],
  },
  {
    promise: 'who may not view an account learns nothing from a failure in it',
    file: 'src/evaluate/evaluate.ts',
    from: "throw may('read', person, alias, policy) ? error : mayNotRead(person, alias, policy);",
    to: 'throw person && error;',
    tests: ['test/unit/evaluate/', 'test/unit/lifecycle/'],
  },
  {
    promise: 'Extend stays within 365 days of the start',
    file: 'src/operations/requests/extend.ts',
    from: 'to > evaluatedOf(named).since + longestLease',
    to: 'false',
    tests: ['test/unit/operations/', 'test/unit/lifecycle/'],
  },
  {
    promise: 'an opening is judged by all of its time, also when it is extended',
    file: 'src/operations/requests/extend.ts',
    from: 'newEnd(args, context) - since, openSince',
    to: '60_000, openSince',
    tests: ['test/unit/operations/', 'test/unit/lifecycle/'],
  },
  {
    promise: 'a request to the receiver is signed, not older than five minutes',
    file: 'src/slack/api/signature.ts',
    from: 'age > tolerance',
    to: 'false',
    tests: ['test/unit/slack/'],
  },
  {
    promise: 'what an agent writes is never read as a form of Slack',
    file: 'src/slack/receive/signed-request.ts',
    from: 'if (!/^\\w+=/.test(text)) return undefined;',
    to: '',
    tests: ['test/unit/slack/'],
  },
  {
    promise: 'people whom Slack does not count as members are refused',
    file: 'src/evaluate/admission.ts',
    from: "return 'refused' in member ? { why: member.refused, next: [] } : undefined;",
    to: 'return undefined;',
    tests: ['test/unit/evaluate/', 'test/unit/jobs/', 'test/unit/agents/'],
  },
  {
    promise: 'agents have no tool that decides',
    file: 'src/agents/tool-operations.ts',
    from: 'operations.filter(({ isForPeople }) => !isForPeople)',
    to: 'operations.filter(() => true)',
    tests: ['test/unit/agents/'],
  },
  {
    promise: 'untrusted words are never formatting',
    file: 'src/slack/render/mrkdwn.ts',
    from: "if (readsAsMarkup.test(pieces.map(({ words }) => words).join(''))) return undefined;",
    to: '',
    tests: ['test/unit/slack/'],
  },
  {
    promise: 'agents read nothing that people do not see',
    file: 'src/agents/visible.ts',
    from: "text.replace(selectors, '').replace(unknown, '\\ufffd')",
    to: 'text',
    tests: ['test/unit/agents/'],
  },
  {
    promise: 'no role may delete an entry of the audit log',
    file: 'deploy/roles.yml',
    from: 'Effect: Deny\n                Action: [dynamodb:UpdateItem, dynamodb:DeleteItem]',
    to: 'Effect: Deny\n                Action: [dynamodb:UpdateItem]',
    tests: ['test/system/deploy/'],
  },
  {
    promise: 'the health check counts as passed only if each check could run',
    file: 'scripts/deployment/exit-code.ts',
    from: "has('not checked') ? 3 : 0",
    to: '0',
    tests: ['test/unit/scripts/'],
  },
  {
    promise: 'an end is told in the thread of its change, and after it',
    file: 'src/lifecycle/reconcile/outbox.ts',
    from: "if (ended?.due?.includes('channel')) return false;",
    to: '',
    tests: ['test/unit/lifecycle/'],
  },
];
