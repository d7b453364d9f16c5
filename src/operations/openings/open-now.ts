import {
  type Answer,
  bold,
  buttons,
  code,
  commandButton,
  count,
  type Inline,
  line,
  note,
  type Part,
  context as smallPrint,
  time,
  warning,
} from '../../answer/answer.ts';
import type { OpenRow } from '../../change/model/open-row.ts';
import type { Server } from '../../cloud/index.ts';
import type { Instant } from '../../core/clock.ts';
import { mapConcurrently } from '../../core/map-concurrently.ts';
import { optional } from '../../operation/field.ts';
import type { FoundState } from '../../operation/snapshot.ts';
import { type Context, defineOperation } from '../context/context.ts';
import { serverViewers } from '../context/roles.ts';
import { choice, number } from '../fields/index.ts';
import { someone } from '../history/person.ts';
import { server } from '../servers/server.ts';
import { byUrgency, howMany, isWanted } from './open-list.ts';
import { goneLine, rowLines } from './row-lines.ts';

/** Upper bound for the rows of an answer: each is up to three blocks, and a message has 50. */
const maxShown = 15;

export const openings = defineOperation({
  id: 'openings',
  summary: 'List what stands open through Skydesk, and what closes it',
  example: 'openings',
  fields: {
    on: optional(server({ label: 'On', example: 'web01' })),
    who: optional(someone({ label: 'Person' })),
    end: optional(choice({ label: 'End', choices: ['none'] })),
    after: optional(number({ label: 'After row', example: '15', min: 1, max: 99_999 })),
  },
  risk: 'reads',
  isPrivate: true,
  roles: serverViewers,
  async run({ after = 0, ...wanted }, context) {
    const rows = (await context.changes.openRows(context.service.alias))
      .filter((row) => isWanted(row, wanted))
      .toSorted(byUrgency);
    const shown = rows.slice(after, after + maxShown);
    return { rows, shown, found: await foundOf(shown, context), now: context.clock() };
  },
  result: ({ on, who, end, after = 0 }, { rows, shown, found, now }, context) => {
    const { requester, link } = context;
    const gone = shown.filter(({ key }) => found.get(key) === 'gone');
    const next = after + shown.length;
    const words = { on: on?.id, who: who && `@${who}`, end };
    return [
      headline(rows, context),
      ...notRead(shown, found, context),
      ...shown
        .filter((row) => !gone.includes(row))
        .flatMap((row) => rowLines(row, known(found.get(row.key)), requester, now)),
      ...gone.flatMap((row) => goneLine(row, requester)),
      ...(next < rows.length
        ? [
            buttons(
              commandButton(
                `Show Next ${Math.min(maxShown, rows.length - next)}`,
                link('openings', { ...words, after: String(next) }),
              ),
            ),
          ]
        : []),
      smallPrint(...footer(now, on, context)),
    ];
  },
});

/** How a row is found; `unread` if the cloud API didn't say, or wasn't asked. */
type Found = FoundState | 'unread' | 'not asked';

const known = (found: Found | undefined): FoundState | undefined =>
  found === 'unread' || found === 'not asked' ? undefined : found;

/** Asks the cloud API for the resource of each of these rows that is in the account. Never rejects. */
async function foundOf(rows: readonly OpenRow[], context: Context): Promise<ReadonlyMap<string, Found>> {
  const isHere = ({ account }: OpenRow) => account.toUpperCase() === context.service.alias.toUpperCase();
  const found = await mapConcurrently(rows, async (row): Promise<readonly [string, Found]> => {
    const { subject, state, key } = row;
    if (!subject || !isHere(row)) return [key, 'not asked'];
    return [key, await context.compareState(subject, state).catch(() => 'unread' as const)];
  });
  return new Map(found);
}

function headline(rows: readonly OpenRow[], { service }: Context): Part {
  if (rows.length === 0) return note(`Nothing is open through Skydesk in ${service.alias}.`);
  return {
    kind: 'notice',
    tone: 'open',
    text: [bold(`${rows.length} open in ${service.alias}`), ' · ', ...howMany(rows)],
  };
}

function notRead(rows: readonly OpenRow[], found: ReadonlyMap<string, Found>, { service }: Context): Answer {
  const unread = rows.filter(({ key }) => found.get(key) === 'unread').length;
  return unread === 0
    ? []
    : [
        warning(
          `${count(unread, 'opening')} couldn’t be read in ${service.alias}: listed as Skydesk left ${unread === 1 ? 'it' : 'them'}.`,
        ),
      ];
}

const footer = (now: Instant, on: Server | undefined, { link }: Context): readonly Inline[] => [
  'Updated ',
  time(new Date(now)),
  ' · also ',
  code('who=me'),
  ', ',
  code('on=web01'),
  ', ',
  code('end=none'),
  ' · what was open before Skydesk isn’t listed',
  ...(on ? [': ', line(link('reach', { to: on.id })), ' shows all that may reach it'] : []),
];
