import { type ParsedLine, parseCommand, requestOf } from './parse-command.ts';

/** The first words of a sentence that the worker reads, and politeness before them. It alone knows what may follow. */
const begins =
  /^(?:(?:please|pls|plz|hey|hi|hello|ok|okay|so)[\s,]+)*(?:(?:(?:i|we) (?:need|want)|open|allow|permit|expose|let|close|end|stop|extend|keep|restore|undo|restart|reboot|block|deny|who|what['’]?s?|which|where|can|may|could|does|is|are)\s|show (?:me )?what|open$)/i;

/** The commands whose words also begin sentences, and the words that only a sentence has behind them. */
const spoken: readonly string[] = ['end', 'extend', 'keep'];
const inSentences =
  /\s(?:it|this|on|open|by|for|until|till|to|now|because|another|more|please|thanks)(?=\s|[.!]?$)/i;

/** The command whose word may go on as a sentence, if it has no option. */
const goesOn: readonly string[] = ['openings'];

/** Returns whether a line only begins like the list of what is open, and goes on as a sentence: “open ssh on web01”. */
export const beginsSentences = ({ operation, raw }: Extract<ParsedLine, { kind: 'mistaken' }>): boolean =>
  goesOn.includes(operation.id) && Object.keys(raw).length === 0;

/** Returns the job content for a line that a person typed. */
export const typedRequest = (line: string, parsed: ParsedLine = parseCommand(line)) =>
  maySay(line, parsed) ? { kind: 'sentence' as const, line } : requestOf(parsed);

/** Returns whether a line may be a sentence: it names no command, or one that can't run with these words. */
function maySay(line: string, parsed: ParsedLine): boolean {
  if (!begins.test(line)) return false;
  if (parsed.kind === 'help') return parsed.words.length > 0;
  if (parsed.kind === 'mistaken' && beginsSentences(parsed)) return true;
  return parsed.kind === 'mistaken' && spoken.includes(parsed.operation.id) && inSentences.test(line);
}
