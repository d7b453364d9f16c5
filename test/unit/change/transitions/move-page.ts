import type { Status } from '../../../../src/change/model/change.ts';
import { whyEndOver } from '../../../../src/change/transitions/moving.ts';
import { whyClosed, whyOver } from '../../../../src/change/transitions/status.ts';
import type { Facts, Row } from './move-facts.ts';
import { moments, samples } from './move-samples.ts';

/* The tables of moves, as they are on the page. */

/** Returns the table of some moves. */
export function tableOf(
  rows: readonly (readonly [name: string, row: Omit<Row, 'tries'>, facts: Facts])[],
): string {
  return [
    '| move | who makes it | from → to | why not | items written | audit log | leaves to do |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    ...rows.map(([name, { who, logs }, facts]) => {
      const cells = [
        `\`${name}\``,
        who,
        statusesIn(facts.statuses),
        refusalsIn(facts.refusals),
        itemsIn(facts),
        [[...facts.closes].join(', '), logs].filter(Boolean).join('; ') || 'nothing',
        [...facts.leaves].map((task) => tasks[task] ?? task).join(', ') || '–',
      ];
      return `| ${cells.join(' | ')} |`;
    }),
  ].join('\n');
}

/** Words for the tasks of a change whose own say less. */
const tasks: Readonly<Record<string, string>> = {
  run: 'run the step',
  suggester: 'who suggested less',
  messages: 'messages of the step',
};

const inOrder = [...new Set(samples.map(({ status }) => status))];
const kinds = ['', 'end ', 'rollback '];
const rank = (name: string): number =>
  kinds.indexOf(/^(end |rollback |)/.exec(name)?.[0] ?? '') * 100 +
  inOrder.findIndex((status) => name.endsWith(status));

/** "open → approved · stays running". What leads to the same status, or comes from the same, is joined. */
function statusesIn(statuses: ReadonlySet<string>): string {
  const pairs = [...statuses].map((status) => status.split(' → '));
  const staying = pairs.flatMap(([from = '', to]) => (to === undefined ? [from] : []));
  const sources = Map.groupBy(
    pairs.filter(([, to]) => to !== undefined),
    ([, to]) => to,
  );
  const targets = Map.groupBy(sources, ([, from]) => listed(from.map(([name = '']) => name)));
  return [
    ...[...targets].map(([from, to]) => `${from} → ${to.map(([name]) => name).join(', ')}`),
    ...(staying.length > 0 ? [`stays ${listed(staying)}`] : []),
  ].join(' · ');
}

const ofRequests = samples.filter(({ reversal }) => !reversal).map(({ status }) => status);
const ofEnds = samples
  .filter(({ reversal }) => reversal?.cause === 'time')
  .map(({ status }) => `end ${status}`);

function listed(names: readonly string[]): string {
  const has = (all: readonly string[]): boolean => all.every((name) => names.includes(name));
  if (has([...ofRequests, ...ofEnds])) return 'any';
  if (has(ofRequests)) return 'any of a request';
  return names.toSorted((one, other) => rank(one) - rank(other)).join(', ');
}

/** Why a request and an end is over, which many moves say. */
const closedWords = new Set([
  ...Object.values(whyOver),
  ...samples.flatMap((change) => moments.map((now) => whyClosed(change, now))),
]);
const endWords = new Set(samples.map(whyEndOver));

function refusalsIn(refusals: ReadonlySet<string>): string {
  const all = [...refusals];
  const isKnown = (words: string): boolean => closedWords.has(words) || endWords.has(words);
  return (
    [
      ...(all.some((words) => closedWords.has(words)) ? ['*closed*'] : []),
      ...(all.some((words) => endWords.has(words)) ? ['*end over*'] : []),
      ...all.filter((words) => !isKnown(words)),
    ].join(' · ') || '–'
  );
}

function itemsIn({ items, writes }: Facts): string {
  const [always, sometimes] = [true, false].map((isAlways) =>
    [...items].filter(([, times]) => (times === writes) === isAlways).map(([item]) => item),
  );
  return `${always?.join(', ')}${sometimes && sometimes.length > 0 ? `; at times ${sometimes.join(', ')}` : ''}`;
}

/** Returns the table of the words for *closed* and *end over*, by status. */
export function refusalTable(): string {
  const words = (status: Status): readonly string[] => {
    const requests = samples.filter((change) => change.status === status && !change.reversal);
    const closed = [
      whyOver[status],
      ...requests.flatMap((change) => moments.map((now) => whyClosed(change, now))),
    ];
    return [...new Set(closed.filter((one) => one !== undefined))];
  };
  return [
    '| status | *closed* | *end over* |',
    '| --- | --- | --- |',
    ...inOrder.map(
      (status) => `| ${status} | ${words(status).join(' ') || '–'} | ${whyEndOver({ status }) ?? '–'} |`,
    ),
  ].join('\n');
}
