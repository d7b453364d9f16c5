import { failed } from '../answer/answer.ts';
import { errorName } from '../answer/user-error.ts';
import { type ApiKeys, nameOfKey, type TypedToken } from '../api-keys/api-key.ts';
import type { AgentCall } from '../queue/agent-call.ts';
import type { AgentAnswers } from './agent-answers.ts';
import { answerCall } from './answer-call.ts';
import type { CallDependencies } from './call-dependencies.ts';
import { present } from './present.ts';
import { readToolArguments } from './tool-arguments.ts';
import type { CallAnswer, ToolCall } from './tool-call.ts';
import { operationOf } from './tool-operations.ts';
import { type NamesDependencies, withNames, withPeople } from './with-names.ts';

export interface AgentDependencies extends CallDependencies {
  readonly members: CallDependencies['members'] & NamesDependencies['members'];
  readonly names: NamesDependencies['names'];
  readonly apiKeys: CallDependencies['apiKeys'] & Pick<ApiKeys, 'markUsed'>;
  readonly answers: AgentAnswers;
  /** Name of the slash command, `/cloud`. */
  readonly command: string;
}

/**
 * Answers what somebody asked through an agent, and stores the answer for the function that waits for it. Drops a call that nobody waits
 * for any more. Never rejects, since an answer that comes later would reach nobody.
 */
export async function answerAgent(call: AgentCall, deps: AgentDependencies): Promise<void> {
  const { id, slot, until } = call;
  if (deps.clock() >= until) return deps.log('call dropped', { job: id });
  try {
    const answered = await answerTo(call, deps);
    // Slackbot and other clients of tools get the people's labels; only Slack resolves the other mentions.
    const naming = 'line' in call.asked ? withNames : withPeople;
    const { outcome, why, retryAfterSeconds, request, ...said } = answered;
    const answer = await naming(said.answer, deps);
    await deps.answers.put(slot, {
      ...present({ ...answered, answer }, deps.command),
      outcome,
      ...(why && { why }),
      ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
      ...(request && { request }),
    });
  } catch (error) {
    deps.log('call not answered', { job: id, error: errorName(error) });
  }
}

async function answerTo(
  { id, isKeyed, until, asker, asked }: AgentCall,
  deps: AgentDependencies,
): Promise<CallAnswer> {
  const caller = 'key' in asker ? await ownerOf(asker.key, deps) : { ...asker, through: 'Slackbot' };
  if (!caller)
    return { outcome: 'refused', answer: [failed('This API key isn’t valid. Nothing was changed.')] };
  const call = { id, isKeyed, until, ...caller };
  if ('line' in asked)
    return answerCall({ ...call, asked: { line: lineIn(asked.line, deps.command) } }, deps);
  const operation = operationOf(asked.tool);
  if (!operation) return { outcome: 'failed', why: 'invalid', answer: [failed('There is no such tool.')] };
  const read = readToolArguments(operation, asked.given);
  return answerCall(
    { ...call, asked: { operation: operation.id, raw: {}, ...read }, given: asked.given },
    deps,
  );
}

/** Returns the owner of an API key; undefined if it isn't valid. */
async function ownerOf(
  typed: TypedToken,
  { apiKeys }: AgentDependencies,
): Promise<Pick<ToolCall, 'person' | 'team' | 'through'> | undefined> {
  const key = await apiKeys.findTyped(typed);
  if (!key) return undefined;
  await apiKeys.markUsed(key);
  return { person: key.person, team: key.team, through: nameOfKey(key) };
}

/** Returns the command in a body. `command` is the name of the slash command, which is removed from the start. */
function lineIn(body: string, command: string): string {
  const line = body.trim();
  return line === command || line.startsWith(`${command} `) ? line.slice(command.length).trim() : line;
}
