import { toAscii } from '../../core/ascii.ts';
import type { Reading } from '../../core/reading.ts';
import { join, split, type Word } from '../../operation/words.ts';
import { isGlob } from './glob.ts';

/** The key of a word that names all servers of a group: `group=Shop`. */
export const groupKey = 'group';

/** Splits the words of a field that takes several servers: names, patterns and groups. Commas separate words as well. */
export const serverWordsIn = (words: string): readonly Word[] =>
  split(words).flatMap((word): readonly Word[] =>
    word.key === undefined
      ? toAscii(word.text)
          .split(',')
          .map((text) => ({ text: text.trim() }))
          .filter(({ text }) => text !== '')
      : [word],
  );

const isName = (text: string): boolean => /^[a-z0-9_-]{2,64}$/i.test(text);
const isPattern = (text: string): boolean => isGlob(text) && /^[a-z0-9_*?-]{1,64}$/i.test(text);

/** Reads the words of a field that takes several servers, and writes them as in a command. */
export function readServerWords(words: string): Reading<string> {
  const entries = serverWordsIn(words);
  const wrong = entries.find(({ key, text }) =>
    key === undefined ? !isName(text) && !isPattern(text) : key !== groupKey || text.trim() === '',
  );
  if (!wrong && entries.length > 0) return { value: join(entries) };
  const shown = wrong?.key === undefined ? (wrong?.text ?? words) : join([wrong]);
  return { problem: `“${shown}” is not a server name like DE1ACMEWEB01, a pattern like web*, or group=NAME` };
}

/** Returns whether words can name more than one server. A single name can't, even if it is a part of several names. */
export function canNameSeveral(words: string): boolean {
  const [first, ...others] = serverWordsIn(words);
  return others.length > 0 || first?.key !== undefined || isGlob(first?.text ?? '');
}
