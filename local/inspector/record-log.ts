import type { LogLine } from '../aws/index.ts';
import { asString, isObject, type Json, type JsonObject, parseJson } from '../slack/payload/json.ts';
import type { Recording } from './recording.ts';

/** Log events that already have a step: the acknowledgement, a call of Slack, an invocation. */
const eventsWithSteps = ['acknowledged', 'slack call', 'job done'];

const commonLogFields = ['level', 'message', 'timestamp', 'service', 'bot', 'correlation_id', 'came_from'];

/** Records a log line inside the invocation that wrote it. A line about a call of the cloud API becomes that call's step. */
export function recordLog(
  { places, paths, mask }: Recording,
  { function: name, instance, requestId, text, at }: LogLine,
): void {
  const steps = requestId === undefined ? places.stepsOfInstance(instance) : places.stepsOf(requestId);
  const line = parseJson(text);
  const log = (event: string, facts: Json, ok: boolean): void =>
    places.addInside(steps, { kind: 'log', at, ok, function: name, event, facts });
  if (!isObject(line) || typeof line.message !== 'string') {
    log(String(mask(text)), {}, true);
    return;
  }
  const { message: event } = line;
  const facts = factsOf(line);
  if (eventsWithSteps.includes(event)) return;
  if (event === 'service call') {
    const { method, route, status, ms } = facts;
    const took = Number(ms);
    const answer = typeof status === 'number' && status > 0 ? { status } : {};
    places.addInside(steps, {
      kind: 'service',
      at: at - took,
      ms: took,
      ok: answer.status !== undefined && (answer.status < 400 || answer.status === 404),
      method: asString(method),
      path: String(mask(paths.take(asString(method), asString(route)))),
      ...answer,
    });
    return;
  }
  log(event, mask(facts), !('error' in facts) && !('why' in facts));
}

/** Returns the event's facts in a log line. Names that begin with a capital letter or `_` belong to metrics. */
const factsOf = (line: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(line).filter(([name]) => !commonLogFields.includes(name) && !/^[A-Z_]/.test(name)),
  );
