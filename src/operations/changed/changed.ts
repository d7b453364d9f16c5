import {
  type Answer,
  bold,
  count,
  heading,
  type Inline,
  itemWithTone,
  menu,
  note,
  type Part,
  preformatted,
  context as smallPrint,
  time,
} from '../../answer/answer.ts';
import type { Instant } from '../../core/clock.ts';
import { type FindingSet, isOutside } from '../../drift/findings.ts';
import { type SnapshotHead, watchedKinds } from '../../drift/watched-state.ts';
import { optional } from '../../operation/field.ts';
import { type Context, defineOperation } from '../context/context.ts';
import { beginning, since } from '../fields/index.ts';
import { csv } from '../history/csv.ts';
import { adoptButtons, putBackButtons, whyNotPutBack } from './finding-buttons.ts';
import { findingText } from './finding-text.ts';
import { madeByText } from './made-by.ts';
import { notKept, notKeptText } from './not-kept.ts';
import { type Listed, listedSince, openFirst, setsOf } from './open-findings.ts';
import { differenceInWords } from './state-in-words.ts';
import { nameOfKind, unreadKinds } from './unread-kinds.ts';

/** Upper bound for the findings that a message lists. */
const maxShown = 15;

export const changed = defineOperation({
  id: 'changed',
  summary: 'Show what changed in the cloud account, also outside Skydesk',
  example: 'changed since=24h',
  fields: { since: optional(since({ label: 'Since', example: '24h' })) },
  risk: 'reads',
  roles: [],
  async run({ since: words = '24h' }, context) {
    const { service, watching, watches, clock } = context;
    if (!watching?.accounts.includes(service.alias)) return undefined;
    const now = clock();
    const from = beginning(words, now);
    const heads = await watches.heads(service.alias);
    const found = openFirst(await listedSince(from, now, context));
    if (found.length > maxShown)
      await context.send({
        name: 'skydesk-changed.csv',
        title: `Changed in ${service.alias} since ${new Date(from).toISOString().slice(0, 10)}`,
        content: csv([
          columns,
          ...found.map((one) => rowOf(one, context)),
          ...setsOf(found).flatMap(droppedRow),
        ]),
      });
    return { from, heads, found };
  },
  result: (_, read, context) =>
    read
      ? [
          ...summary(read, context),
          ...lists(read.found, context),
          ...adoptMenu(read.found, context),
          ...(read.found.length > maxShown
            ? [
                smallPrint(
                  `${count(read.found.length - maxShown, 'more change')}. The file in your direct messages has all of them.`,
                ),
              ]
            : []),
          ...notKept(setsOf(read.found)),
          ...unreadKinds(read.heads, context.service),
          smallPrint(...watchedSince(read, context)),
        ]
      : notWatched(context),
});

interface Read {
  readonly from: Instant;
  readonly heads: readonly SnapshotHead[];
  readonly found: readonly Listed[];
}

function summary({ from, found }: Read, { service }: Context): Answer {
  const outside = found.filter(({ finding }) => isOutside(finding)).length;
  const since = [' since ', time(new Date(from))];
  if (found.length === 0) return [note(`No change was seen in ${service.alias}`, ...since, '.')];
  const ours = found.length - outside;
  return [
    note(
      bold(`${count(outside, 'change')} outside Skydesk`),
      `${ours > 0 ? `, ${ours} by Skydesk` : ''} in ${service.alias}`,
      ...since,
    ),
  ];
}

/** Lists the most urgent findings by kind. */
function lists(found: readonly Listed[], context: Context): Answer {
  const shown = found.slice(0, maxShown);
  return watchedKinds.flatMap((kind) => {
    const ofKind = shown.filter(({ set }) => set.kind === kind);
    return ofKind.length === 0
      ? []
      : [heading(nameOfKind[kind]), ...ofKind.map((one) => entry(one, context))];
  });
}

function entry(one: Listed, context: Context): Part {
  const tone = isOutside(one.finding) && !one.adopted ? 'warning' : 'neutral';
  const text = [...findingText(one, context.service), whyNotPutBack(one, context)];
  return itemWithTone(tone, text, ...putBackButtons(one, context));
}

/** Builds a menu of the changes that can be adopted; empty if there are none. */
function adoptMenu(found: readonly Listed[], context: Context): Answer {
  const options = found.flatMap((one) =>
    adoptButtons(one, context).map(({ action }) => {
      const { name, detail } = differenceInWords(one.finding, context.service);
      return { label: name, description: detail, action };
    }),
  );
  return options.length > 0 ? [menu('Adopt a change…', { label: 'Changes', options })] : [];
}

function watchedSince({ heads, from }: Read, { watching }: Context): readonly Inline[] {
  const first = heads.flatMap(({ firstAt }) => firstAt ?? []);
  const every = `every ${watching?.everyMinutes ?? 0} min`;
  if (first.length === 0) return [`No snapshot was taken yet. It is compared ${every}.`];
  const since = Math.max(...first);
  return since > from ? ['Watched since ', time(new Date(since)), `, ${every}`] : [`Compared ${every}`];
}

const notWatched = ({ service }: Context): Answer => [
  note(`${service.alias} isn’t watched, so Skydesk doesn’t know what changed there.`),
  note('To turn it on, add this to policy.json and deploy:'),
  preformatted(`"watch": { "accounts": ["${service.alias}"] }`),
];

const columns = ['from', 'to', 'what', 'change', 'detail', 'by'];

const utc = (time: Instant): string => new Date(time).toISOString();

function rowOf({ finding, set }: Listed, { service }: Context): string[] {
  const { name, what, detail } = differenceInWords(finding, service);
  return [utc(set.from), utc(set.to), name, what, detail, madeByText(finding.by)];
}

/** Returns a row for the findings that a set doesn’t contain; empty if it contains all. */
function droppedRow(set: FindingSet): readonly string[][] {
  const text = notKeptText([set]);
  return text === undefined ? [] : [[utc(set.from), utc(set.to), nameOfKind[set.kind], '', text, '']];
}
