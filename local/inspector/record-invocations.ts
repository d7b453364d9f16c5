import * as z from 'zod';
import type { GatewayEvent } from '../../src/http/gateway-event.ts';
import type { Begun, Invocation } from '../aws/index.ts';
import { asObject, asString, type JsonObject, parseJson } from '../slack/payload/json.ts';
import { describe, readGatewayEvent } from './read-slack-request.ts';
import { clip, type Recording } from './recording.ts';
import type { StepRef } from './trace-places.ts';
import type { StepDraft } from './traces.ts';

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
const batchResponse = z.object({ batchItemFailures: z.array(z.object({ itemIdentifier: z.string() })) });

/** Records the start of an invocation: by Slack's request, by the queue or by the schedule. */
export function recordStart(recording: Recording, begun: Begun): void {
  const records = sqsEvent.safeParse(begun.event).data;
  const request = gatewayEvent.safeParse(begun.event).data;
  const steps = records
    ? beginJobs(recording, records, begun)
    : request
      ? beginRequest(recording, request, begun)
      : beginScheduled(recording, begun);
  recording.places.begins(begun.requestId, begun.instance, steps);
}

function beginRequest(
  { traces, places, acknowledgements, mask, signingSecret, clock, open }: Recording,
  event: GatewayEvent,
  begun: Begun,
): readonly StepRef[] {
  const at = clock();
  const { name, job, refused, headers, payload } = readGatewayEvent(event, signingSecret, at);
  const trace = name ?? `unsigned-${begun.requestId}`;
  const about = describe(payload);
  open(trace, about, at);
  if (job !== undefined) places.jobBelongs(job, trace);
  places.urlBelongs(payload, trace);
  acknowledgements.addRequest(trace, {
    kind: 'request',
    at,
    what: about.what,
    headers,
    payload: mask(payload),
    ...(refused !== undefined && { refused }),
  });
  return [{ trace, step: traces.add(trace, invocationStep(begun, at)) }];
}

function beginJobs(
  recording: Recording,
  { Records }: z.infer<typeof sqsEvent>,
  begun: Begun,
): readonly StepRef[] {
  const { traces, places, mask, clock } = recording;
  const at = clock();
  return Records.map(({ messageId, body, attributes }) => {
    const job = asObject(parseJson(body));
    const id = asString(job.id);
    const what = asString(job.kind);
    const trace = places.traceOfJob(id) ?? beginJob(recording, id, what, job, at);
    const message = traces.add(trace, {
      kind: 'message',
      at,
      job: id,
      what,
      waitedMs: Math.max(0, at - Number(attributes.SentTimestamp)),
      delivery: Number(attributes.ApproximateReceiveCount),
      body: mask(job),
    });
    const step = traces.add(trace, invocationStep(begun, at));
    return { trace, step, message: { step: message, id: messageId } };
  });
}

/** Begins a trace for a job whose request is unknown, as after a restart. */
function beginJob(
  { places, open }: Recording,
  id: string,
  what: string,
  job: JsonObject,
  at: number,
): string {
  const trace = places.ownTraceOf(id);
  const { person } = asObject(job.replyTo);
  const title = `A job whose beginning was not seen: ${what}`;
  open(trace, { what, title, person: asString(person) }, at);
  places.jobBelongs(id, trace);
  return trace;
}

function beginScheduled({ traces, clock }: Recording, begun: Begun): readonly StepRef[] {
  const at = clock();
  const trace = `${begun.function}-${begun.requestId}`;
  traces.begin({ id: trace, at, title: `The schedule ran the ${begun.function}` }, true);
  return [{ trace, step: traces.add(trace, invocationStep(begun, at)) }];
}

const invocationStep = ({ function: name, instance, requestId, cold }: Begun, at: number): StepDraft => ({
  kind: 'invocation',
  at,
  function: name,
  instance,
  requestId,
  cold,
});

/** Records the end of an invocation, and of the deliveries in its batch. */
export function recordEnd(
  { traces, places, acknowledgements, mask }: Recording,
  { requestId, durationMs, initMs, result, error }: Invocation,
): void {
  const failed = error !== undefined;
  const returned = batchResponse.safeParse(result).data?.batchItemFailures ?? [];
  for (const { trace, step, message } of places.stepsOf(requestId)) {
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
      acknowledgements.acknowledgeWith(trace, failed ? { statusCode: 500 } : result);
      traces.dropHidden(trace);
    }
  }
}
