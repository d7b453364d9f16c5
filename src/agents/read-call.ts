import { type Answer, failed, note } from '../answer/answer.ts';
import { isHelp } from '../command-line/correct.ts';
import { mistaken } from '../command-line/help.ts';
import { answerTo, parseCommand } from '../command-line/parse-command.ts';
import { prepareRequest } from '../command-line/prepare-request.ts';
import { grouped } from '../core/grouped.ts';
import type { Operation, Prepared } from '../operation/operation.ts';
import { scan } from '../operation/words.ts';
import { writeCommand } from '../operation/write-command.ts';
import type { Context } from '../operations/context/context.ts';
import { operationById } from '../operations/index.ts';
import type { ToolCall } from './tool-call.ts';
import { refusedArguments } from './tools.ts';

/** Upper bound for the words of a call, in characters: a plan of many lines fits, and so does its record in the table. */
const maxLength = 20_000;

/** A call that names no command, and what it is answered. */
interface Unnamed {
  readonly answer: Answer;
  readonly operation?: undefined;
  readonly line?: undefined;
}

/**
 * What a call asks for: a request that can run; a mistake in one, with an answer that says what is wrong; help; or what
 * can't be read as a command, with an answer that says why.
 */
export type CallRequest =
  | {
      readonly kind: 'prepared';
      readonly operation: Operation<Context>;
      readonly prepared: Prepared<Context>;
      readonly line: string;
    }
  | {
      readonly kind: 'mistake';
      readonly operation: Operation<Context>;
      readonly answer: Answer;
      /** As far as it can be written. */
      readonly line?: string;
    }
  | (Unnamed & { readonly kind: 'help' })
  | (Unnamed & { readonly kind: 'unknown' });

/** Reads what a call asks for. No I/O. */
export function readCall({ asked }: Pick<ToolCall, 'asked'>): CallRequest {
  const length = lengthOf(asked);
  if (length > maxLength) {
    const what = `This has ${grouped(length)} characters, and ${grouped(maxLength)} is the limit.`;
    return {
      kind: 'unknown',
      answer: [failed(what), note('Nothing was changed. Name fewer things in one request.')],
    };
  }
  return 'line' in asked ? readLine(asked.line) : readArguments(asked);
}

const lengthOf = (asked: ToolCall['asked']): number =>
  'line' in asked
    ? asked.line.length
    : Object.entries(asked.raw).reduce((sum, [name, words]) => sum + name.length + words.length, 0);

function readLine(typed: string): CallRequest {
  const parsed = parseCommand(typed);
  if (parsed.kind === 'prepared') return prepared(parsed.prepared);
  const answer = answerTo(parsed);
  if (parsed.kind === 'mistaken')
    return { kind: 'mistake', answer, operation: parsed.operation, line: typed };
  return { kind: asksForHelp(typed) ? 'help' : 'unknown', answer };
}

/** Whether a line asks for help, as "help alert" or "alert help". An unknown command is answered with help, too. */
function asksForHelp(typed: string): boolean {
  const { words } = scan(typed);
  return [words.at(0), words.at(-1)].some((word) => word === undefined || isHelp(word.text));
}

function readArguments(asked: Extract<ToolCall['asked'], { operation: string }>): CallRequest {
  const { operation: id, raw, problems: unread = [] } = asked;
  const unreadable = unread.length > 0 ? operationById(id) : undefined;
  if (unreadable) return { kind: 'mistake', answer: refusedArguments(unread).answer, operation: unreadable };
  const preparation = prepareRequest({ operation: id, raw, problems: [] });
  switch (preparation.kind) {
    case 'prepared':
      return prepared(preparation.prepared);
    case 'mistaken': {
      const { operation, problems } = preparation;
      const answer = mistaken(operation, problems);
      return { kind: 'mistake', answer, operation, line: writeCommand(operation, raw) };
    }
    case 'unknown':
      return {
        kind: 'unknown',
        answer: [
          failed('There is no such command. Nothing was changed.'),
          note('The command help lists all.'),
        ],
      };
  }
}

const prepared = (request: Prepared<Context>): CallRequest => ({
  kind: 'prepared',
  operation: request.operation,
  prepared: request,
  line: request.line,
});
