import {
  type Answer,
  bold,
  context,
  count,
  divider,
  done,
  heading,
  type Inline,
  type Part,
  type Tone,
} from '../../answer/answer.ts';
import { type Finding, summarize } from '../../answer/finding.ts';
import { version } from '../../core/built-version.ts';
import { defineOperation } from '../context/context.ts';

export const doctor = defineOperation({
  id: 'doctor',
  summary: 'Run a health check',
  example: 'doctor',
  fields: {},
  risk: 'reads',
  offline: true,
  roles: [],
  async run(_, { runChecks, clock }) {
    const started = clock();
    const findings = await runChecks();
    return { findings, seconds: ((clock() - started) / 1000).toFixed(1) };
  },
  result: (_, { findings, seconds }): Answer => {
    const passed = findings.filter(({ state }) => state === 'ok');
    const passedNames = context(`Passed: ${passed.map(({ check }) => check).join(' · ')}`);
    const running = context(`Skydesk ${version}`);
    if (passed.length === findings.length)
      return [done(`${count(passed.length, 'check')} passed in ${seconds} s`), passedNames, running];
    const skipped = findings.filter(({ state }) => state === 'not checked');
    return [
      heading(summarize(findings).replace(/\.$/, '')),
      ...findings.filter(({ state }) => state === 'wrong').map(findingLine('failed')),
      ...findings.filter(({ state }) => state === 'warning').map(findingLine('warning')),
      divider,
      ...skipped.map((finding) => context('Skipped: ', ...inWords(finding))),
      ...(passed.length > 0 ? [passedNames] : []),
      running,
    ];
  },
});

const findingLine =
  (tone: Tone) =>
  (finding: Finding): Part => ({ kind: 'notice', tone, text: inWords(finding) });

const inWords = ({ check, message, next }: Finding): readonly Inline[] => [
  bold(`${check}:`),
  ` ${message}`,
  ...(next ? [` → ${next}`] : []),
];
