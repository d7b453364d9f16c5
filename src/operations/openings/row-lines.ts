import {
  type Answer,
  type Button,
  bold,
  buttons,
  commandButton,
  context,
  type Inline,
  itemWithTone,
  type Part,
  person,
  quote,
  type Tone,
  time,
} from '../../answer/answer.ts';
import type { OpenRow } from '../../change/model/open-row.ts';
import { throughText } from '../../change/model/titles.ts';
import { closeButton, extendHourButton } from '../../change/words/end-buttons.ts';
import { riskTone } from '../../change/words/risk-sign.ts';
import { type Instant, minute } from '../../core/clock.ts';
import type { Phrase } from '../../operation/phrase.ts';
import type { FoundState } from '../../operation/snapshot.ts';
import { exactDuration, roundedDuration } from '../../time/duration.ts';

/** From when on a row says in how many minutes it closes, in place of a bar. */
const soon = 15 * minute;

/** Draws what stands open: what it is and to whom, until when, who wanted it and why, and what closes it. */
export function rowLines(row: OpenRow, found: FoundState | undefined, reader: string, now: Instant): Answer {
  const offered = rowButtons(row);
  return [
    itemWithTone(found === 'changed' ? 'warning' : toneOf(row), what(row)),
    context(
      ...untilWhen(row, now),
      ...(found === 'changed' ? [' · changed since'] : []),
      ...ofWhom(row, reader),
    ),
    ...(offered.length > 0 ? [buttons(...offered)] : []),
  ];
}

/** Draws a row in one line, with the button that closes it. */
export function shortRow(row: OpenRow, reader: string, now: Instant): Part {
  const { reason: _, ...unexplained } = row;
  const text = [...what(row), ' · ', ...untilWhen(row, now), ...ofWhom(unexplained, reader)];
  return itemWithTone(toneOf(row), text, ...rowButtons(row).slice(0, 1));
}

const toneOf = ({ doubt, risk }: OpenRow): Tone => (doubt ? 'warning' : (riskTone(risk) ?? 'open'));

function what(row: OpenRow): readonly Inline[] {
  const { thing, rest = '' } = wordsOf(row);
  return [bold(thing), rest];
}

/** Draws what the cloud API does not have any more. */
export const goneLine = (row: OpenRow, reader: string): Answer => [
  itemWithTone('neutral', [bold(wordsOf(row).thing), ' · closed outside Skydesk', ...ofWhom(row, reader)]),
];

const ofWhom = ({ requester, through, request, reason }: OpenRow, reader: string): readonly Inline[] => [
  ' · ',
  requester === reader ? 'you' : person(requester),
  ...throughText({ through }),
  ` · ${request}`,
  ...(reason === undefined ? [] : [' · ', quote(reason)]),
];

function untilWhen({ doubt, endsAt, since }: OpenRow, now: Instant): readonly Inline[] {
  if (doubt === 'not opened') return [bold('Not known'), ' whether it was opened'];
  if (doubt === 'closed') return [bold('Not known'), ' whether its end closed it'];
  if (doubt === 'left') return [bold('No end'), ' any more: somebody changed it, so its end left it'];
  if (endsAt === undefined) return [bold('No end'), ` · open for ${roundedDuration(now - since)}`];
  if (doubt === 'overdue' || endsAt <= now) return [bold('Overdue'), ' since ', time(new Date(endsAt))];
  const left = endsAt - now;
  if (left <= soon) return [bold(`Closes in ${exactDuration(Math.max(left, minute))}`)];
  return [`${bar(left / (endsAt - since))} `, bold(`${exactDuration(left)} left`)];
}

/** Draws a share in fifths, rounded up. */
function bar(share: number): string {
  const full = Math.min(5, Math.max(0, Math.ceil(5 * share)));
  return '▰'.repeat(full) + '▱'.repeat(5 - full);
}

/** Returns the words of a row: the thing, and what follows it. */
const wordsOf = ({ phrase, title }: OpenRow): Pick<Phrase, 'thing' | 'rest'> => phrase ?? { thing: title };

/** Its end closes it; what has none is closed by a command, under the policy of that. */
function rowButtons(row: OpenRow): readonly Button[] {
  const { id, endsAt, doubt, close } = row;
  const { thing, rest = '' } = wordsOf(row);
  if (endsAt !== undefined || doubt === 'closed')
    return [
      closeButton({ id, step: row }, thing, rest),
      ...(endsAt === undefined ? [] : [extendHourButton({ id, step: row }, endsAt)]),
    ];
  return close === undefined ? [] : [commandButton('Close…', close)];
}
