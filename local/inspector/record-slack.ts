import { asObject, asString, type JsonObject, parseJson } from '../slack/payload/json.ts';
import type { Entry } from '../slack/workspace/journal.ts';
import { effectOf } from './effects.ts';
import { describe } from './read-slack-request.ts';
import type { Recording } from './recording.ts';

/** Records an entry of the local Slack: an acknowledgement, a call of the Web API, a use of a response URL, or an effect. */
export function recordEntry(recording: Recording, entry: Entry): void {
  const { kind, data, at, cause } = entry;
  if (kind === 'request') {
    recordAck(recording, asString(data.id), asObject(data.payload), asObject(data.ack), at);
  } else if (kind === 'call') recordCall(recording, data, at);
  else if (kind === 'response') recordResponse(recording, data, at);
  else if (cause !== undefined) {
    const effect = effectOf(entry, recording.mask);
    if (effect) recording.acknowledgements.addEffect(cause, effect);
  }
}

function recordAck(
  { acknowledgements, mask, open }: Recording,
  id: string,
  payload: JsonObject,
  ack: JsonObject,
  at: number,
): void {
  if (!acknowledgements.has(id)) {
    const about = describe(payload);
    open(id, about, at);
    acknowledgements.addRequest(id, {
      kind: 'request',
      at,
      what: about.what,
      headers: {},
      payload: mask(payload),
    });
  }
  acknowledgements.acknowledge(id, {
    ...(typeof ack.status === 'number' && { status: ack.status }),
    ...(typeof ack.error === 'string' && { error: ack.error }),
    body: mask(ack.body),
    ok: ack.ok === true,
    ms: Number(ack.ms),
  });
}

function recordCall(
  { places, acknowledgements, mask }: Recording,
  { id, caller, method, arguments: given, response, ms }: JsonObject,
  at: number,
): void {
  const took = Number(ms);
  places.addInside(places.stepsOfInstance(asString(caller)), {
    ...outcomeOf(asObject(response), mask),
    kind: 'slack',
    at: at - took,
    ms: took,
    method: asString(method),
    arguments: mask(unfolded(asObject(given))),
    effects: [...acknowledgements.takeEffects(asString(id))],
  });
}

function recordResponse(
  { traces, places, acknowledgements, mask }: Recording,
  { id, path, payload, status, response }: JsonObject,
  at: number,
): void {
  const trace = places.traceOfUrl(asString(path));
  const effects = [...acknowledgements.takeEffects(asString(id))];
  if (trace === undefined) return;
  const running = traces
    .get(trace)
    ?.steps.findLast(({ kind, ok }) => kind === 'invocation' && ok === undefined)?.id;
  traces.add(trace, {
    ...outcomeOf({ ...asObject(response), status: status ?? null }, mask),
    kind: 'slack',
    at,
    method: 'response_url',
    arguments: mask(payload),
    effects,
    ...(running !== undefined && { inside: running }),
  });
}

function outcomeOf(response: JsonObject, mask: Recording['mask']) {
  const { ok, error, status } = response;
  return {
    ok: ok === true,
    response: mask(response),
    ...(typeof status === 'number' && { status }),
    ...(typeof error === 'string' && { error }),
  };
}

/** Parses arguments that the Web API's client sent in a form, with objects and arrays as JSON. */
function unfolded(given: JsonObject): JsonObject {
  const unfold = (value: JsonObject[string]) =>
    typeof value === 'string' && /^[[{]/.test(value) ? (parseJson(value) ?? value) : value;
  return Object.fromEntries(Object.entries(given).map(([name, value]) => [name, unfold(value ?? null)]));
}
