import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { Answer } from '../../../src/answer/answer.ts';
import type { Finding } from '../../../src/drift/findings.ts';
import { operationById } from '../../../src/operations/index.ts';
import { draw } from '../../../src/slack/render/draw.ts';
import { cloudOfFile, connected } from '../../support/in-memory/local-cloud.ts';
import { answerOf, contextOf } from '../../support/in-memory/run-line.ts';

/*
 * Slack takes 75 characters for the value of a menu option, and the command of each has to fit. `shared` are made for several
 * operations.
 */

const cloud = await cloudOfFile();
const folder = path.join(import.meta.dirname, '../../../src/operations');
const shared = ['firewall/policy-list.ts', 'fields/reference.ts'];
const withMenus = globSync('**/*.ts', { cwd: folder })
  .filter((file) => !shared.includes(file))
  .filter((file) =>
    /\b(menu|menuOf|buttonsAndMore|listPolicies)\(/.test(readFileSync(path.join(folder, file), 'utf8')),
  )
  .map((file) => path.basename(file, '.ts').replaceAll('-', '.'));

const now = Date.UTC(2026, 10, 27);
const kind = 'autoscale policy on server';
/** Somebody removed the autoscale policy of each server. */
const removed = (_: unknown, at: number): Finding => ({
  subject: { kind, server: `de1acmeweb${at}` },
  before: { content: 'p1' },
  by: { kind: 'outside' },
});

/** The answer of an operation on ACME to a login of another account, with the longest possible alias in place of ACME. */
async function answered(id: string): Promise<Answer> {
  const findings = Array.from({ length: 101 }, removed);
  const context = contextOf(connected(cloud), {
    login: { userName: 'skydesk', accountAlias: 'OTHER', locationAlias: 'DE1', roles: [] },
    clock: () => now,
    watching: { accounts: ['ACME'], everyMinutes: 15 },
    watches: {
      heads: async () => [{ kind, version: 2, firstAt: 0, takenAt: now, seq: 1, hash: 'h', form: 1 }],
      resources: async () => ({}),
      findings: async () => [{ id: 'f1', account: 'ACME', kind, from: now - 2, to: now - 1, findings }],
    },
  });
  const answer = await answerOf(operationById(id)?.example ?? '', context);
  return JSON.parse(JSON.stringify(answer).replaceAll(/acme/gi, 'ABCDEFGHIJKL'));
}

/** The labels in its menus. */
const offeredIn = (answer: Answer): readonly string[] =>
  answer.flatMap((part) => {
    if (part.kind === 'menu') return part.groups.flatMap(({ options }) => options).map(({ label }) => label);
    return part.kind === 'buttons' ? (part.more ?? []).map(({ label }) => label) : [];
  });

test.each(withMenus)(
  'the menu of %s has all of its options, also in an account with the longest alias',
  async (id) => {
    const answer = await answered(id);
    const offered = offeredIn(answer);
    expect(offered).not.toEqual([]);
    const rendered = draw(answer, '/cloud').blocks.flatMap((block) =>
      block.type === 'actions' ? block.elements : [],
    );
    const options = rendered.flatMap((element) => ('options' in element ? (element.options ?? []) : []));
    expect(options.length).toBe(offered.length);
  },
);

/** Each thing of a list twice, with another id. */
const twice =
  <Thing extends { readonly id: string }, Rest extends unknown[]>(
    list: (...rest: Rest) => Promise<readonly Thing[]>,
  ) =>
  async (...rest: Rest) =>
    (await list(...rest)).flatMap((thing) => [thing, { ...thing, id: `0${thing.id.slice(1)}` }]);

test.each(['alert list', 'autoscale list', 'firewall list', 'firewall intra list'])(
  '%s tells policies of one name apart where one is chosen',
  async (line) => {
    const context = contextOf(connected(cloud));
    const { service, rulesAt } = context;
    const { alertPolicies, autoscalePolicies } = service;
    const answer = await answerOf(line, {
      ...context,
      service: {
        ...service,
        alertPolicies: { ...alertPolicies, list: twice(alertPolicies.list) },
        autoscalePolicies: { ...autoscalePolicies, list: twice(autoscalePolicies.list) },
      },
      rulesAt: twice(rulesAt),
    });
    const shown = answer.flatMap((part) =>
      part.kind === 'menu' ? part.groups.flatMap(({ options }) => options) : [],
    );
    expect(shown.length).toBeGreaterThan(1);
    const looks = shown.map(({ label, description }) => `${label} · ${description}`);
    expect(looks.filter((one, at) => looks.indexOf(one) !== at)).toEqual([]);
  },
);
