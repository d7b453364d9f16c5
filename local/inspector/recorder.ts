import * as z from 'zod';
import type { GatewayEvent } from '../../src/slack/receive/signed-request.ts';
import type { Begun, Invocation, LogLine } from '../aws/index.ts';
import { asObject, asString, isObject, type JsonObject, parseJson } from '../slack/payload/json.ts';
import type { Entry } from '../slack/workspace/journal.ts';
import { CloudPaths } from './cloud-paths.ts';
import { effectOf } from './effects.ts';
import type { Effect } from './inspector-types.ts';
import { LruMap } from './lru-map.ts';
import type { Mask } from './mask.ts';
import { describe, readGatewayEvent } from './read-slack-request.ts';
import type { StepDraft, Traces } from './traces.ts';

/** Turns what the local parts report into traces. */
export interface Recorder {
  onStart(begun: Begun): void;
  onInvocation(invocation: Invocation): void;
  onLog(line: LogLine): void;
  onEntry(entry: Entry): void;
  /** Called for each request to the local cloud. */
  onServiceRequest(request: { readonly method: string; readonly path: string }): void;
  clear(): void;
}

/** The step of an invocation in a trace, to which the events inside it are added. */
interface StepRef {
  readonly trace: string;
  readonly step: number;
  /** Of the delivery that it works on, and the id that the queue gave that message. */
  readonly message?: { readonly step: number; readonly id: string };
}

/** A request that the app has before it: its step, and that of its acknowledgement once there is one. */
interface OpenRequest {
  readonly step: number;
  readonly at: number;
  ack?: number;
}

const sqsEvent = z.object({
  Records: z.array(
    z.object({
      messageId: z.string(),
      body: z.string(),
      attributes: z.object({ ApproximateReceiveCount: z.string(), SentTimestamp: z.string() }),
    }),
  ),
});
const gatewayEvent = z.object({
  headers: z.record(z.string(), z.string()),
  body: z.string().exactOptional(),
  isBase64Encoded: z.boolean().exactOptional(),
});
const gatewayAnswer = z.object({ statusCode: z.number(), body: z.string().default('') });
const reported = z.object({ batchItemFailures: z.array(z.object({ itemIdentifier: z.string() })) });

/** The id of the request that a job began with: `…:run`, `…:1` and the like follow from it. */
const rootOf = (job: string): string => /^[0-9a-f]{32}/.exec(job)?.[0] ?? job;

/**
 * Writes traces. Each event is assigned by what it carries: an invocation by its request, whose signature
 * the local Slack knows as well; a message on the queue by its job's id, which derives from that signature; a
 * line of the log by its invocation; a call of Slack by the instance that made it, which does one event at a
 * time; a use of a response URL by the request that Slack issued it for.
 */
export function createRecorder(
  traces: Traces,
  { mask, signingSecret, clock }: { mask: Mask; signingSecret: string; clock: () => number },
): Recorder {
  const jobs = new LruMap<string>(5_000);
  const urls = new LruMap<string>(5_000);
  const asked = new LruMap<OpenRequest>(1_000);
  const spots = new LruMap<readonly StepRef[]>(1_000);
  const working = new LruMap<string>(1_000);
  const paths = new CloudPaths();
  const early = new LruMap<readonly Effect[]>(200);

  const put = (places: readonly StepRef[], step: StepDraft): void => {
    for (const { trace, step: inside } of places) traces.add(trace, { ...step, inside });
  };

  function beginRequest(event: GatewayEvent, begun: Begun): readonly StepRef[] {
    const at = clock();
    const { name, job, refused, headers, payload } = readGatewayEvent(event, signingSecret, at);
    const id = name ?? `unsigned-${begun.requestId}`;
    const about = describe(payload);
    open(id, about, at);
    if (job !== undefined) jobs.set(job, id);
    remember(payload, id);
    const step = traces.add(id, {
      kind: 'request',
      at,
      what: about.what,
      headers,
      payload: mask(payload),
      ...(refused !== undefined && { refused }),
    });
    asked.set(id, { step, at });
    return [{ trace: id, step: traces.add(id, invocation(begun, at)) }];
  }

  function open(id: string, { title, kind, person, channel }: ReturnType<typeof describe>, at: number): void {
    traces.begin({
      id,
      at,
      title: clip(String(mask(title))),
      kind,
      ...(person && { person }),
      ...(channel && { channel }),
    });
  }

  function remember(payload: JsonObject, trace: string): void {
    const url = asString(payload.response_url);
    if (URL.canParse(url)) urls.set(new URL(url).pathname, trace);
  }

  function beginJobs({ Records }: z.infer<typeof sqsEvent>, begun: Begun): readonly StepRef[] {
    const at = clock();
    return Records.map(({ messageId, body, attributes }) => {
      const job = asObject(parseJson(body));
      const id = asString(job.id);
      const what = asString(job.kind);
      const trace = jobs.get(rootOf(id)) ?? beginJob(id, what, job, at);
      const message = traces.add(trace, {
        kind: 'message',
        at,
        job: id,
        what,
        waitedMs: Math.max(0, at - Number(attributes.SentTimestamp)),
        delivery: Number(attributes.ApproximateReceiveCount),
        body: mask(job),
      });
      const step = traces.add(trace, invocation(begun, at));
      return { trace, step, message: { step: message, id: messageId } };
    });
  }

  /** A job that nobody was seen to ask for, as after a restart. */
  function beginJob(id: string, what: string, job: JsonObject, at: number): string {
    const trace = `job-${rootOf(id)}`;
    const { person, channel } = asObject(job.place);
    const title = `A job whose beginning was not seen: ${what}`;
    open(trace, { kind: 'job', what, title, person: asString(person), channel: asString(channel) }, at);
    jobs.set(rootOf(id), trace);
    return trace;
  }

  function beginElse(begun: Begun): readonly StepRef[] {
    const at = clock();
    const id = `${begun.function}-${begun.requestId}`;
    traces.begin({ id, at, title: `The schedule ran the ${begun.function}`, kind: 'schedule' }, true);
    return [{ trace: id, step: traces.add(id, invocation(begun, at)) }];
  }

  function onStart(begun: Begun): void {
    const records = sqsEvent.safeParse(begun.event).data;
    const request = gatewayEvent.safeParse(begun.event).data;
    const places = records
      ? beginJobs(records, begun)
      : request
        ? beginRequest(request, begun)
        : beginElse(begun);
    spots.set(begun.requestId, places);
    working.set(begun.instance, begun.requestId);
  }

  function onInvocation({ requestId, durationMs, initMs, result, error }: Invocation): void {
    const failed = error !== undefined;
    const returned = reported.safeParse(result).data?.batchItemFailures ?? [];
    for (const { trace, step, message } of spots.get(requestId) ?? []) {
      const ms = Math.round(durationMs);
      traces.change(trace, step, 'invocation', () => ({
        ms,
        ok: !failed,
        ...(initMs !== undefined && { initMs: Math.round(initMs) }),
        ...(failed && { error: clip(String(mask(error instanceof Error ? error.message : String(error)))) }),
      }));
      if (message) {
        const ok = !failed && !returned.some(({ itemIdentifier }) => itemIdentifier === message.id);
        traces.change(trace, message.step, 'message', () => ({ ok }));
      } else {
        answered(trace, failed ? { statusCode: 500 } : result);
        traces.dropHidden(trace);
      }
    }
  }

  /** What the gateway answers; Slack's own view of it follows, where Slack is the local one. */
  function answered(trace: string, result: unknown): void {
    const request = asked.get(trace);
    if (!request || request.ack !== undefined) return;
    const { success, data } = gatewayAnswer.safeParse(result);
    const answer = success ? data : { statusCode: 200, body: JSON.stringify(result) };
    const body = answer.body === '' ? null : mask(parseJson(answer.body) ?? answer.body);
    const ok = answer.statusCode === 200;
    acknowledge(trace, request, { status: answer.statusCode, body, ok, ms: clock() - request.at });
  }

  function acknowledge(
    trace: string,
    request: OpenRequest,
    ack: { status?: number; body: StepDraftOf<'ack'>['body']; ok: boolean; ms: number; error?: string },
  ): void {
    const { ack: step } = request;
    if (step !== undefined) traces.change(trace, step, 'ack', () => ack);
    else request.ack = traces.add(trace, { kind: 'ack', at: clock(), effects: [], ...ack });
    traces.change(trace, request.step, 'request', () => ({ ok: ack.ok, ms: ack.ms }));
  }

  function onLog({ function: name, instance, requestId, text, at }: LogLine): void {
    const places = spots.get(requestId ?? working.get(instance) ?? '') ?? [];
    const line = parseJson(text);
    if (!isObject(line) || typeof line.message !== 'string') {
      put(places, { kind: 'log', at, ok: true, function: name, event: String(mask(text)), facts: {} });
      return;
    }
    const { message: event } = line;
    const facts = factsOf(line);
    if (eventsWithSteps.includes(event)) return;
    if (event === 'service call') {
      const { method, route, status, ms } = facts;
      const took = Number(ms);
      const answer = typeof status === 'number' && status > 0 ? { status } : {};
      put(places, {
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
    const ok = !('error' in facts) && !('why' in facts);
    put(places, { kind: 'log', at, ok, function: name, event, facts: mask(facts) });
  }

  function onEntry(entry: Entry): void {
    const { kind, data, at, cause } = entry;
    if (kind === 'request') onAck(asString(data.id), asObject(data.payload), asObject(data.ack), at);
    else if (kind === 'call') onCall(data, at);
    else if (kind === 'response') onResponse(data, at);
    else if (cause !== undefined) onMade(cause, effectOf(entry, mask));
  }

  /** What came of a call or a response is known before that itself is; what came of a request, after. */
  function onMade(cause: string, made: Effect | undefined): void {
    if (!made) return;
    const ack = asked.get(cause)?.ack;
    if (ack === undefined) early.set(cause, [...(early.get(cause) ?? []), made]);
    else traces.change(cause, ack, 'ack', (now) => ({ effects: [...now.effects, made] }));
  }

  function onAck(id: string, payload: JsonObject, ack: JsonObject, at: number): void {
    if (!asked.get(id)) {
      const about = describe(payload);
      open(id, about, at);
      const unheard = { kind: 'request', at, what: about.what, headers: {}, payload: mask(payload) } as const;
      asked.set(id, { step: traces.add(id, unheard), at });
    }
    const request = asked.get(id);
    if (!request) return;
    acknowledge(id, request, {
      ...(typeof ack.status === 'number' && { status: ack.status }),
      ...(typeof ack.error === 'string' && { error: ack.error }),
      body: mask(ack.body),
      ok: ack.ok === true,
      ms: Number(ack.ms),
    });
  }

  function onCall({ id, caller, method, arguments: given, response, ms }: JsonObject, at: number): void {
    const took = Number(ms);
    put(spots.get(working.get(asString(caller)) ?? '') ?? [], {
      ...slackStep(asObject(response)),
      kind: 'slack',
      at: at - took,
      ms: took,
      method: asString(method),
      arguments: mask(unfolded(asObject(given))),
      effects: early.take(asString(id)) ?? [],
    });
  }

  function onResponse({ id, path, payload, status, response }: JsonObject, at: number): void {
    const trace = urls.get(asString(path));
    const made = early.take(asString(id)) ?? [];
    if (trace === undefined) return;
    const inside = lastOpen(trace);
    traces.add(trace, {
      ...slackStep({ ...asObject(response), status: status ?? null }),
      kind: 'slack',
      at,
      method: 'response_url',
      arguments: mask(payload),
      effects: made,
      ...(inside !== undefined && { inside }),
    });
  }

  const lastOpen = (trace: string): number | undefined =>
    traces.get(trace)?.steps.findLast(({ kind, ok }) => kind === 'invocation' && ok === undefined)?.id;

  function slackStep(response: JsonObject) {
    const { ok, error, status } = response;
    return {
      ok: ok === true,
      response: mask(response),
      ...(typeof status === 'number' && { status }),
      ...(typeof error === 'string' && { error }),
    };
  }

  return {
    onStart,
    onInvocation,
    onLog,
    onEntry,
    onServiceRequest: ({ method, path }) => paths.add(method, path),
    clear() {
      for (const kept of [jobs, urls, asked, spots, working, early]) kept.clear();
      traces.clear();
    },
  };
}

type StepDraftOf<Kind> = Extract<StepDraft, { readonly kind: Kind }>;

function invocation({ function: name, instance, requestId, cold }: Begun, at: number): StepDraft {
  return { kind: 'invocation', at, function: name, instance, requestId, cold };
}

/** Arguments as they were meant: the Web API's client writes the larger ones as JSON in a form. */
function unfolded(given: JsonObject): JsonObject {
  const unfold = (value: JsonObject[string]) =>
    typeof value === 'string' && /^[[{]/.test(value) ? (parseJson(value) ?? value) : value;
  return Object.fromEntries(Object.entries(given).map(([name, value]) => [name, unfold(value ?? null)]));
}

const clip = (text: string): string => (text.length > 300 ? `${text.slice(0, 300)}…` : text);

/** Events of the log that have a step of their own already: the acknowledgement, a call of Slack, an invocation. */
const eventsWithSteps = ['acknowledged', 'slack call', 'job done'];

/** The fields that every log line has. */
const commonLogFields = ['level', 'message', 'timestamp', 'service', 'bot', 'correlation_id', 'came_from'];

/** What a line of the log says about its event alone. Only what is counted begins with a capital or `_`. */
const factsOf = (line: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(line).filter(([name]) => !commonLogFields.includes(name) && !/^[A-Z_]/.test(name)),
  );
