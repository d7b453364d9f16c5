import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createKey, freshSkydesk } from '../../support/index.ts';
import { addKey } from './api-key.ts';

/*
 * The official conformance suite against the built function, through a proxy that adds an API key to each request. All of its
 * scenarios run, in both eras. Skydesk has tools only, so for the rest the suite reports that it does not exist.
 */

const require = createRequire(import.meta.url);
const cli = require.resolve('@modelcontextprotocol/conformance/dist/index.js');

/** Scenarios that don't apply, by reason. */
const others: Readonly<Record<string, readonly RegExp[]>> = {
  'there are no prompts, resources, completions or log levels': [/^(prompts|resources|completion|logging)-/],
  'they call tools of the suite’s own sample server': [
    /^tools-call-/,
    /^json-schema-2020-12$/,
    /^elicitation-/,
    /^http-custom-header-server-validation$/,
  ],
  'no tool asks its caller for input: a person answers in Slack': [/^input-required-result-/],
};

/** Checks of scenarios that apply, which fail by design. */
const byDesign: Readonly<Record<string, readonly string[]>> = {
  // They need tools of the sample server.
  'server-stateless': [
    'sep-2575-server-rejects-undeclared-capability',
    'sep-2575-missing-capability-http-400',
    'sep-2575-http-server-no-independent-requests-on-stream',
    'sep-2575-server-no-log-without-loglevel',
  ],
  // There are no prompts and resources to keep.
  caching: [
    'sep-2549-prompts-list-caching-hints',
    'sep-2549-resources-list-caching-hints',
    'sep-2549-resources-templates-list-caching-hints',
  ],
  // It is for servers without authentication: here no web page gets in, even from this machine.
  'dns-rebinding-protection': ['localhost-host-valid-accepted'],
};

interface Check {
  readonly id: string;
  readonly status: string;
}

/** The checks of each scenario of a revision. */
async function checksOf(revision: string, url: string): Promise<ReadonlyMap<string, readonly Check[]>> {
  const folder = await mkdtemp(path.join(tmpdir(), 'skydesk-conformance-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const options = ['--suite', 'all', '--spec-version', revision, '--url', url, '--output-dir', folder];
  // It exits with 1 if a check fails, so the checks say what happened.
  await new Promise((resolve) => execFile(process.execPath, [cli, 'server', ...options], resolve));
  const names = await readdir(folder);
  const read = names.map(async (name) => {
    const [, scenario = name] = /^server-(.*)-\d{4}-\d\d-\d\dT/.exec(name) ?? [];
    const checks: Check[] = JSON.parse(await readFile(path.join(folder, name, 'checks.json'), 'utf8'));
    return [scenario, checks] as const;
  });
  return new Map(await Promise.all(read));
}

const bot = await freshSkydesk();
const isOther = (scenario: string): boolean =>
  Object.values(others).some((names) => names.some((name) => name.test(scenario)));

test.each([
  [
    '2026-07-28',
    ['server-stateless', 'tools-list', 'caching', 'http-header-validation', 'dns-rebinding-protection'],
  ],
  ['2025-11-25', ['server-initialize', 'ping', 'tools-list', 'dns-rebinding-protection']],
])(
  'the conformance suite of %s has these results for a server with tools only',
  async (revision, expected) => {
    const proxy = await addKey(`${bot.url}/mcp`, await createKey(bot));
    onTestFinished(proxy.close);
    const found = await checksOf(revision, `${proxy.url}/mcp`);

    for (const scenario of expected) {
      const passed = found.get(scenario)?.filter(({ status }) => status === 'SUCCESS') ?? [];
      expect(passed, scenario).not.toEqual([]);
    }
    const failed = [...found].flatMap(([scenario, checks]) =>
      checks.flatMap(({ id, status }) => {
        const known = isOther(scenario) ? id !== 'wire-schema-valid' : byDesign[scenario]?.includes(id);
        return status === 'FAILURE' && !known ? [`${scenario}: ${id}`] : [];
      }),
    );
    expect(failed).toEqual([]);
  },
  120_000,
);
