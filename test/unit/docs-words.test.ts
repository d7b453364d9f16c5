import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.join(import.meta.dirname, '../..');

/** The lines of the pages for readers, without those that Skydesk writes (stories), each with its location: "docs/cost.md:12: It costs…". */
const lines = globSync(['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'docs/**/*.md'], {
  cwd: root,
  exclude: ['docs/stories/[0-9]*.md'],
}).flatMap((page) =>
  readFileSync(path.join(root, page), 'utf8')
    .split('\n')
    .map((line, at) => `${page}:${at + 1}: ${line}`),
);

/** Words for which Slack, AWS, HTTP or the field have a standard one. */
const replaced: readonly (readonly [pattern: RegExp, standard: string])[] = [
  [/\b(the|on|off|whole) records?\b/i, 'audit log'],
  [/\btortur/i, 'chaos tests and fuzzing'],
  [/\battacked and broken\b/i, 'chaos tests and fuzzing'],
  [/\bswept\b/i, 'the sweeper did it'],
  [/\breceipts?\b/i, 'idempotency record'],
  [/\bdead letters\b|\bsen[dt] on\b/i, 'redrive the dead-letter queue'],
  [/\bholes?\b/i, 'vulnerability'],
  [/\bwrong hands\b/i, 'if compromised'],
  [/\bstops or shows\b/i, 'mitigation and detection'],
  [/\bheld by\b/i, 'covered by test'],
  [/\bways in\b/i, 'attack surface'],
  [/\bcontestants?\b/i, 'baseline'],
  [/\bfloors?\b/i, 'lower bound'],
  [/(?<!`)\bprocessor\b/i, 'CPU time'],
  [/\bembedded\b/i, 'the emulator'],
  [/\bsame interface\b/i, 'is API-compatible'],
  [/\banew\b/i, 're-read, regenerated'],
  [/\btold as\b/i, 'is reported as'],
  [/\bmend(s|ed|ing)?\b/i, 'fix'],
  [/\b(house|rooms?)\b/i, 'architecture, layer, folder'],
  [/\bwork on it\b/i, 'development'],
  [/\bhow we write\b/i, 'style guide'],
  [/\bhow fast it is\b/i, 'performance'],
  [/\bcode of others\b/i, 'third-party licenses'],
  [/\bto a working bot\b/i, 'install guide'],
  [/\bone's word\b|\byour word\b/i, 'your review'],
  [/\bask(er|ers)\b|\bwho ask(s|ed)\b/i, 'the requester'],
  [
    /`(everyone|wide|unseen|removes)`|"(everyone|wide|unseen|removes)":|"from": ?\d/,
    'the current keys of policy.json',
  ],
  [/\b(ReceiverRefuses|SweeperSilent)\b/, 'RequestsFailed, SweeperStopped'],
  [/\bplayground\b/i, 'local Slack'],
  [/\b(the|whole) bot\b(?! token)/i, 'Skydesk'],
  [/\b(the|cloud) service\b/i, 'cloud API'],
  [/\bwhoever\b/i, 'the person with a role: requester, approver'],
  [/\b(is|are) none\b/i, 'is not a…'],
  [/\bin vain\b/i, 'without effect, with the reason'],
  [/\bbeside\b/i, 'next to, together with'],
  [/\bleft out\b/i, 'optional, excluded'],
  [/\bas ever\b/i, 'as usual'],
  [/\bsuggester\b/i, 'the approver who suggested it'],
  [/\b(what became|came) of it\b|\bhow (it|a request) stands\b(?!:)/i, 'status, outcome'],
  [/\bin (your|that person's|a person's) name\b/i, 'on behalf of'],
  [/\bbehind the (plan|step)\b/i, 'after the plan'],
];

test.each(replaced)('in the docs, %s is “%s”', (pattern) => {
  expect(lines.filter((line) => pattern.test(line))).toEqual([]);
});
