import { join, type Word } from '../operation/words.ts';
import { Unclear } from './cursor.ts';
import { command, type Said } from './meaning.ts';
import { type SaidPlace, unknownAddress } from './said-place.ts';
import type { SaidPorts } from './said-ports.ts';

/** What one end may do to another. */
export const reaches = ['reach', 'access to', 'access', 'connect to', 'talk to', 'get to'] as const;

/** Returns the question whether one end may reach another. Every port is every port that policies can allow, so it names none. */
export const reach = (from: SaidPlace, to: SaidPlace, ports?: SaidPorts): Said =>
  command(['reach', endOf(from), endOf(to), ...(ports === 'all' || ports === undefined ? [] : ports)]);

/** Writes that question, for a button. */
export const reachLine = (from: SaidPlace, to: SaidPlace): string => join(reach(from, to).words);

export const endOf = (place: SaidPlace): Word => {
  if (place.kind === 'anyone') return { text: 'internet' };
  if (place.kind === 'me') throw new Unclear(`${unknownAddress} Write it, or the name of a server.`);
  const text = place.entries.join(',');
  const [, key, value] = /^(group)=([^,]*)$/.exec(text) ?? [];
  return key !== undefined && value !== undefined ? { key, text: value } : { text };
};
