import { isDeepStrictEqual } from 'node:util';
import { pad, truncate } from '../../local/terminal/terminal-page.ts';
import type { Flow } from './death-flows.ts';
import type { Outcome, Played, Reading } from './deaths.ts';
import type { Done } from './diary.ts';
import { duration } from './names.ts';

/* The section of a flow on the page of deaths: what its workers do, and what comes of a death after each. */

const columns = 100;

/** Returns the section of a flow. */
export function sectionOf({ title, summary, result }: Flow, { done, usual, deaths }: Played): string {
  const rows = merged(deaths.map((death) => cellsOf(death, usual, result)));
  return [
    `## ${title}`,
    `${summary}\n${usualIn(usual, result)}`,
    `\`\`\`text\n${listOf(done)}\n\`\`\``,
    [
      '| dies | who goes on | calls | ends as | people read | audit log |',
      '| --- | --- | --- | --- | --- | --- |',
      ...rows.map(({ from, to, cells }) => `| ${[gapOf(from, to, done), ...cells].join(' | ')} |`),
    ].join('\n'),
  ].join('\n\n');
}

function usualIn({ read, log }: Outcome, result: RegExp): string {
  const results = readingsIn(read.filter(({ headline }) => result.test(headline)));
  return `If nobody dies, people read ${results}, and the audit log gets ${eventsIn(log)}.`;
}

/** Returns what is done in numbered lines, under who does it. */
function listOf(done: readonly Done[]): string {
  return done
    .flatMap(({ who, at, effects }, index) => {
      const before = done[index - 1];
      const isNext = before?.who !== who || before.at !== at;
      const head = at > 0 ? `${who} · at ${duration(at)}` : who;
      const [first, ...joined] = effects.map(
        ({ kind, text }) => `${pad(kind === 'record' ? 'job' : kind, 7)}${text.replace(/^job /, '')}`,
      );
      return [
        ...(isNext ? [head] : []),
        truncate(`${pad(String(index + 1), 4)}${first}`, columns),
        ...joined.map((line) => truncate(`  + ${line}`, columns)),
      ];
    })
    .join('\n');
}

interface Row {
  readonly from: number;
  readonly to: number;
  readonly cells: readonly string[];
}

/** Returns the rows, of which neighbours that say the same are one. */
function merged(all: readonly (readonly string[])[]): readonly Row[] {
  const rows: Row[] = [];
  for (const [at, cells] of all.entries()) {
    const last = rows.at(-1);
    if (last && last.cells.join('|') === cells.join('|')) rows[rows.length - 1] = { ...last, to: at };
    else rows.push({ from: at, to: at, cells });
  }
  return rows;
}

/** "before 1", "after 4, *log started*", "after 6 to 8". */
function gapOf(from: number, to: number, done: readonly Done[]): string {
  if (to === 0) return 'before 1';
  if (from === 0) return to === 1 ? 'before 1, or after it' : `before 1, or after 1 to ${to}`;
  if (from < to) return `after ${from} to ${to}`;
  const [{ kind, text } = { kind: '', text: '' }] = done[from - 1]?.effects ?? [];
  return kind === 'log' || kind === 'cloud'
    ? `after ${from}, ${kind} *${text.split(' ')[0]}*`
    : `after ${from}`;
}

function cellsOf(death: Outcome, usual: Outcome, result: RegExp): readonly string[] {
  const counts = usual.calls.map((call) => death.calls.filter((one) => one === call).length);
  const steps = death.steps.length > 1 ? ` (${death.steps.join(', ')})` : '';
  const log = eventsIn(death.log);
  return [
    death.goesOn.map(({ name, after }) => `${duration(after)} ${name}`).join(', ') || 'nobody has to',
    counts.join(' · '),
    `${death.status}${steps}`,
    readInstead(death, usual, result),
    log === eventsIn(usual.log) ? 'the same' : log,
  ];
}

/** What people read that is not so if nobody dies. */
function readInstead({ read }: Outcome, usual: Outcome, result: RegExp): string {
  const others = read.filter((one) => !usual.read.some((known) => isDeepStrictEqual(known, one)));
  const [instead, more] = [true, false].map((isResult) =>
    readingsIn(others.filter(({ headline }) => result.test(headline) === isResult)),
  );
  return [instead || 'the same', ...(more ? [`also ${more}`] : [])].join(', ');
}

/** "“✅ Applied” (#approvals, #ops)". What is the same in several places is written once. */
function readingsIn(read: readonly Reading[]): string {
  const places = new Map<string, string[]>();
  for (const { place, headline, messages, withUndo } of read.toSorted(byPlace)) {
    const undo = withUndo > 0 ? ' with *Undo* for good' : '';
    const said = messages > 1 ? `${place} ${messages} ×${undo && `, ${withUndo}${undo}`}` : `${place}${undo}`;
    places.set(headline, [...(places.get(headline) ?? []), said]);
  }
  return [...places].map(([headline, where]) => `“${headline}” (${where.join(', ')})`).join(', ');
}

const byPlace = (one: Reading, other: Reading): number => (one.place < other.place ? -1 : 1);

/** "requested 2 ×, started". */
function eventsIn(log: readonly string[]): string {
  return [...new Set(log)]
    .map((event) => {
      const times = log.filter((one) => one === event).length;
      return times > 1 ? `${event} ${times} ×` : event;
    })
    .join(', ');
}
