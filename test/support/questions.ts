import type { BrokenPromise } from './promises.ts';

const file = 'test/support/stored.ts';

/**
 * The questions of `stored.ts`, each answered with nothing. A claim about an empty list holds, so of each question one file of the chaos tests has
 * to notice: `npm run --prefix test/mutation promises -- --questions`.
 */
export const questions: readonly BrokenPromise[] = [
  {
    promise: 'change: a change that people previewed or requested',
    file,
    from: 'if (!change) return undefined;\n      const ids',
    to: 'if (id) return undefined;\n      const ids',
    tests: ['test/chaos/leases'],
  },
  {
    promise: 'changes: all of those',
    file,
    from: 'return [...requests, ...previews].map((change) => stateOf(change, ends));',
    to: 'return [];',
    tests: ['test/chaos/leases'],
  },
  {
    promise: 'waiting: what is not finished, and what it lacks',
    file,
    from: 'return lacks.length > 0 ? [{ id, status, ends, lacks }] : [];',
    to: 'return [];',
    tests: ['test/chaos/leases'],
  },
  {
    promise: 'wakesAt: when the sweeper looks at it next',
    file,
    from: '(await store.waiting()).find((ref) => ref.id === id)?.wakesAt',
    to: 'undefined',
    tests: ['test/chaos/leases'],
  },
  {
    promise: 'resource: its holder, and the changes that end something on it',
    file,
    from: 'return { holder: holder && stepId(holder.change, holder.index), ends };',
    to: 'return { holder: undefined, ends: [] };',
    tests: ['test/chaos/leases'],
  },
  {
    promise: 'log: the audit log of an account',
    file,
    from: ".filter(({ pk, sk }) => pk === ledgerOf(account) && sk !== 'head')",
    to: '.filter(() => false)',
    tests: ['test/chaos/leases'],
  },
  {
    promise: 'verifyLog: what is wrong with it',
    file,
    from: 'const { entries, failure } = await auditLog.verify(account);',
    to: 'const { entries, failure } = { entries: 0, failure: undefined };',
    tests: ['test/chaos/leases'],
  },
  {
    promise: 'append: an entry that nothing caused',
    file,
    from: 'void (await auditLog.append(entry, entry.request))',
    to: 'void entry',
    tests: ['test/chaos/words-service'],
  },
  {
    promise: 'openings: what a person opened',
    file,
    from: '(await openings.of(person)).map(',
    to: '(await openings.of(person)).slice(0, 0).map(',
    tests: ['test/chaos/leases'],
  },
  {
    promise: 'jobRecords: the jobs that a worker took',
    file,
    from: "return id === undefined ? [] : [{ id, isDelivered: phase === 'delivered' }];",
    to: 'return [];',
    tests: ['test/chaos/long-run'],
  },
  {
    promise: 'items: all of them as they are stored',
    file,
    from: '    items: all,\n',
    to: '    items: async () => [],\n',
    tests: ['test/chaos/secrets'],
  },
  {
    promise: 'forget: nothing more comes of a change',
    file,
    from: 'for (const id of ids)\n        await store.change(id',
    to: 'for (const id of [] as string[])\n        await store.change(id',
    tests: ['test/chaos/secrets'],
  },
];
