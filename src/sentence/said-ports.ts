import { portsNamed, services } from '../network/service-names.ts';
import { type Cursor, Unclear } from './cursor.ts';
import { beginsPart } from './said-time.ts';

/** Ports as the field for ports takes them, which decides whether they exist; or every port. */
export type SaidPorts = readonly string[] | 'all';

/** The names of services, those in several words first. */
const names = [...services.keys()].sort((a, b) => b.split(' ').length - a.split(' ').length);
const marks = [', and', ',', 'and', '&'] as const;
const number = /^\d{1,5}(?:[-–]\d{1,5})?$/;

/** Reads ports. Two of them need “,” or “and” between: “ssh 2222” could mean one port or two. */
export function portsIn(cursor: Cursor): SaidPorts {
  if (cursor.take('all ports', 'any port', 'all traffic')) return 'all';
  const ports: string[] = [];
  do {
    cursor.take('ports', 'port');
    ports.push(...portIn(cursor));
  } while (takesAnother(cursor));
  if (isPort(cursor, 0))
    throw new Unclear(`Is “${cursor.next}” another port, or the same one? Write “and” between two.`);
  return [...new Set(ports)];
}

/** Takes the mark before a further port, if one follows it: a comma also stands before “for 2h”. */
function takesAnother(cursor: Cursor): boolean {
  const mark = marks.find((words) => cursor.sees(words));
  if (mark === undefined) return false;
  const by = mark.split(' ').length;
  const isAnother = isPort(cursor, by) || /^ports?$/.test(cursor.ahead(by).low);
  if (isAnother) cursor.skip(by);
  return isAnother;
}

function isPort(cursor: Cursor, by: number): boolean {
  const [{ low }, { low: following }] = [cursor.ahead(by), cursor.ahead(by + 1)];
  return (
    services.has(low) || services.has(`${low} ${following}`) || /^(?:\d|(?:tcp|udp)(?:[/:]|$))/.test(low)
  );
}

/** Reads one port, a range, or the name of a service, which can have several ports. */
function portIn(cursor: Cursor): readonly string[] {
  const service = services.get(cursor.take(...names) ?? '');
  if (service) return service;
  const before = cursor.match(/^(?:tcp|udp)$/);
  const alone = cursor.match(number);
  if (alone !== undefined) {
    const after = cursor.match(/^(?:tcp|udp)$/);
    if (before !== undefined && after !== undefined) throw new Unclear(`Is ${alone} TCP or UDP?`);
    return portsNamed(`${before ?? after ?? 'tcp'}/${alone}`) ?? [];
  }
  if (cursor.take('everything', 'anything', 'all')) throw new Unclear('Which port?');
  const named = before === undefined ? portsNamed(cursor.next) : undefined;
  if (named === undefined) throw noPort(cursor);
  cursor.skip();
  return named;
}

const noPort = (cursor: Cursor): Unclear =>
  new Unclear(
    cursor.isAtEnd || beginsPart.test(cursor.next)
      ? 'Which port?'
      : `“${cursor.ahead().text}” is no port or service that I know.`,
  );
