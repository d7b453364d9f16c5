import { type Answer, bold, failed, note } from '../answer/answer.ts';
import type { Problem } from '../answer/user-error.ts';
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

/** Maximum length of a call, in characters: enough for a plan of many lines, and small enough for its record in the table. */
const maxLength = 20_000;

/** A call that names no command, with its answer. */
interface Unnamed {
  readonly answer: Answer;
  readonly operation?: undefined;
  readonly line?: undefined;
}

/**
 * A parsed call: a request that can run (`prepared`), a request with a `mistake`, a question for `help`, or text that is no
 * command (`unknown`). All but the first have an answer with the explanation.
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
      /** The command, as far as it can be written. */
      readonly line?: string;
    }
  | (Unnamed & { readonly kind: 'help' })
  | (Unnamed & { readonly kind: 'unknown' });

/** Parses a call. No I/O. */
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

/** Whether a line asks for help: "help alert" or "alert help". An unknown command is answered with help as well. */
function asksForHelp(typed: string): boolean {
  const { words } = scan(typed);
  return [words.at(0), words.at(-1)].some((word) => word === undefined || isHelp(word.text));
}

function readArguments(asked: Extract<ToolCall['asked'], { operation: string }>): CallRequest {
  const { operation: id, raw, problems: unread = [] } = asked;
  const unreadable = unread.length > 0 ? operationById(id) : undefined;
  if (unreadable) return { kind: 'mistake', answer: refusedArguments(unread), operation: unreadable };
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

/** Returns the answer to a tool call whose arguments can't be read. */
const refusedArguments = (problems: readonly Problem[]): Answer => [
  failed('Check the arguments, and call the tool again:'),
  ...problems.map(({ field, message }) =>
    field === undefined ? note(message) : note(bold(field), ` ${message}`),
  ),
];
