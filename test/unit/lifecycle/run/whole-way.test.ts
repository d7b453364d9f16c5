import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Answer } from '../../../../src/answer/answer.ts';
import { answerTo, parseCommand } from '../../../../src/command-line/parse-command.ts';
import { reviewContent, reviewHeadline } from '../../../../src/lifecycle/decide/show-review.ts';
import { evaluateChange, stepsFrom } from '../../../../src/lifecycle/prepare/evaluate-change.ts';
import { card } from '../../../../src/lifecycle/views/card.ts';
import { preview } from '../../../../src/lifecycle/views/preview.ts';
import { statusAnswer } from '../../../../src/lifecycle/views/status-answer.ts';
import { maxEntries } from '../../../../src/operations/fields/index.ts';
import { draw } from '../../../../src/slack/render/draw.ts';
import { cloudOfFile, connected } from '../../../support/in-memory/local-cloud.ts';
import { memory, words } from '../../../support/in-memory/memory.ts';
import { noon, request, suggestionOf, voteOf } from '../../../support/made/requests.ts';

const cloud = await cloudOfFile();
const { deps } = memory({ service: connected(cloud) });

const judged = (line: string) => {
  const parsed = parseCommand(line);
  if (parsed.kind !== 'prepared') return Promise.reject(new Error(words(answerTo(parsed))));
  const { prepared } = parsed;
  return evaluateChange([prepared], { channel: 'C1', person: 'U1' }, deps).then((evaluation) => ({
    prepared,
    evaluation,
  }));
};

/** As long as ranges and ports can be, and never neighbours. */
const range = (at: number): string => `100.100.${100 + at}.128/25`;
const portsAt = (at: number): string => `tcp/${20_000 + at * 10}-${20_005 + at * 10}`;

const why = `why="${'because '.repeat(60)}"`;
const localWith = (
  sources: readonly string[],
  destinations: readonly string[],
  open: readonly string[],
): string =>
  `firewall intra create de1 ${open.join(' ')} source=${sources.join()} destination=${destinations.join()} peer=ACDVACDV ${why}`;

/** Everything that is rendered, in one text. */
const rendered = (answer: Answer): string => words(draw(answer, '/cloud').blocks);

test('the preview, the card, the review and the direct message show every range and port of a request', async () => {
  const split = fc
    .tuple(fc.integer({ min: 1, max: maxEntries - 2 }), fc.nat({ max: maxEntries }))
    .map(([a, b]) => {
      const sources = Math.min(a, maxEntries - 2);
      const destinations = Math.max(1, Math.min(b, maxEntries - sources - 1));
      return [sources, destinations, maxEntries - sources - destinations] as const;
    });
  await fc.assert(
    fc.asyncProperty(split, async ([sources, destinations, open]) => {
      const numbers = (length: number) => Array.from({ length }, (_, at) => at);
      const named = [
        numbers(sources).map(range),
        numbers(destinations).map((at) => range(at + 50)),
        numbers(open).map(portsAt),
      ] as const;
      const { prepared, evaluation } = await judged(localWith(...named));
      const { title, decision, impact } = evaluation;
      if (decision.kind !== 'requestApproval') throw new Error('It needs approval');
      const comment = 'c'.repeat(500);
      const change = request({
        steps: stepsFrom(evaluation),
        ...{ reason: prepared.reason ?? '', impact, points: decision.points },
        votes: [voteOf('U0BEN', 'approve', { comment })],
        suggestion: suggestionOf(title, { by: 'U0CORA', comment }),
      });
      for (const shown of [
        preview(
          { ...evaluation, change },
          {
            id: 'p',
            command: prepared.line,
            edit: prepared.line,
            seen: 's',
            expires: noon,
          },
        ),
        card(change),
        [...reviewHeadline(change), ...reviewContent(change)],
        statusAnswer(change),
      ].map(rendered)) {
        expect(named.flat().filter((one) => !shown.includes(one))).toEqual([]);
        expect(shown).not.toContain('more line');
      }
      expect(rendered(reviewContent(change))).toContain(impact[0]);
    }),
    { numRuns: 20 },
  );
});

const many = (length: number, one: (at: number) => string): string[] =>
  Array.from({ length }, (_, at) => one(at));

test.each<[string, string, string]>([
  [
    'ranges of one field',
    localWith(
      many(331, (at) => `10.0.${at % 256}.${Math.floor(at / 256)}`),
      ['10.0.0.1'],
      ['tcp/443'],
    ),
    'has too many: 331 ranges. At most 40 ranges and ports fit into one request',
  ],
  [
    'ports',
    localWith(['10.0.0.1'], ['10.0.0.2'], many(41, portsAt)),
    'has too many: 41 ports. At most 40 ranges and ports fit into one request',
  ],
  [
    'ranges and ports together',
    localWith(many(20, range), many(20, range), ['tcp/443']),
    'has too many: 41 ranges and ports in all. At most 40 ranges and ports fit into one request',
  ],
  [
    'ranges and ports of a public address',
    `ip add web01 ${many(21, portsAt).join(' ')} from=${many(20, range).join()}`,
    'has too many: 41 ranges and ports in all. At most 40 ranges and ports fit into one request',
  ],
  [
    'recipients',
    `alert create x cpu=80 to=${many(60, (at) => `operator${at}@example.com`).join()}`,
    'is 1,428 characters long; the limit is 600',
  ],
])('too many %s are refused before anything is read', (_, line, said) => {
  const parsed = parseCommand(line);
  expect(words(parsed.kind !== 'prepared' && answerTo(parsed))).toContain(said);
});

test('a change that is too long to be shown in full is refused when it is evaluated', async () => {
  const { evaluation, prepared } = await judged('alert create "Night watch" cpu=80 to=ops@example.com');
  const long = {
    ...prepared,
    resolve: async () => ({ ...evaluation.steps[0].resolved, title: 'x'.repeat(951) }),
  };
  await expect(evaluateChange([long], { channel: 'C1', person: 'U1' }, deps)).rejects.toThrow(
    'In words this change takes 951 characters, and 950 fit where it is confirmed and approved.',
  );
});
